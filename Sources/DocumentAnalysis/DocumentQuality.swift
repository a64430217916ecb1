internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// How good the picture of a document is, measured on a flattened copy of it.
package struct DocumentQuality: Sendable, Hashable {
  /// What a slight blur would take away of the changes from pixel to pixel, 0…1: near 0 when it is blurred already
  /// (after Crete et al. 2007).
  package let sharpness: Double
  /// Mean luma, 0…1.
  package let brightness: Double
  /// Share of the document where every channel is at its upper end.
  package let glare: Double
  /// Length of the upper and lower side in pixels, the mean of both.
  package let width: Double
  package let height: Double
  /// Share of the picture that it covers.
  package let areaShare: Double
  /// From the nearest corner to the edge of the picture, pixels; negative outside.
  package let margin: Double

  /// Pixels of the copy that is measured.
  static let measuredWidth = 400
  private static let glareLevel = 250

  init(of quad: [Point], in image: Image) throws {
    let sides = quad.sides
    (width, height) = (sides.width, sides.height)
    areaShare = abs(ConvexQuad(quad)?.signedArea ?? 0) / Double(image.width * image.height)
    margin = Rect(around: quad)?.borderDistance(in: Size(width: Double(image.width), height: Double(image.height))) ?? 0
    let columns = DocumentQuality.measuredWidth
    let rows = min(max(Int((Double(columns) * height / max(width, 1)).rounded()), 16), 1024)
    guard let map = PerspectiveMap(width: columns, height: rows, onto: quad) else {
      (sharpness, brightness, glare) = (0, 0, 0)
      return
    }
    let flat = try image.warped(width: columns, height: rows, map: map)
    var bright = 0
    flat.withPixels { pixels in
      for at in stride(from: 0, to: pixels.count, by: 4) {
        if min(pixels[at], pixels[at + 1], pixels[at + 2]) >= DocumentQuality.glareLevel { bright += 1 }
      }
    }
    glare = Double(bright) / Double(columns * rows)
    let grey = GreyImage(flat)
    brightness = Double(grey.pixels.reduce(0) { $0 + Int($1) }) / Double(grey.pixels.count) / 255
    sharpness = DocumentQuality.sharpness(of: grey)
  }

  static func sharpness(of grey: GreyImage) -> Double {
    var before = 0
    var lost = 0
    grey.pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<grey.height {
        let row = y * grey.width
        for x in 3..<max(3, grey.width - 3) {
          let at = row + x
          let change = abs(Int(pixels[at]) - Int(pixels[at - 1]))
          // Less is noise.
          guard change > 12 else { continue }
          let left =
            Int(pixels[at - 3]) + Int(pixels[at - 2]) + Int(pixels[at - 1]) + Int(pixels[at]) + Int(pixels[at + 1])
          let blurred = abs(left - Int(pixels[at - 3]) + Int(pixels[at + 2]) - left) / 5
          before += change
          lost += max(0, change - blurred)
        }
      }
    }
    return before > 0 ? Double(lost) / Double(before) : 0
  }

  /// The one thing that helps most.
  func hint(cutByEdge: Bool, score: Double, settings: Settings) -> DocumentHint {
    if cutByEdge { return .showWholeDocument }
    if width < settings[.documentWidthLeast] { return .moveCloser }
    // Where the whole picture is the document, it is a scan.
    if score > 0.1, areaShare > 0.5, margin < settings[.documentMarginLeast] * max(width, height) { return .moveBack }
    if brightness < settings[.documentBrightnessLeast] { return .moreLight }
    if glare > settings[.documentGlareMost] { return .avoidGlare }
    if sharpness < settings[.documentSharpnessLeast] { return .holdStill }
    return .ok
  }
}

internal import BonafideInference
internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// Measures how a face was captured, on the crop that the mesh network has already looked at.
///
/// - `brightness`: mean luma (BT.709 weights on gamma-coded values) of the face, 0…1.
/// - `contrast`: twice the standard deviation of luma, at most 1.
/// - `sharpness`: standard deviation of the 4-neighbour Laplacian of luma in units of 1/255, with the face about
///   170 pixels high; a well-focused face has more than about 4, one out of focus less than 2. A face that is
///   smaller in the picture is enlarged first, so that distance counts as blur, as it does to the networks.
struct CaptureQuality: Sendable {
  private let settings: Settings

  init(settings: Settings) {
    self.settings = settings
  }

  func measure(_ result: MeshResult, pictureSize: Size) -> FaceQuality {
    let light = FaceLight(result)
    let mesh = result.mesh
    let eyes = mesh.point(MeshIndex.rightIris).distance(to: mesh.point(MeshIndex.leftIris))
    var quality = FaceQuality(
      brightness: light.brightness, sharpness: light.sharpness, contrast: light.contrast, eyeDistance: eyes,
      overexposed: light.overexposed, underexposed: light.underexposed,
      // By the mesh: detectors' boxes reach beyond the chin, and a face that fills the picture would count as cut.
      borderDistance: mesh.box.borderDistance(in: pictureSize), overall: 0)
    quality.overall = overall(quality)
    return quality
  }

  /// The product of one factor for each thing that can be wrong, so that a single bad one is enough.
  private func overall(_ quality: FaceQuality) -> Double {
    func rising(_ value: Double, _ full: Double) -> Double { min(max(value / full, 0), 1) }
    let light = rising(quality.brightness, settings[.qualityFullBrightness]) * (1 - min(1, quality.overexposed * 2))
    let dark = 1 - min(1, quality.underexposed)
    let whole = quality.borderDistance < 0 ? 0.5 : 1
    return light * dark * whole * rising(quality.sharpness, settings[.qualityFullSharpness])
      * rising(quality.eyeDistance, settings[.qualityFullEyeDistance])
      * rising(quality.contrast, settings[.qualityFullContrast])
  }
}

/// Light and focus of the face in a mesh crop.
struct FaceLight: Sendable {
  var brightness = 0.0
  var contrast = 0.0
  var sharpness = 0.0
  var overexposed = 0.0
  var underexposed = 0.0

  /// Values of 0…1 from which a channel counts as burnt out, or luma as black.
  private static let burnt: Float = 250.0 / 255
  private static let black: Float = 16.0 / 255

  init(_ result: MeshResult) {
    let side = FaceMesher.side
    guard let inverse = result.map.inverse,
      let face = Rect(
        around: result.mesh.points.lazy.prefix(468).map {
          inverse.apply(Point(x: Double($0.x), y: Double($0.y)))
        })
    else { return }
    // The ellipse in the mesh's box, a little smaller: skin, without hair and background.
    let rx = face.width * 0.45
    let ry = face.height * 0.45
    guard rx > 4, ry > 4 else { return }
    let first = max(1, Int(face.center.y - ry))
    let last = min(side - 2, Int(face.center.y + ry))
    guard first < last else { return }
    var sums = Sums()
    let plane = side * side
    result.crop.values.withUnsafeBufferPointer { crop in
      guard crop.count >= plane * 3 else { return }
      let red = UnsafeBufferPointer(rebasing: crop[0..<plane])
      let green = UnsafeBufferPointer(rebasing: crop[plane..<2 * plane])
      let blue = UnsafeBufferPointer(rebasing: crop[2 * plane..<3 * plane])
      let rows = (first - 1) * side..<(last + 2) * side
      withUnsafeTemporaryAllocation(of: Float.self, capacity: plane) { luma in
        for index in rows { luma[index] = 0.2126 * red[index] + 0.7152 * green[index] + 0.0722 * blue[index] }
        for y in first...last {
          let dy = (Double(y) - face.center.y) / ry
          let reach = rx * max(0, 1 - dy * dy).squareRoot()
          let left = max(1, Int(face.center.x - reach))
          let right = min(side - 2, Int(face.center.x + reach))
          guard left <= right else { continue }
          for index in (y * side + left)...(y * side + right) {
            let value = luma[index]
            let peak = max(red[index], green[index], blue[index])
            let around = luma[index - 1] + luma[index + 1] + luma[index - side] + luma[index + side]
            sums.add(value, edge: 4 * value - around, burnt: peak >= FaceLight.burnt, black: value <= FaceLight.black)
          }
        }
      }
    }
    guard sums.count > 0 else { return }
    let count = Double(sums.count)
    brightness = Double(sums.luma) / count
    contrast = min(1, 2 * max(0, Double(sums.square) / count - brightness * brightness).squareRoot())
    sharpness = (Double(sums.edge) / count).squareRoot() * 255
    overexposed = Double(sums.burnt) / count
    underexposed = Double(sums.black) / count
  }

  private struct Sums {
    var luma: Float = 0
    var square: Float = 0
    var edge: Float = 0
    var burnt = 0
    var black = 0
    var count = 0

    mutating func add(_ value: Float, edge: Float, burnt: Bool, black: Bool) {
      luma += value
      square += value * value
      self.edge += edge * edge
      self.burnt += burnt ? 1 : 0
      self.black += black ? 1 : 0
      count += 1
    }
  }
}

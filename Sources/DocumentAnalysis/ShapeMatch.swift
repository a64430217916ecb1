internal import BonafideObservations
internal import Foundation

/// Which colours tell a shape from what surrounds it.
enum ShapeInk: Sendable {
  /// Dark in green, as red on paper is, and as everything dark is in a grey copy.
  case darkGreen
  /// Whatever mixture of channels shows the shape best, in either polarity: inks and foils whose colour is not known.
  case any
}

/// Compares shapes with places of a plane: correlation, blind to how light and how strong the print is there.
struct ShapeMatcher: Sendable {
  /// Changes below are noise, share of the paper's level in one pixel of the plane.
  private static let noise: Float = 0.012

  let plane: CardPlane
  let ink: ShapeInk

  /// 0…1 of the shape with its raster's top left at a pixel; 0 where it does not fit in.
  func correlation(_ raster: ShapeRaster, left: Int, top: Int) -> Double {
    guard left >= 0, top >= 0, left + raster.width <= plane.width, top + raster.height <= plane.height else { return 0 }
    var sum = SIMD4<Float>.zero
    var squares = SIMD4<Float>.zero
    var mixed = SIMD4<Float>.zero
    var product = SIMD4<Float>.zero
    plane.pixels.withUnsafeBufferPointer { pixels in
      raster.values.withUnsafeBufferPointer { values in
        for y in 0..<raster.height {
          let row = (top + y) * plane.width + left
          let own = y * raster.width
          for x in 0..<raster.width {
            let pixel = pixels[row &+ x]
            sum += pixel
            squares += pixel * pixel
            mixed += pixel * SIMD4(pixel.y, pixel.z, pixel.x, 0)
            product += pixel * values[own &+ x]
          }
        }
      }
    }
    let count = Float(raster.values.count)
    let floor = count * ShapeMatcher.noise * ShapeMatcher.noise
    let variances = squares - sum * sum / count + floor
    switch ink {
    case .darkGreen:
      return Double(max(0, product.y) / max(variances.y, 1e-9).squareRoot())
    case .any:
      let shared = mixed - sum * SIMD4(sum.y, sum.z, sum.x, 0) / count
      return Double(ShapeMatcher.best(product, variances, shared))
    }
  }

  /// The largest correlation of any mixture of three channels: √(pᵀ V⁻¹ p), V their covariances.
  /// `shared`: red with green, green with blue, blue with red.
  private static func best(_ p: SIMD4<Float>, _ v: SIMD4<Float>, _ shared: SIMD4<Float>) -> Float {
    let (rg, gb, br) = (shared.x, shared.y, shared.z)
    let a = v.y * v.z - gb * gb
    let b = gb * br - rg * v.z
    let c = rg * gb - v.y * br
    let determinant = v.x * a + rg * b + br * c
    guard determinant > 1e-12 else { return 0 }
    let d = v.x * v.z - br * br
    let e = rg * br - v.x * gb
    let f = v.x * v.y - rg * rg
    let square =
      p.x * p.x * a + p.y * p.y * d + p.z * p.z * f + 2 * (p.x * p.y * b + p.x * p.z * c + p.y * p.z * e)
    return max(0, square / determinant).squareRoot()
  }
}

/// Where a shape is most like what a card shows.
struct ShapeMatch: Sendable {
  let correlation: Double
  /// Of the element, without the shape's margin, millimetres.
  let box: Rect

  /// Coarse places that are looked at closely.
  private static let kept = 2

  /// Looks through a window in coarse steps, then closely around the best places.
  ///
  /// `coarse` and `fine` are planes of the same card, `step` is in pixels of the coarse one.
  init?(
    _ shape: ElementShape, _ ink: ShapeInk, layout: ElementLayout, grow: Double, step: Int = 1, coarse: CardPlane,
    fine: CardPlane
  ) {
    var places: [ShapeMatch] = []
    let matcher = ShapeMatcher(plane: coarse, ink: ink)
    for scale in [1 - grow * 0.7, 1, 1 + grow * 0.7] {
      let size = Size(width: layout.size.width * scale, height: layout.size.height * scale)
      guard
        let raster = ShapeRaster(
          shape, size: Size(width: size.width * coarse.unit, height: size.height * coarse.unit)),
        let area = coarse.area(layout.window)
      else { continue }
      for top in stride(from: area.top, through: area.bottom - raster.height, by: step) {
        for left in stride(from: area.left, through: area.right - raster.width, by: step) {
          let correlation = matcher.correlation(raster, left: left, top: top)
          guard places.count < ShapeMatch.kept || correlation > (places.last?.correlation ?? 0) else { continue }
          places.append(ShapeMatch(correlation, size, raster, left: left, top: top, coarse.unit))
          places.sort { $0.correlation > $1.correlation }
          places.removeLast(max(0, places.count - ShapeMatch.kept))
        }
      }
    }
    var rasters = ShapeRasters(shape, matcher: ShapeMatcher(plane: fine, ink: ink), size: layout.size, grow: grow)
    guard let start = places.compactMap({ rasters.match($0.box) }).max(by: { $0.correlation < $1.correlation }) else {
      return nil
    }
    self = rasters.refined(start)
  }

  fileprivate init(
    _ correlation: Double, _ size: Size, _ raster: ShapeRaster, left: Int, top: Int, _ unit: Double
  ) {
    self.correlation = correlation
    let middle = Point(
      x: (Double(left) + Double(raster.width) / 2) / unit, y: (Double(top) + Double(raster.height) / 2) / unit)
    box = Rect(x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height)
  }
}

/// A shape in the sizes that were asked for, at a place of a plane.
private struct ShapeRasters {
  private static let rounds = 5

  private let shape: ElementShape
  private let matcher: ShapeMatcher
  private let size: Size
  private let grow: ClosedRange<Double>
  private var made: [Size: ShapeRaster] = [:]

  init(_ shape: ElementShape, matcher: ShapeMatcher, size: Size, grow: Double) {
    self.shape = shape
    self.matcher = matcher
    self.size = size
    self.grow = 0.98 - grow...1.02 + grow
  }

  /// At the whole pixel next to a box in millimetres; nil when it is too large or too small.
  mutating func match(_ box: Rect) -> ShapeMatch? {
    guard grow.contains(box.width / size.width), grow.contains(box.height / size.height) else { return nil }
    let unit = matcher.plane.unit
    let own = Size(width: box.width, height: box.height)
    guard let raster = made[own] ?? ShapeRaster(shape, size: Size(width: own.width * unit, height: own.height * unit))
    else { return nil }
    made[own] = raster
    let left = Int((box.center.x * unit - Double(raster.width) / 2).rounded())
    let top = Int((box.center.y * unit - Double(raster.height) / 2).rounded())
    return ShapeMatch(
      matcher.correlation(raster, left: left, top: top), own, raster, left: left, top: top, unit)
  }

  /// By small steps of place and size, as long as it gets better.
  mutating func refined(_ start: ShapeMatch) -> ShapeMatch {
    var best = start
    let pixel = 1 / matcher.plane.unit
    let (w, h) = (size.width * 0.04, size.height * 0.04)
    let steps = [
      (pixel, 0, 0, 0), (-pixel, 0, 0, 0), (0, pixel, 0, 0), (0, -pixel, 0, 0), (0, 0, w, 0), (0, 0, -w, 0),
      (0, 0, 0, h), (0, 0, 0, -h), (0, 0, w, h), (0, 0, -w, -h),
    ]
    for _ in 0..<ShapeRasters.rounds {
      let middle = best
      for (dx, dy, dw, dh) in steps {
        let box = best.box
        let moved = Rect(
          x: box.x + dx - dw / 2, y: box.y + dy - dh / 2, width: box.width + dw, height: box.height + dh)
        if let match = match(moved), match.correlation > best.correlation { best = match }
      }
      if best.correlation == middle.correlation { break }
    }
    return best
  }
}

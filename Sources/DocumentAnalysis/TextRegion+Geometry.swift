internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

extension TextRegions.Region {
  /// From the beginning of the text's upper side clockwise.
  var corners: [Point] {
    let (ux, uy) = (cos(angle) * length / 2, sin(angle) * length / 2)
    let (vx, vy) = (-sin(angle) * height / 2, cos(angle) * height / 2)
    return [
      Point(x: center.x - ux - vx, y: center.y - uy - vy), Point(x: center.x + ux - vx, y: center.y + uy - vy),
      Point(x: center.x + ux + vx, y: center.y + uy + vy), Point(x: center.x - ux + vx, y: center.y - uy + vy),
    ]
  }

  /// Leads pixels of a level strip to pixels of the picture.
  func map(width: Int, height stripHeight: Int) -> AffineMap {
    let (stepX, stepY) = (length / Double(width), height / Double(stripHeight))
    let (a, c) = (cos(angle) * stepX, sin(angle) * stepX)
    let (b, d) = (-sin(angle) * stepY, cos(angle) * stepY)
    let (middleX, middleY) = (Double(width - 1) / 2, Double(stripHeight - 1) / 2)
    return AffineMap(
      a: a, b: b, tx: center.x - a * middleX - b * middleY, c: c, d: d, ty: center.y - c * middleX - d * middleY)
  }
}

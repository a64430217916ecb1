internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// Where a zone lies in a picture, roughly.
struct ZonePlace: Sendable {
  /// Pixels of the picture that was looked at.
  var center: Point
  /// The reading direction, of length 1, or its opposite.
  var direction: Point
  /// Along and across the lines, pixels.
  var length: Double
  var height: Double
  /// Of a capital letter, pixels.
  var capital: Double
  /// How much of it is line, in cells.
  var weight: Double
}

/// Finds the places of zones on the finder's maps.
struct ZonePlaces: Sendable {
  /// More zones than this are not looked at in one picture.
  static let maximum = 3

  /// A connected region of a map.
  private struct Piece {
    /// Cells, weighted by how surely each belongs to a line.
    var cells: WeightedPoints
    var center: Point
    var direction: Point
    var capital: Double
    var length: Double
    var height: Double
    var weight: Double
  }

  private let settings: Settings

  init(settings: Settings) {
    self.settings = settings
  }

  /// The places of zones, the surest first.
  func places(in maps: ZoneMaps) -> [ZonePlace] {
    let pieces = components(of: maps).compactMap { piece($0, maps) }.sorted { $0.weight > $1.weight }
    var taken: Set<Int> = []
    var found: [ZonePlace] = []
    for (index, piece) in pieces.enumerated() where !taken.contains(index) && found.count < ZonePlaces.maximum {
      guard piece.weight >= settings[.zoneCellsLeast] else { break }
      var cells = piece.cells
      var weight = piece.weight
      for (other, candidate) in pieces.enumerated().dropFirst(index + 1) where !taken.contains(other) {
        guard continues(piece, candidate) else { continue }
        taken.insert(other)
        cells.append(candidate.cells)
        weight += candidate.weight
      }
      let direction = piece.direction
      guard let along = cells.span(along: direction, cut: 0.004),
        let across = cells.span(along: direction.normal, cut: 0.004)
      else { continue }
      let length = along.upperBound - along.lowerBound + Double(ZoneMaps.stride)
      let height = across.upperBound - across.lowerBound + Double(ZoneMaps.stride)
      // Short and thick is no zone, unless it is so small that the cells decide its shape.
      if length < 2.5 * height && length < 60 { continue }
      let center =
        direction * ((along.lowerBound + along.upperBound) / 2)
        + direction.normal * ((across.lowerBound + across.upperBound) / 2)
      found.append(
        ZonePlace(
          center: center, direction: direction, length: length, height: height, capital: piece.capital,
          weight: weight))
    }
    return found
  }

  /// Whether two pieces are parts of one zone that glare or a finger has cut: same direction, same size, same band.
  private func continues(_ piece: Piece, _ other: Piece) -> Bool {
    let offset = other.center - piece.center
    return abs(other.direction.dot(piece.direction)) > 0.9
      && abs(offset.dot(piece.direction.normal)) < 0.5 * max(piece.height, other.height)
      && abs(offset.dot(piece.direction)) < 0.5 * (piece.length + other.length) + 6 * piece.capital
      && abs(log(other.capital / piece.capital)) < 0.5
  }

  private func piece(_ cells: [Int], _ maps: ZoneMaps) -> Piece? {
    guard cells.count >= 8 else { return nil }
    var lines = WeightedPoints()
    var sums = (weight: 0.0, x: 0.0, y: 0.0, cosine: 0.0, sine: 0.0, size: 0.0, line: 0.0)
    for cell in cells {
      let point = Point(x: ZoneMaps.pixel(cell % maps.width), y: ZoneMaps.pixel(cell / maps.width))
      let weight = Double(maps.zone[cell])
      lines.append(point, weight: Double(maps.line[cell]) + 0.02)
      sums.weight += weight
      sums.x += point.x * weight
      sums.y += point.y * weight
      sums.cosine += Double(maps.cosine[cell]) * weight
      sums.sine += Double(maps.sine[cell]) * weight
      sums.size += Double(maps.size[cell]) * weight
      sums.line += Double(maps.line[cell])
    }
    guard sums.weight > 0, hypot(sums.cosine, sums.sine) >= 1e-6 else { return nil }
    // The network's own direction is good for the way round; the lines themselves tell the angle.
    let mean = atan2(sums.sine, sums.cosine)
    let coarse = lines.sharpest(angles(around: mean, degrees: -45, 45, step: 3), bin: 3)
    let angle = lines.sharpest(angles(around: coarse, degrees: -3, 3, step: 0.5), bin: 3)
    let direction = Point(angle: angle)
    let along = lines.points.map { $0.dot(direction) }
    let across = lines.points.map { $0.dot(direction.normal) }
    guard let left = along.min(), let right = along.max(), let top = across.min(), let bottom = across.max() else {
      return nil
    }
    let capital = ZoneMaps.height(ofSize: sums.size / sums.weight)
    guard capital.isFinite, capital > 0.5, capital < 10_000 else { return nil }
    return Piece(
      cells: lines, center: Point(x: sums.x / sums.weight, y: sums.y / sums.weight), direction: direction,
      capital: capital, length: right - left + Double(ZoneMaps.stride),
      height: bottom - top + Double(ZoneMaps.stride), weight: sums.line)
  }

  /// Cells of the zone map that touch, corners included.
  private func components(of maps: ZoneMaps) -> [[Int]] {
    var open = maps.zone.map { $0 > 0.5 }
    var found: [[Int]] = []
    for start in open.indices where open[start] {
      open[start] = false
      var cells = [start]
      var next = 0
      while next < cells.count {
        let column = cells[next] % maps.width
        let row = cells[next] / maps.width
        next += 1
        for y in max(0, row - 1)...min(maps.height - 1, row + 1) {
          for x in max(0, column - 1)...min(maps.width - 1, column + 1) {
            let cell = maps.index(column: x, row: y)
            guard open[cell] else { continue }
            open[cell] = false
            cells.append(cell)
          }
        }
      }
      found.append(cells)
    }
    return found
  }
}

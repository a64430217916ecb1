package import BonafideInference
package import BonafideMedia
package import BonafideObservations
package import BonafideTravelDocument
internal import Foundation

/// A machine-readable zone that was found in a picture and read.
package struct MRZReading: Sendable {
  /// As read, and as corrected under its check digits.
  package let zone: RepairedZone
  /// Mean log-probability of the characters as read, 0 or less.
  package let certainty: Double
  /// Characters that the reader was not sure of, whether or not a check digit covers them.
  package let doubts: [MRZDoubtfulCharacter]
  /// The corners of the zone in the upright picture, from the beginning of its first line clockwise.
  package let quad: [Point]
  /// For comparing readings of one picture.
  let value: Double

  /// What the zone says with one of the doubtful characters, or all of them, read the other way. Few.
  package var otherZones: [MRZZone] {
    let format = zone.zone.format
    let places = doubts.prefix(MRZReading.mostDoubts).compactMap { doubt -> (place: Int, byte: UInt8)? in
      let place = (doubt.line - 1) * format.lineLength + doubt.column - 1
      guard zone.zone.bytes.indices.contains(place), let byte = doubt.alternative.utf8.first else { return nil }
      return (place, byte)
    }
    let choices = places.map { [$0] } + (places.count > 1 ? [places] : [])
    return choices.compactMap { choice in
      var bytes = zone.zone.bytes
      for (place, byte) in choice { bytes[place] = byte }
      return try? MRZZone(format: format, bytes: bytes)
    }
  }

  private static let mostDoubts = 8

  package var isSound: Bool { zone.outcome == .sound || zone.outcome == .repaired }
}

/// Finds the machine-readable zone in a picture, whichever way up, and reads it.
///
/// The whole picture is looked at once, small; then the zone alone, level and of a fixed width; then its lines alone, at
/// the picture's own resolution. Holds no state between pictures.
package struct MRZReader: Sendable {
  private let finder: ZoneFinder
  private let reader: LineReader
  private let settings: Settings

  package init(models: ModelStore, settings: Settings = .defaults) {
    finder = ZoneFinder(models: models)
    reader = LineReader(models: models)
    self.settings = settings
  }

  /// The zone of a picture, or nil where there is none that can be read.
  package func read(_ image: Image) throws -> MRZReading? { try read(GreyImage(image)) }

  package func read(_ page: GreyImage) throws -> MRZReading? {
    let side = settings[.zoneCoarseSide]
    let longer = Double(max(page.width, page.height))
    var best = try search(page, longerSide: Int(side))
    // Small in a big picture, or hard to read: looked for once more in a larger copy.
    if best?.certainty ?? -.infinity < settings[.zoneAgainCertainty], longer > 1.3 * side,
      let again = try search(page, longerSide: Int(1.6 * side)), again.value > best?.value ?? -.infinity
    {
      best = again
    }
    guard let best, best.certainty >= settings[.zoneLeastCertainty] else { return nil }
    return best.certainty >= settings[.zoneBelievedCertainty] || isBelievable(best) ? best : nil
  }

  /// Whether something that was hard to read says what zones say. Headings and labels do not, though the finder may take
  /// them for one.
  private func isBelievable(_ reading: MRZReading) -> Bool {
    if reading.isSound { return true }
    // Any day will do: only whether there is one counts.
    guard let today = CalendarDate(year: 2000, month: 1, day: 1) else { return false }
    let mrz = MRZ(reading.zone.zone, today: today)
    let hasBirth = mrz.dateOfBirth.raw.allSatisfy { $0.isNumber || $0 == "<" }
    return mrz.issuingState.flaw == nil && hasBirth
  }

  private func search(_ page: GreyImage, longerSide side: Int) throws -> MRZReading? {
    let scale = Double(max(page.width, page.height)) / Double(side)
    let places = ZonePlaces(settings: settings).places(in: try finder.maps(of: page.fitted(longerSide: side)))
    var best: MRZReading?
    for place in places {
      guard let reading = try read(place, of: page, scale: scale) else { continue }
      if reading.value > best?.value ?? -.infinity { best = reading }
      if let best, best.certainty > settings[.zoneSureCertainty] { break }
    }
    return best
  }

  // MARK: A zone

  private func read(_ place: ZonePlace, of page: GreyImage, scale: Double) throws -> MRZReading? {
    var view = ZoneView(place, scale: scale)
    var lines = try lines(in: view, of: page)
    if let better = try closer(lines, in: view, of: page, scale: scale) { (view, lines) = better }
    guard !lines.isEmpty else { return nil }
    var ways: [(view: ZoneView, lines: [ZoneLine])] = [
      (view, lines), (view.turned, lines.reversed().map { $0.turned(in: view) }),
    ]
    if lines.reduce(0, { $0 + $1.weight * $1.uprightness }) < 0 { ways.reverse() }
    let first = try read(ways[0].lines, in: ways[0].view, of: page)
    if let first, first.certainty >= settings[.zoneUprightCertainty] { return first }
    let second = try read(ways[1].lines, in: ways[1].view, of: page)
    guard let first, let second else { return first ?? second }
    return second.value > first.value ? second : first
  }

  /// Another look at a zone whose lines are oblique, or run out of the view: turned level, or widened. Nil when it
  /// needs none or does not gain by it.
  private func closer(
    _ lines: [ZoneLine], in view: ZoneView, of page: GreyImage, scale: Double
  ) throws -> (ZoneView, [ZoneLine])? {
    guard let left = lines.map(\.left).min(), let right = lines.map(\.right).max() else { return nil }
    let slope = lines.map(\.slope).median
    let isCutLeft = left < MRZReader.edge
    let isCutRight = right > Double(ZoneView.width) - MRZReader.edge
    guard abs(slope) > settings[.zoneObliqueSlope] || isCutLeft || isCutRight else { return nil }
    var ends = lines
    for index in ends.indices where isCutLeft || isCutRight {
      ends[index].left = left - (isCutLeft ? 0.5 * (right - left) : 0)
      ends[index].right = right + (isCutRight ? 0.5 * (right - left) : 0)
    }
    guard let place = view.place(of: ends, tiltedBy: atan(slope), scale: scale) else { return nil }
    let again = ZoneView(place, scale: scale)
    let better = try self.lines(in: again, of: page)
    let gain = better.reduce(0) { $0 + $1.weight } > 0.5 * lines.reduce(0) { $0 + $1.weight }
    return gain ? (again, better) : nil
  }

  /// Lines that come nearer to the edge of a view than this, in pixels, go on beyond it.
  private static let edge = 8.0

  private func lines(in view: ZoneView, of page: GreyImage) throws -> [ZoneLine] {
    ZoneLines(try finder.maps(of: view.picture(of: page))).found()
  }

  // MARK: Lines

  /// The lines of a zone, read with strips of one shape.
  private struct Pass {
    let lines: [UnplacedLine]
    /// Characters between the ends of the lines, as the strips took for granted and as reading shows.
    let assumedCount: Double
    let measuredCount: Double
    /// The line length that fits best.
    let length: Int
    /// Text runs into an end of at least half of the strips.
    let touchesLeft: Bool
    let touchesRight: Bool
  }

  private static let lengths = [30, 36, 44]

  private func pass(
    _ lines: [ZoneLine], in view: ZoneView, of page: GreyImage, count: Double? = nil,
    extended: LineStrips.Extension = .init()
  ) throws -> Pass? {
    guard let strips = LineStrips(of: lines, in: view, page: page, count: count, extended: extended) else { return nil }
    let read = try reader.read(strips)
    let unplaced = read.map { strip in
      UnplacedLine(
        fits: Dictionary(
          uniqueKeysWithValues: MRZReader.lengths.compactMap { length in strip.fit(count: length).map { (length, $0) } }
        ))
    }
    func score(_ length: Int) -> Double {
      unplaced.reduce(0) { $0 + ($1.fits[length]?.score ?? -1e9) }
    }
    return Pass(
      lines: unplaced, assumedCount: strips.count,
      measuredCount: strips.count * ReadStrip.usualPitch / read.map(\.pitch).median,
      length: MRZReader.lengths.max { score($0) < score($1) } ?? 44,
      touchesLeft: read.count(where: \.touchesLeft) * 2 >= read.count,
      touchesRight: read.count(where: \.touchesRight) * 2 >= read.count)
  }

  private func read(_ lines: [ZoneLine], in view: ZoneView, of page: GreyImage) throws -> MRZReading? {
    guard var pass = try pass(lines, in: view, of: page) else { return nil }
    var count = pass.assumedCount
    var extended = LineStrips.Extension()
    // Characters far from the size that the network likes: once more with the number that was measured.
    let isOff = !(0.8...1.25).contains(pass.measuredCount / count)
    if isOff || pass.touchesLeft || pass.touchesRight { count = pass.measuredCount }
    // Text runs into an end of the strips: the finder saw too little of the lines.
    var isFirst = isOff
    for _ in 0..<MRZReader.mostExtensions where isFirst || pass.touchesLeft || pass.touchesRight {
      isFirst = false
      if pass.touchesLeft { extended.left += MRZReader.extensionStep }
      if pass.touchesRight { extended.right += MRZReader.extensionStep }
      guard let next = try self.pass(lines, in: view, of: page, count: count, extended: extended) else { break }
      pass = next
    }
    var lines = lines
    if let completed = MRZReader.completed(lines, length: pass.length) {
      lines = completed
      pass = try self.pass(lines, in: view, of: page, count: count, extended: extended) ?? pass
    }
    guard let hypothesis = MRZHypothesis.best(for: pass.lines, settings) else { return nil }
    // What can hardly be read is not repaired: with so many alternatives some reading always fits.
    let isLegible = hypothesis.certainty >= settings[.zoneLegibleCertainty]
    let zone = try MRZRepair.repair(
      hypothesis.lines, as: hypothesis.format, isLegible ? settings : settings.setting(.mrzRepairChanges, to: 0))
    let own = lines.dropFirst(hypothesis.firstLine).prefix(hypothesis.format.lineCount)
    return MRZReading(
      zone: zone, certainty: hypothesis.certainty,
      doubts: hypothesis.doubts(about: zone.zone, margin: settings[.zoneDoubtMargin]),
      quad: MRZReader.quad(of: Array(own), in: view),
      value: hypothesis.value)
  }

  private static let mostExtensions = 3
  /// Characters.
  private static let extensionStep = 8

  /// With lines added where the finder has missed some; nil when there are enough.
  private static func completed(_ lines: [ZoneLine], length: Int) -> [ZoneLine]? {
    let needed = length == 30 ? 3 : 2
    guard lines.count < needed, let first = lines.first, let last = lines.last else { return nil }
    let capital = lines.map(\.capital).median
    if lines.count == 2 {
      let gap = last.y(at: ZoneView.middle) - first.y(at: ZoneView.middle)
      if gap > 2.7 * capital {
        var middle = first.moved(down: gap / 2)
        middle.slope = (first.slope + last.slope) / 2
        middle.intercept = (first.intercept + last.intercept) / 2
        return [first, middle, last]
      }
      return [first.moved(down: -gap), first, last, last.moved(down: gap)]
    }
    let gap = capital * (length == 30 ? 1.75 : 2.2)
    let places = length == 30 ? [-2, -1, 0, 1, 2] : [-1, 0, 1]
    return places.map { $0 == 0 ? first : first.moved(down: Double($0) * gap) }
  }

  private static func quad(of lines: [ZoneLine], in view: ZoneView) -> [Point] {
    guard let first = lines.first, let last = lines.last else { return [] }
    let left = lines.map(\.left).min() ?? first.left
    let right = lines.map(\.right).max() ?? first.right
    let half = lines.map(\.capital).median / 2
    return [
      Point(x: left, y: first.y(at: left) - half), Point(x: right, y: first.y(at: right) - half),
      Point(x: right, y: last.y(at: right) + half), Point(x: left, y: last.y(at: left) + half),
    ].map(view.map.apply)
  }
}

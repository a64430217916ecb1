package import BonafideMedia
package import BonafideObservations
internal import Foundation

/// Finds documents in a picture: cards, passport pages and what else has four straight sides.
///
/// A reduced picture gives edges of any colour, edges give lines, lines give quads, and the best quad's sides are then
/// placed on the picture itself. Where the machine-readable zone is known, the document has to lie around it, and its
/// reading direction says which way up it is. Holds no state between pictures.
package struct DocumentFinder: Sendable {
  /// More documents than this are not looked for in one picture.
  package static let maximum = 4
  private static let linesWithZone = 44
  private static let linesWithout = 40
  private static let linesForMore = 18
  private static let ranked = 40
  private static let smallestSide = 32
  /// Longer strips hold no document whose sides could be seen.
  private static let longestShape = 8

  private let settings: Settings

  package init(settings: Settings = .defaults) {
    self.settings = settings
  }

  /// The documents of a picture, the best first; none where there are none.
  ///
  /// `zone`: the corners of the machine-readable zone as `MRZReading.quad` has them, from the beginning of its first
  /// line clockwise, pixels of the picture; nil when none was found or looked for.
  package func documents(in image: Image, zone: [Point]? = nil) throws -> [FoundDocument] {
    let shorter = min(image.width, image.height)
    let longer = max(image.width, image.height)
    guard shorter >= DocumentFinder.smallestSide, longer <= shorter * DocumentFinder.longestShape else { return [] }
    let factor = max(1, Int((Double(longer) / settings[.documentSide]).rounded()))
    let reduced = try image.reduced(by: factor)
    let scale = ReducedScale(factor: Double(factor))
    let lines = EdgeLines(EdgeMap(reduced, settings: settings), settings: settings)
    let size = (width: Double(reduced.width), height: Double(reduced.height))

    var found: [FoundDocument] = []
    let zone = zone.flatMap { ConvexQuad($0) == nil ? nil : $0 }
    if let zone {
      // Lines that the picture cuts off are nevertheless expected where they would be.
      let near = zone.map(scale.reduced).map {
        Point(x: min(max($0.x, 0), size.width - 1), y: min(max($0.y, 0), size.height - 1))
      }
      let along = near[1] + near[2] - near[0] - near[3]
      let degrees = atan2(along.y, along.x) * 180 / .pi
      let around = lines.strongest(DocumentFinder.linesWithZone, perSector: 20) { normal in
        // Sides along the lines of text and across them, in perspective.
        let off = abs(remainder(Double(normal) - degrees, 180))
        return off < 22 || off > 78
      }
      let search = QuadSearch(width: size.width, height: size.height, zone: near, settings: settings, mostQuads: 40_000)
      let best = ranked(search.candidates(of: around), in: reduced).first {
        $0.score >= settings[.documentScoreLeastWithZone]
      }
      if let best, !isScan(best, zone: zone, in: image, reduced: reduced),
        let document = try document(best, zone: zone, in: image, scale)
      {
        found.append(document)
      } else {
        found.append(try wholePicture(image, zone: zone))
      }
    }
    let search = QuadSearch(
      width: size.width, height: size.height, zone: nil, settings: settings,
      mostQuads: found.isEmpty ? 40_000 : 8_000)
    let everywhere = lines.strongest(
      found.isEmpty ? DocumentFinder.linesWithout : DocumentFinder.linesForMore, perSector: 14
    ) { _ in true }
    for candidate in ranked(search.candidates(of: everywhere), in: reduced) where found.count < DocumentFinder.maximum {
      let least = found.isEmpty ? settings[.documentScoreLeast] : settings[.documentScoreLeastOfMore]
      guard candidate.score >= least else { break }
      guard candidate.isFrame.count(where: { $0 }) < 2 else { continue }
      let corners = candidate.corners.map(scale.full)
      guard !found.contains(where: { DocumentFinder.overlap($0.quad, corners) }) else { continue }
      if let document = try document(candidate, zone: nil, in: image, scale) { found.append(document) }
    }
    return found
  }

  /// The best candidates anew, by how different both sides of their borders are.
  private func ranked(_ candidates: [QuadCandidate], in reduced: Image) -> [QuadCandidate] {
    let contrast = BorderContrast(picture: reduced)
    let weight = settings[.documentContrastWeight]
    return candidates.prefix(DocumentFinder.ranked).map { candidate in
      var candidate = candidate
      candidate.score -= weight * (1 - contrast.contrast(of: candidate))
      return candidate
    }.sorted { $0.score > $1.score }
  }

  /// A picture that ends where the document does: the zone takes its whole width, and no two sides are to be seen.
  private func isScan(_ candidate: QuadCandidate, zone: [Point], in image: Image, reduced: Image) -> Bool {
    let frames = candidate.isFrame.count(where: { $0 })
    let covered = abs(ConvexQuad(candidate.corners)?.signedArea ?? 0) / Double(reduced.width * reduced.height)
    guard frames >= 2 || frames == 1 && covered >= settings[.documentScanCovered] else { return false }
    guard let area = Rect(around: zone) else { return false }
    let share = max(area.width / Double(image.width), area.height / Double(image.height))
    return share >= settings[.documentScanZone]
  }

  // MARK: One document

  private func document(
    _ candidate: QuadCandidate, zone: [Point]?, in image: Image, _ scale: ReducedScale
  ) throws -> FoundDocument? {
    var full = candidate
    full.corners = candidate.corners.map(scale.full)
    full.snapToFrame(width: image.width, height: image.height, within: 3 * scale.factor)
    let corners =
      BorderRefiner(image: image, settings: settings).refined(full, uncertainty: 2.5 * scale.factor) ?? full.corners
    let frames = full.isFrame.count(where: { $0 })
    return try made(
      DocumentFinder.upright(corners, zone: zone), score: min(max(candidate.score, 0), 1),
      isCut: (1...3).contains(frames), in: image)
  }

  /// What is known where only the zone says that there is a document.
  private func wholePicture(_ image: Image, zone: [Point]) throws -> FoundDocument {
    let right = Double(image.width - 1)
    let bottom = Double(image.height - 1)
    let frame = [Point(x: 0, y: 0), Point(x: right, y: 0), Point(x: right, y: bottom), Point(x: 0, y: bottom)]
    return try made(DocumentFinder.upright(frame, zone: zone), score: 0.1, isCut: false, in: image)
  }

  private func made(_ quad: [Point], score: Double, isCut: Bool, in image: Image) throws -> FoundDocument {
    let slack = settings[.documentCutMargin] * Double(max(image.width, image.height))
    let outside = quad.contains {
      $0.x < -slack || $0.y < -slack || $0.x > Double(image.width - 1) + slack
        || $0.y > Double(image.height - 1) + slack
    }
    let quality = try DocumentQuality(of: quad, in: image)
    let (across, down) = (quality.width, quality.height)
    let aspect = max(across, down) / max(min(across, down), 1e-9)
    let cut = isCut || outside
    return FoundDocument(
      quad: quad, score: score, kind: FoundDocument.Kind(aspect: aspect, settings: settings), cutByEdge: cut,
      quality: quality, hint: quality.hint(cutByEdge: cut, score: score, settings: settings))
  }

  /// The corners from the document's own top left: its upper side runs as the zone reads, or, without one, as nearly to
  /// the right as any.
  private static func upright(_ corners: [Point], zone: [Point]?) -> [Point] {
    let along = zone.map { $0[1] + $0[2] - $0[0] - $0[3] } ?? Point(x: 1, y: 0)
    func likeness(_ index: Int) -> Double {
      let side = corners[(index + 1) % 4] - corners[index]
      let opposite = corners[(index + 2) % 4] - corners[(index + 3) % 4]
      return (side + opposite).dot(along) / max(1e-9, hypot(side.x + opposite.x, side.y + opposite.y))
    }
    guard let start = (0..<4).max(by: { likeness($0) < likeness($1) }) else { return corners }
    return (0..<4).map { corners[(start + $0) % 4] }
  }

  private static func overlap(_ first: [Point], _ second: [Point]) -> Bool {
    guard let a = Rect(around: first), let b = Rect(around: second), let common = a.intersection(b) else {
      return false
    }
    return common.area > 0.1 * min(a.area, b.area)
  }
}

/// Between pixels of the picture and of the reduced one.
struct ReducedScale: Sendable {
  let factor: Double

  func full(_ point: Point) -> Point {
    Point(x: (point.x + 0.5) * factor - 0.5, y: (point.y + 0.5) * factor - 0.5)
  }

  func reduced(_ point: Point) -> Point {
    Point(x: (point.x + 0.5) / factor - 0.5, y: (point.y + 0.5) / factor - 0.5)
  }
}

extension QuadCandidate {
  /// Sides that are the picture's borders lie exactly there.
  mutating func snapToFrame(width: Int, height: Int, within reach: Double) {
    let right = Double(width - 1)
    let bottom = Double(height - 1)
    for side in 0..<4 where isFrame[side] {
      for index in [side, (side + 1) % 4] {
        let other = corners[index == side ? (side + 1) % 4 : side]
        if abs(corners[index].x - other.x) < abs(corners[index].y - other.y) {
          if corners[index].x < reach { corners[index].x = 0 }
          if corners[index].x > right - reach { corners[index].x = right }
        } else {
          if corners[index].y < reach { corners[index].y = 0 }
          if corners[index].y > bottom - reach { corners[index].y = bottom }
        }
      }
    }
  }
}

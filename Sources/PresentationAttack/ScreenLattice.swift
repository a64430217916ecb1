internal import BonafideMedia
internal import BonafideObservations

/// Looks for the moiré that rows and stripes of a screen make with a sensor, on the face and around it, now and then.
/// In luma only: what compression leaves of colours looks like stripes of colour.
struct ScreenLattice: Sendable {
  static let cueName = "moire"
  private static let lines = StripeLines(.luma, bits: 7, lowest: 0.2, highest: 0.5)
  /// Middles of the tiles from the middle of the face, in widths of a tile.
  private static let places = [(0.0, 0.0), (-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)]
  private static let leastTiles = 3

  private var strengths: [Double] = []
  private var next = -Double.infinity
  private var trace = CueTrace()
  /// The middle tile of the look with the strongest line.
  private var clearest: (strength: Double, tile: Image)?

  mutating func add(_ image: Image, face: Rect, at time: Double, settings: Settings) {
    guard time >= next, strengths.count < Int(settings[.latticeSamples]), face.width >= settings[.latticeFace] else {
      return
    }
    next = time + settings[.latticeInterval]
    let side = Double(ScreenLattice.lines.side)
    let center = face.center
    let tiles = ScreenLattice.places.map { place -> Double? in
      let left = face.center.x + (place.0 - 0.5) * side
      let top = face.center.y + (place.1 - 0.5) * side
      guard abs(left) < 1e6, abs(top) < 1e6 else { return nil }
      return ScreenLattice.lines.strongest(in: image, left: Int(left), top: Int(top))
    }
    // On the face itself as well: clothes and walls may have fine stripes.
    let seen = tiles.compactMap { $0 }
    if seen.count >= ScreenLattice.leastTiles, let face = tiles.first ?? nil, let middle = median(seen) {
      let strength = min(face, middle)
      strengths.append(strength)
      trace.add(strength, at: time)
      if strength > (clearest?.strength ?? 0), let tile = ScreenLattice.tile(of: image, around: center) {
        clearest = (strength, tile)
      }
    }
  }

  private static func tile(of image: Image, around center: Point) -> Image? {
    let side = Double(lines.side)
    return try? image.cropped(
      Rect(x: (center.x - side / 2).rounded(), y: (center.y - side / 2).rounded(), width: side, height: side))
  }

  /// Median of the looks: by how many times the strongest line stands out of what is as fine as it.
  func reading(settings: Settings) -> CueReading {
    guard strengths.count >= Int(settings[.latticeLeast]), let strength = median(strengths) else {
      return CueReading(ScreenLattice.cueName, nil, "the face is too small or not seen long enough")
    }
    return CueReading(
      ScreenLattice.cueName, strength,
      "fine lines stand out \(Int(min(strength, 1e6))) times, noise does up to \(Int(settings[.latticeClean])) times")
  }

  var evidence: CueEvidence {
    CueEvidence(
      cue: ScreenLattice.cueName, label: "how far the strongest fine line stands out", points: trace.points,
      isJudged: true,
      picture: clearest.flatMap { clearest in
        ScreenLattice.lines.picture(of: clearest.tile, left: 0, top: 0).map {
          CueEvidence.Picture(image: $0, caption: "spectrum of the face; a dot off the axes is a fine line")
        }
      })
  }
}

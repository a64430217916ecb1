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

  mutating func add(_ image: Image, face: Rect, at time: Double, settings: Settings) {
    guard time >= next, strengths.count < Int(settings[.latticeSamples]), face.width >= settings[.latticeFace] else {
      return
    }
    next = time + settings[.latticeInterval]
    let side = Double(ScreenLattice.lines.side)
    let tiles = ScreenLattice.places.map { place -> Double? in
      let left = face.center.x + (place.0 - 0.5) * side
      let top = face.center.y + (place.1 - 0.5) * side
      guard abs(left) < 1e6, abs(top) < 1e6 else { return nil }
      return ScreenLattice.lines.strongest(in: image, left: Int(left), top: Int(top))
    }
    // On the face itself as well: clothes and walls may have fine stripes.
    let seen = tiles.compactMap { $0 }
    if seen.count >= ScreenLattice.leastTiles, let face = tiles.first ?? nil, let middle = median(seen) {
      strengths.append(min(face, middle))
    }
  }

  func cue(settings: Settings) -> CueScore {
    guard strengths.count >= Int(settings[.latticeLeast]), let strength = median(strengths) else {
      return CueScore(
        name: ScreenLattice.cueName, score: nil, weight: 1, detail: "the face is too small or not seen long enough")
    }
    let score = 1 - ramp(strength, from: settings[.latticeClean], to: settings[.latticeScreen])
    return CueScore(
      name: ScreenLattice.cueName, score: score, weight: 1,
      detail: "fine lines stand out \(Int(min(strength, 1e6))) times, noise does up to "
        + "\(Int(settings[.latticeClean])) times")
  }
}

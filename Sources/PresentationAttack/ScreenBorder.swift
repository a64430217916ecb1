internal import BonafideMedia
internal import BonafideObservations

/// Looks for the frame of a screen or print around the face, now and then.
struct ScreenBorder: Sendable {
  static let cueName = "screen_border"
  /// The longer side of the picture that is looked at, about.
  private static let side = 320

  private var looks = 0
  private var framed = 0
  private var next = -Double.infinity

  mutating func add(_ image: Image, face: Rect, at time: Double, settings: Settings) {
    guard time >= next, looks < Int(settings[.borderSamples]) else { return }
    let factor = max(1, max(image.width, image.height) / ScreenBorder.side)
    let share = 1 / Double(factor)
    let small = Rect(
      x: face.x * share, y: face.y * share, width: face.width * share, height: face.height * share)
    guard small.width >= settings[.borderFace], let reduced = try? image.reduced(by: factor) else { return }
    next = time + settings[.borderInterval]
    looks += 1
    if BorderLines(GreyImage(reduced), face: small, settings: settings).isFrame(settings) { framed += 1 }
  }

  func cue(settings: Settings) -> CueScore {
    guard looks >= Int(settings[.borderLeast]) else {
      return CueScore(
        name: ScreenBorder.cueName, score: nil, weight: 1, detail: "the face is too small or not seen long enough")
    }
    let share = Double(framed) / Double(looks)
    let score = 1 - ramp(share, from: settings[.borderSeldom], to: settings[.borderOften])
    return CueScore(
      name: ScreenBorder.cueName, score: score, weight: 1,
      detail: "a straight, even frame is around the face in \(framed) of \(looks) pictures")
  }
}

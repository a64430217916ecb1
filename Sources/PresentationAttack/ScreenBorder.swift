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
  private var trace = CueTrace()
  /// The first one in which a frame was found.
  private var picture: Image?

  mutating func add(_ image: Image, face: Rect, at time: Double, settings: Settings) {
    guard time >= next, looks < Int(settings[.borderSamples]) else { return }
    let factor = max(1, max(image.width, image.height) / ScreenBorder.side)
    let share = 1 / Double(factor)
    let small = Rect(
      x: face.x * share, y: face.y * share, width: face.width * share, height: face.height * share)
    guard small.width >= settings[.borderFace], let reduced = try? image.reduced(by: factor) else { return }
    next = time + settings[.borderInterval]
    looks += 1
    let lines = BorderLines(GreyImage(reduced), face: small, settings: settings)
    trace.add(Double(lines.bands.count), at: time)
    if lines.isFrame(settings) {
      framed += 1
      picture = picture ?? reduced
    }
  }

  /// Share of the looks in which a frame is around the face.
  func reading(settings: Settings) -> CueReading {
    guard looks >= Int(settings[.borderLeast]) else {
      return CueReading(ScreenBorder.cueName, nil, "the face is too small or not seen long enough")
    }
    return CueReading(
      ScreenBorder.cueName, Double(framed) / Double(looks),
      "a straight, even frame is around the face in \(framed) of \(looks) pictures")
  }

  var evidence: CueEvidence {
    CueEvidence(
      cue: ScreenBorder.cueName, label: "sides of the face with a straight edge and an even band",
      points: trace.points,
      picture: picture.map { CueEvidence.Picture(image: $0, caption: "with a frame around the face") })
  }
}

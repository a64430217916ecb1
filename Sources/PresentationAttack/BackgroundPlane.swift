internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// Whether the face turns together with what is around it: a print that is turned takes its own background along, a
/// head does not.
struct BackgroundPlane: Sendable {
  static let cueName = "background"
  private static let kept = 12

  /// The last looks, oldest first.
  private var views: [RingView] = []
  private var errors: [Double] = []
  private var last = -Double.infinity
  private var next = -Double.infinity
  private var trackID: Int?
  private var trace = CueTrace()

  mutating func add(_ image: Image, face: FaceObservation, at time: Double, settings: Settings) {
    guard time.isFinite, errors.count < Int(settings[.planeSamples]) else { return }
    if face.trackID != trackID {
      trackID = face.trackID
      views = []
    }
    guard time >= last + settings[.planeInterval],
      let view = RingView(image, face: face, leastWidth: settings[.planeFace])
    else { return }
    last = time
    if time >= next, let other = counterpart(of: view, settings) {
      next = time + settings[.planePause]
      if let error = BackgroundPlane.error(from: other, to: view, settings) {
        errors.append(error)
        trace.add(error, at: time)
      }
    }
    views.append(view)
    if views.count > BackgroundPlane.kept { views.removeFirst() }
  }

  /// The earlier look from which the face is squeezed most in one direction; nil when none is far enough. That the
  /// camera is shifted, rolled or brought nearer moves face and background alike and is no such change.
  private func counterpart(of view: RingView, _ settings: Settings) -> RingView? {
    var best: RingView?
    var most = settings[.planeTurn]
    for other in views {
      guard let turn = RingView.linear(from: other.face, to: view.face)?.stretch, turn >= most else { continue }
      most = turn
      best = other
    }
    return best
  }

  /// How badly the plane that the ring around the face moves as tells where the face goes, by how much the face
  /// changes its shape and size: near 0 for one plane, about 1 when the ring knows nothing of it. Nil when the ring
  /// has too little texture, or does not move as a plane.
  private static func error(from one: RingView, to other: RingView, _ settings: Settings) -> Double? {
    guard let linear = RingView.linear(from: one.face, to: other.face) else { return nil }
    let start = one.face.reduce(.zero, +) / Double(one.face.count)
    let end = other.face.reduce(.zero, +) / Double(other.face.count)
    let tracks = RingTiles(settings).tracks(from: one, to: other, map: linear, around: start, movedTo: end)
    guard tracks.count >= max(6, Int(settings[.planeTiles])),
      let plane = RobustPlane(tracks, center: start, scale: one.width)
    else { return nil }
    let agreeing = tracks.indices.filter { plane.weights[$0] > 0.3 }
    guard Double(agreeing.count) >= settings[.planeAgree] * Double(tracks.count) else { return nil }
    // The ring has to be seen on most sides, so that the face lies within.
    var sides: Set<Int> = []
    for index in agreeing {
      let away = tracks[index].from - start
      sides.insert(min(7, max(0, Int((atan2(away.y, away.x) + .pi) / (.pi / 4)))))
    }
    guard sides.count >= leastSides else { return nil }
    var told: [PlanePoint] = []
    for point in one.face {
      guard let moved = plane.moved(point) else { return nil }
      told.append(moved)
    }
    // The place is left out: camera and head are shifted at will.
    let toldCenter = told.reduce(.zero, +) / Double(told.count)
    var dot = 0.0
    var cross = 0.0
    for (p, q) in zip(one.face, other.face) {
      let (a, b) = (p - start, q - end)
      dot += a.x * b.x + a.y * b.y
      cross += a.x * b.y - a.y * b.x
    }
    let angle = atan2(cross, dot)
    let (cosine, sine) = (cos(angle), sin(angle))
    var left = 0.0
    var own = 0.0
    for index in one.face.indices {
      let a = one.face[index] - start
      let b = other.face[index] - end
      let wrong = told[index] - toldCenter - b
      left += (wrong * wrong).sum()
      let change = b - PlanePoint(cosine * a.x - sine * a.y, sine * a.x + cosine * a.y)
      own += (change * change).sum()
    }
    let error = (left / max(own, 1e-9)).squareRoot()
    return error.isFinite ? error : nil
  }

  private static let leastSides = 5

  /// The lower quartile: tiles that were found at the wrong place make a plane look like none, hardly the reverse.
  func reading(settings: Settings) -> CueReading {
    guard errors.count >= max(1, Int(settings[.planeLeast])) else {
      return CueReading(
        BackgroundPlane.cueName, nil, "the face turns too little, or what is around it has too little texture")
    }
    let error = errors.sorted()[errors.count / 4]
    return CueReading(
      BackgroundPlane.cueName, error,
      "a plane through what is around the face explains \(percent(max(0, 1 - error))) of how the face changes shape")
  }

  var evidence: CueEvidence {
    CueEvidence(
      cue: BackgroundPlane.cueName, label: "what a plane through the background leaves of the face's change of shape",
      points: trace.points, isJudged: true)
  }
}

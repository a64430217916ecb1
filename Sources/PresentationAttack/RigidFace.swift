internal import BonafideMedia
internal import BonafideObservations

/// Whether skin beside the mouth moves when the mouth does: living skin folds and shifts, a mask or a print with holes
/// keeps its shape.
struct RigidFace: Sendable {
  static let cueName = "rigid_face"
  private static let kept = 40

  /// Earlier looks at the face, oldest first. When full, every second one is dropped and the interval doubled.
  private var views: [FaceView] = []
  private var thinning = 1.0
  /// Change of the skin by change of the mouth.
  private var shares: [Double] = []
  private var last = -Double.infinity
  private var next = -Double.infinity
  private var trackID: Int?
  private var trace = CueTrace()

  mutating func add(_ image: Image, face: FaceObservation, at time: Double, settings: Settings) {
    guard time.isFinite, shares.count < Int(settings[.rigidSamples]) else { return }
    if face.trackID != trackID {
      trackID = face.trackID
      views = []
    }
    guard time >= last + settings[.rigidInterval] * thinning,
      let view = FaceView(image, face: face, leastEyes: settings[.rigidEyes])
    else { return }
    last = time
    if time >= next, let other = counterpart(of: view, settings) {
      next = time + settings[.rigidPause]
      if let motion = SkinMotion(view, other), motion.mouth >= settings[.rigidMouth],
        motion.stretch <= settings[.rigidStretch]
      {
        shares.append(motion.skin / motion.mouth)
        trace.add(motion.skin / motion.mouth, at: time)
      }
    }
    views.append(view)
    if views.count > RigidFace.kept {
      views = views.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      thinning = min(thinning * 2, 1e6)
    }
  }

  /// The earlier look at the face, held alike, whose mouth differs most; nil when none differs enough.
  private func counterpart(of view: FaceView, _ settings: Settings) -> FaceView? {
    var best: FaceView?
    var most = settings[.rigidLips]
    for other in views
    where view.isHeld(like: other, degrees: settings[.rigidPose], shape: settings[.rigidShape]) {
      guard let change = view.lipChange(from: other), change >= most else { continue }
      most = change
      best = other
    }
    return best
  }

  /// The upper quartile of the changes of skin beside the mouth, in changes at the mouth. A person who only moves the
  /// lips now and then is no mask.
  func reading(settings: Settings) -> CueReading {
    guard shares.count >= max(1, Int(settings[.rigidLeast])) else {
      return CueReading(RigidFace.cueName, nil, "the mouth moves too little while the head is held alike")
    }
    let share = shares.sorted()[min(shares.count - 1, shares.count * 3 / 4)]
    return CueReading(
      RigidFace.cueName, share,
      "skin beside the mouth changes by \(percent(share)) of the change at the mouth in \(shares.count) pairs")
  }

  var evidence: CueEvidence {
    CueEvidence(
      cue: RigidFace.cueName, label: "change of the skin beside the mouth by change of the mouth",
      points: trace.points, isJudged: true)
  }
}

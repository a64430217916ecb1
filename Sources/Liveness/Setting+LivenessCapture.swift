package import BonafideObservations

/// Which frames are good enough to count, and when a face counts as the same person's.
extension Setting {
  // Size and place
  package static let livenessFaceLeastPixels = Setting(
    "liveness.face.least.pixels", .pixels, in: 20...1000, default: 100,
    source: "B-030: shorter side of the face; ML Kit's figure")
  package static let livenessFaceLeastShare = Setting(
    "liveness.face.least.share", .ratio, in: 0...0.8, default: 0.15,
    source: "A.11: larger of the face's shares in width and height of the picture; a capture profile may change it")
  package static let livenessFaceMostShare = Setting(
    "liveness.face.most.share", .ratio, in: 0.3...1, default: 0.9, source: "A.11, E-041; design")
  package static let livenessEyeDistanceLeast = Setting(
    "liveness.eyedistance.least", .pixels, in: 10...500, default: 40,
    source: "B-030: a face 100 pixels wide has its eyes 40 to 45 apart; judged on neutral poses")
  package static let livenessBorderLeast = Setting(
    "liveness.border.least", .ratio, in: -0.2...0.3, default: -0.03,
    source: "E-041: mesh to border, as share of the picture's shorter side; measured: a chin that is cut by 2 % does "
      + "not change the pose")
  package static let livenessCentreOffsetMost = Setting(
    "liveness.centre.offset.most", .ratio, in: 0.02...0.5, default: 0.3,
    source: "B-030: middle of the face from the middle of the picture, as share of each side; design")

  // Light and sharpness
  package static let livenessBrightnessLeast = Setting(
    "liveness.brightness.least", .ratio, in: 0...0.5, default: 0.12, source: "B-075; design, not calibrated")
  package static let livenessBrightnessMost = Setting(
    "liveness.brightness.most", .ratio, in: 0.5...1, default: 0.92, source: "B-075; design, not calibrated")
  package static let livenessUnderexposedMost = Setting(
    "liveness.underexposed.most", .ratio, in: 0.05...1, default: 0.5, source: "B-075; design, not calibrated")
  package static let livenessOverexposedMost = Setting(
    "liveness.overexposed.most", .ratio, in: 0.05...1, default: 0.35, source: "B-075, A.9; design, not calibrated")
  package static let livenessSharpnessLeast = Setting(
    "liveness.sharpness.least", .ratio, in: 0...1000, default: 2,
    source: "A.26: on the scale of FaceQuality.sharpness; measured: least of nine genuine clips 3.7, out of focus "
      + "below 2")

  // The whole stream
  package static let livenessUsableShare = Setting(
    "liveness.usable.share", .ratio, in: 0...1, default: 0.5,
    source: "E-044: from this share of good frames quality is fine; design")
  package static let livenessUsableFrames = Setting(
    "liveness.usable.frames", .count, in: 1...1000, default: 1,
    source: "a still picture counts as a video of one frame; F-092 uses 10")

  // The same person
  package static let livenessIdentityRequired = Setting(
    "liveness.identity.required", .flag, in: 0...1, default: 1, source: "B-029, A.13: 0 where nothing can compare")
  package static let livenessSimilarityLeast = Setting(
    "liveness.identity.similarity", .cosine, in: -1...1, default: 0.363,
    source: "SFace's threshold for cosine similarity (OpenCV Zoo, on LFW)")
  package static let livenessSimilarityLeastTurned = Setting(
    "liveness.identity.similarity.turned", .cosine, in: -1...1, default: 0.25,
    source: "design: faces outside the neutral window look less like a frontal reference; not calibrated")
  package static let livenessIdentityFrames = Setting(
    "liveness.identity.frames", .count, in: 1...30, default: 2,
    source: "B-027: low similarities in a row between captures; a capture itself gets no second chance")
  package static let livenessJump = Setting(
    "liveness.identity.jump", .ratio, in: 0.2...10, default: 1,
    source: "B-029: face widths from one frame to the next that make it doubtful; design")
  package static let livenessAbsence = Setting(
    "liveness.identity.absence", .seconds, in: 0...10, default: 0.5,
    source: "B-029, G-022: a face away longer has to be looked at anew and starts the step again; design")

  static let livenessCapture: [Setting] = [
    livenessFaceLeastPixels, livenessFaceLeastShare, livenessFaceMostShare, livenessEyeDistanceLeast,
    livenessBorderLeast, livenessCentreOffsetMost, livenessBrightnessLeast, livenessBrightnessMost,
    livenessUnderexposedMost, livenessOverexposedMost, livenessSharpnessLeast, livenessUsableShare,
    livenessUsableFrames, livenessIdentityRequired, livenessSimilarityLeast, livenessSimilarityLeastTurned,
    livenessIdentityFrames, livenessJump, livenessAbsence,
  ]
}

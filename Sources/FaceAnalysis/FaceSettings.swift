package import BonafideObservations

extension Setting {
  // Detector
  static let faceDetectorOverlap = Setting(
    "face.detector.overlap", .ratio, in: 0.1...0.9, default: 0.3,
    source: "non-maximum suppression of opencv_zoo's YuNet example")
  static let faceDetectorStillSide = Setting(
    "face.detector.still.side", .pixels, in: 160...1920, default: 640,
    source: "measured on real pictures: larger splits big faces, smaller loses groups")
  static let faceDetectorVideoSide = Setting(
    "face.detector.video.side", .pixels, in: 160...1280, default: 320,
    source: "a face that may take part covers at least 15 % of the picture's width")
  static let faceDetectorScore = Setting(
    "face.detector.score.min", .probability, in: 0.3...0.95, default: 0.6, source: "measured; see BENCHMARKS.md")
  static let faceDetectorSureScore = Setting(
    "face.detector.score.sure", .probability, in: 0.3...1, default: 0.9,
    source: "measured: above it the mesh need not agree, as in profiles")
  static let facePresence = Setting(
    "face.mesh.presence.min", .probability, in: 0.1...0.99, default: 0.5, source: "MediaPipe's face landmarker")
  static let faceAgreement = Setting(
    "face.mesh.agreement.max", .ratio, in: 0.2...2, default: 0.6,
    source: "mean distance of mesh and detector key points by eye distance: under 0.45 on 300 faces, above when the "
      + "mesh has slipped to another face")
  static let secondOpinionBelow = Setting(
    "face.detector.second.below", .probability, in: 0...1, default: 0.93,
    source: "measured: detections that are not faces of people score below it")
  static let secondOpinionSize = Setting(
    "face.detector.second.size.min", .pixels, in: 16...256, default: 32,
    source: "measured: smaller faces are too coarse for the short-range detector")
  static let secondOpinionMean = Setting(
    "face.detector.second.mean.min", .probability, in: 0.3...1, default: 0.83,
    source: "measured: mean of both detectors, animals and halves of faces at most 0.82")
  static let posePitchOffset = Setting(
    "face.pose.pitch.offset", .degrees, in: -15...15, default: 5,
    source: "measured: the canonical face reads -5.7 degrees (median) on 88 portraits labelled level")
  static let expressionEyeDistance = Setting(
    "face.expression.eyeDistance.min", .pixels, in: 8...100, default: 20,
    source: "measured: with less, open eyes read as closed")
  // Tracker
  static let trackerPresence = Setting(
    "face.tracker.presence.min", .probability, in: 0.1...0.99, default: 0.5, source: "MediaPipe's face landmarker")
  static let trackerDetectorInterval = Setting(
    "face.tracker.detector.interval", .seconds, in: 0...2, default: 0.4,
    source: "a second face has to be noticed within 0.5 s")
  static let trackerSeveralInterval = Setting(
    "face.tracker.detector.interval.several", .seconds, in: 0...2, default: 0.2,
    source: "a second face that leaves should be noticed sooner than one that comes")
  static let trackerRememberSeconds = Setting(
    "face.tracker.remember", .seconds, in: 0...5, default: 0.5,
    source: "a blurred or covered face comes back within a few frames")
  static let trackerRememberOverlap = Setting(
    "face.tracker.remember.overlap", .ratio, in: 0.1...0.9, default: 0.3, source: "a head moves less than its width")
  static let trackerSameOverlap = Setting(
    "face.tracker.same.overlap", .ratio, in: 0.05...0.9, default: 0.25,
    source: "intersection over union of detector's box and mesh: above 0.4 on one face, none on neighbours")
  static let trackerSameShare = Setting(
    "face.tracker.same.share", .ratio, in: 0.2...1, default: 0.6,
    source: "of the smaller box: a find within the followed face is a part of it")
  static let trackerSecondScore = Setting(
    "face.tracker.second.score.min", .probability, in: 0.3...0.95, default: 0.7,
    source: "measured: no second face in genuine clips, every one in group pictures of that size")
  static let trackerSecondSize = Setting(
    "face.tracker.second.size.min", .ratio, in: 0.01...0.5, default: 0.06,
    source: "share of the shorter side; a passer-by far behind does not disturb")
  // Quality: the values from which a factor of the overall quality is full.
  static let qualityFullBrightness = Setting(
    "face.quality.brightness.full", .ratio, in: 0.05...0.6, default: 0.25, source: "measured on real selfies")
  static let qualityFullSharpness = Setting(
    "face.quality.sharpness.full", .ratio, in: 0.5...20, default: 4, source: "measured on real selfies")
  static let qualityFullEyeDistance = Setting(
    "face.quality.eyeDistance.full", .pixels, in: 20...240, default: 60,
    source: "ISO/IEC 19794-5: 60 pixels between the eyes for recognition")
  static let qualityFullContrast = Setting(
    "face.quality.contrast.full", .ratio, in: 0.05...0.8, default: 0.2, source: "measured on real selfies")
}

/// The settings of face analysis.
package enum FaceSettings {
  package static let declared: [Setting] = [
    .faceDetectorOverlap, .faceDetectorStillSide, .faceDetectorVideoSide, .faceDetectorScore, .faceDetectorSureScore,
    .facePresence, .faceAgreement, .secondOpinionBelow, .secondOpinionSize, .secondOpinionMean, .posePitchOffset,
    .expressionEyeDistance,
    .trackerPresence, .trackerDetectorInterval, .trackerSeveralInterval, .trackerRememberSeconds,
    .trackerRememberOverlap, .trackerSameOverlap, .trackerSameShare, .trackerSecondScore, .trackerSecondSize,
    .qualityFullBrightness, .qualityFullSharpness,
    .qualityFullEyeDistance, .qualityFullContrast,
  ]
}

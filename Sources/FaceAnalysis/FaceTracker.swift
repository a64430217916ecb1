package import BonafideMedia
package import BonafideObservations

/// Follows the faces of a video from frame to frame.
///
/// The detector runs only when the track is lost or doubtful, and every `face.tracker.detector.interval` seconds to
/// notice a second face; in between the mesh alone follows the first face.
package struct FaceTracker {
  private let analyzer: FaceAnalyzer
  private let settings: Settings
  private var track: Track?
  private var lastTrack: Track?
  /// Other faces, as of the last detection.
  private var others: [FaceObservation] = []
  private var lastDetection = -Double.infinity
  private var nextID = 1
  /// How often the detector has run, for measurements.
  package private(set) var detectorRuns = 0

  package init(analyzer: FaceAnalyzer) {
    self.analyzer = analyzer
    settings = analyzer.settings
  }

  /// What the frame shows. Frames have to come in the order of their times.
  package mutating func observe(_ frame: Frame) throws -> FrameObservation {
    var result: MeshResult?
    if let current = track {
      result = try follow(current, in: frame.image)
      if result == nil { lose(current) }
    }
    if result == nil || detectionIsDue(at: frame.time) {
      result = try detect(in: frame, following: result)
    }
    var faces = others
    if let result, var current = track {
      current.mesh = result.mesh
      current.time = frame.time
      track = current
      faces.append(try describe(current, result, in: frame))
    }
    return FrameObservation(
      time: frame.time, size: frame.image.size, mirroring: frame.mirroring, presence: FacePresence(faces))
  }

  // MARK: Following

  private func follow(_ track: Track, in image: Image) throws -> MeshResult? {
    guard let result = try analyzer.mesher.fit(in: image, region: MeshRegion(mesh: track.mesh)),
      result.presence >= settings[.trackerPresence]
    else { return nil }
    return result
  }

  private mutating func lose(_ current: Track) {
    lastTrack = current
    track = nil
  }

  private func detectionIsDue(at time: Double) -> Bool {
    let interval = others.isEmpty ? settings[.trackerDetectorInterval] : settings[.trackerSeveralInterval]
    // Also true when time runs backwards or is not a number.
    return !(time - lastDetection < interval && time >= lastDetection)
  }

  // MARK: Detecting

  private mutating func detect(in frame: Frame, following result: MeshResult?) throws -> MeshResult? {
    detectorRuns += 1
    lastDetection = frame.time
    var found = try analyzer.detector.detect(
      in: frame.image, longerSide: Int(settings[.faceDetectorVideoSide]), minimumScore: settings[.faceDetectorScore]
    ).sorted { $0.box.area > $1.box.area }
    var result = result
    if let followed = result, var current = track {
      let meshBox = followed.mesh.box
      if let own = found.firstIndex(where: { $0.belongs(to: meshBox, settings) }) {
        current.margins = BoxMargins(box: found[own].box, mesh: meshBox)
        current.score = found[own].score
        found.remove(at: own)
      } else {
        current.score = min(current.score, followed.presence)
      }
      found.removeAll { $0.belongs(to: meshBox, settings) }
      track = current
    } else {
      result = try begin(with: &found, in: frame)
    }
    others = try found.compactMap { try second($0, in: frame) }
    return result
  }

  /// Starts a track with the largest face that the mesh agrees to.
  private mutating func begin(with found: inout [DetectedFace], in frame: Frame) throws -> MeshResult? {
    for (index, face) in found.enumerated() {
      guard try analyzer.belief(in: face, frame.image) != .refuted,
        let fitted = try analyzer.mesher.fit(in: frame.image, detected: face), analyzer.agrees(fitted, with: face)
      else { continue }
      let box = fitted.mesh.box
      track = Track(
        id: identity(of: face, at: frame.time), mesh: fitted.mesh, margins: BoxMargins(box: face.box, mesh: box),
        score: face.score, time: frame.time)
      found.remove(at: index)
      found.removeAll { $0.belongs(to: box, settings) }
      return fitted
    }
    return nil
  }

  /// The number of a track that was lost a moment ago in the same place, or a new one.
  private mutating func identity(of face: DetectedFace, at time: Double) -> Int {
    if let last = lastTrack, time - last.time <= settings[.trackerRememberSeconds],
      last.box.overlap(with: face.box) >= settings[.trackerRememberOverlap]
    {
      return last.id
    }
    defer { nextID += 1 }
    return nextID
  }

  private func second(_ face: DetectedFace, in frame: Frame) throws -> FaceObservation? {
    let image = frame.image
    guard face.score >= settings[.trackerSecondScore],
      face.box.width >= settings[.trackerSecondSize] * Double(min(image.width, image.height)),
      try analyzer.belief(in: face, image) != .refuted, let result = try analyzer.mesher.fit(in: image, detected: face),
      analyzer.agrees(result, with: face)
    else { return nil }
    return try analyzer.describe(face, result, in: image, believed: true).seen(by: frame.mirroring)
  }

  private func describe(_ track: Track, _ result: MeshResult, in frame: Frame) throws -> FaceObservation {
    let face = DetectedFace(box: track.box, score: min(track.score, result.presence), keypoints: result.mesh.keypoints)
    var observation = try analyzer.describe(face, result, in: frame.image, believed: true)
    observation.trackID = track.id
    return observation.seen(by: frame.mirroring)
  }
}

extension FaceObservation {
  /// With the person's sides as they are, where the camera mirrors.
  fileprivate func seen(by mirroring: Mirroring) -> FaceObservation {
    guard mirroring == .mirrored else { return self }
    var seen = self
    swap(&seen.leftEyeOpen, &seen.rightEyeOpen)
    return seen
  }
}

/// The face that is followed.
private struct Track {
  let id: Int
  var mesh: FaceMesh
  var margins: BoxMargins
  var score: Double
  var time: Double

  var box: Rect { margins.box(for: mesh.box) }
}

/// How the detector's box lies around the mesh, in units of the mesh's width and height.
private struct BoxMargins {
  var left: Double
  var top: Double
  var width: Double
  var height: Double

  init(box: Rect, mesh: Rect) {
    let w = max(mesh.width, 1)
    let h = max(mesh.height, 1)
    left = (box.x - mesh.x) / w
    top = (box.y - mesh.y) / h
    width = box.width / w
    height = box.height / h
  }

  func box(for mesh: Rect) -> Rect {
    Rect(
      x: mesh.x + left * mesh.width, y: mesh.y + top * mesh.height, width: width * mesh.width,
      height: height * mesh.height)
  }
}

extension FaceMesh {
  /// Around the 468 points of the face itself.
  var box: Rect {
    Rect(around: points.lazy.prefix(468).map { Point(x: Double($0.x), y: Double($0.y)) })
      ?? Rect(x: 0, y: 0, width: 0, height: 0)
  }

  /// The mesh points that lie nearest to the detector's five.
  var keypoints: [Point] {
    [MeshIndex.rightIris, MeshIndex.leftIris, MeshIndex.noseTip, MeshIndex.rightMouth, MeshIndex.leftMouth].map(point)
  }
}

extension DetectedFace {
  /// Whether this is the face of a mesh with that box.
  func belongs(to mesh: Rect, _ settings: Settings) -> Bool {
    box.overlap(with: mesh) > settings[.trackerSameOverlap]
      || (box.intersection(mesh)?.area ?? 0) > settings[.trackerSameShare] * min(box.area, mesh.area)
  }
}

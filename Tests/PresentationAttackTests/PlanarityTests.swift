import BonafideMedia
import BonafideObservations
import BonafidePresentationAttack
import Foundation
import Testing

/// A head's points: an ellipsoid with a nose, so that it has depth. Not the mesh the analyser was tuned on.
private func head() -> [SIMD3<Double>] {
  (0..<478).map { index in
    let a = Double(index) * 2.399963  // golden angle: spreads the points evenly
    let r = (Double(index) / 478).squareRoot()
    let x = r * cos(a)
    let y = r * sin(a) * 1.3
    return SIMD3(x * 60, y * 60, -50 * (1 - r * r) - (r < 0.25 ? 25 : 0))
  }
}

private func frame(_ points: [SIMD3<Double>], yaw: Double, depth: Double, at time: Double) throws -> (
  Frame, FrameObservation
) {
  let c = cos(yaw)
  let s = sin(yaw)
  let distance = 500.0
  let mesh = FaceMesh(
    points: points.map { p in
      let z = p.z * depth
      let turned = SIMD3(c * p.x + s * z, p.y, -s * p.x + c * z)
      let scale = distance / (distance + turned.z)
      return SIMD3<Float>(Float(320 + turned.x * scale), Float(240 + turned.y * scale), Float(turned.z))
    })
  let image = try Image(width: 640, height: 480) { pixels in
    // Noise that differs from frame to frame, as a camera's does.
    var state = UInt32(truncatingIfNeeded: Int(time * 1000)) &* 2_654_435_761 &+ 1
    for index in pixels.indices {
      state = state &* 1_664_525 &+ 1_013_904_223
      pixels[index] = UInt8(truncatingIfNeeded: state >> 24)
    }
  }
  let quality = FaceQuality(
    brightness: 0.5, sharpness: 5, contrast: 0.4, eyeDistance: 60, overexposed: 0, underexposed: 0, borderDistance: 50,
    overall: 1)
  let face = FaceObservation(
    box: Rect(x: 240, y: 140, width: 160, height: 200), score: 0.9, quality: quality, trackID: 1, mesh: mesh)
  return (
    Frame(image: image, time: time),
    FrameObservation(time: time, size: image.size, mirroring: .none, presence: .one(face))
  )
}

private func assess(turningBy degrees: Double, depth: Double) throws -> AttackAssessment {
  var watch = AttackWatch()
  let points = head()
  for step in 0..<30 {
    let time = Double(step) * 0.1
    let yaw = degrees * .pi / 180 * sin(time * 2)
    let (frame, seen) = try frame(points, yaw: yaw, depth: depth, at: time)
    try watch.observe(frame, seen)
  }
  return watch.assess()
}

private func cue(_ name: String, _ assessment: AttackAssessment) -> CueScore? {
  assessment.cues.first { $0.name == name }
}

@Test func `a turning solid head is live`() throws {
  let assessment = try assess(turningBy: 20, depth: 1)
  #expect(assessment.verdict == .live)
  #expect((cue("planarity", assessment)?.score ?? 0) > 0.9)
}

@Test func `a waved flat picture is a spoof because it is flat`() throws {
  let assessment = try assess(turningBy: 40, depth: 0)
  #expect(assessment.verdict == .spoof)
  #expect(assessment.reasons.map(\.code) == [.planarMotion])
}

@Test func `a face that never moves is a still picture and says nothing about planarity`() throws {
  let assessment = try assess(turningBy: 0, depth: 1)
  #expect(cue("planarity", assessment)?.score == nil)
  #expect(assessment.reasons.map(\.code) == [.stillPicture])
}

@Test func `repeated frames are noticed and single repeats forgiven`() throws {
  var frozen = AttackWatch()
  var stuttering = AttackWatch()
  let points = head()
  for step in 0..<60 {
    let time = Double(step) * 0.05
    let (fresh, seen) = try frame(points, yaw: 0.3 * sin(time * 2), depth: 1, at: time)
    let (old, _) = try frame(points, yaw: 0, depth: 1, at: 0)
    let (before, _) = try frame(points, yaw: 0, depth: 1, at: Double(step / 2) * 0.1)
    try frozen.observe(step < 30 ? fresh : old, seen)
    try stuttering.observe(before, seen)
  }
  #expect(frozen.assess().reasons.map(\.code) == [.frozenFrames])
  #expect(stuttering.assess().reasons.isEmpty)
}

@Test func `nothing seen is not evaluated rather than a spoof`() {
  let assessment = AttackWatch().assess()
  #expect(assessment.verdict == .notEvaluated)
  #expect(assessment.score == nil)
  #expect(assessment.reasons.isEmpty)
}

@Test func `meshes that are not numbers neither trap nor count`() throws {
  var watch = AttackWatch()
  let nan = [SIMD3<Double>](repeating: SIMD3(.nan, .infinity, 0), count: 478)
  for step in 0..<40 {
    let (frame, seen) = try frame(nan, yaw: 0, depth: 1, at: Double(step) * 0.1)
    try watch.observe(frame, seen)
  }
  #expect(cue("planarity", watch.assess())?.score == nil)
}

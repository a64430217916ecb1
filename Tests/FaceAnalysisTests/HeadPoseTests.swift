import BonafideFaceAnalysis
import BonafideObservations
import Foundation
import Testing

/// A turn around one of the camera's axes (x to the picture's right, y up, z to the camera), counter-clockwise when
/// looking against the axis.
private struct Turn {
  var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  static func aroundX(_ degrees: Double) -> Turn {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return Turn(columns: (SIMD3(1, 0, 0), SIMD3(0, c, s), SIMD3(0, -s, c)))
  }
  static func aroundY(_ degrees: Double) -> Turn {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return Turn(columns: (SIMD3(c, 0, -s), SIMD3(0, 1, 0), SIMD3(s, 0, c)))
  }
  static func aroundZ(_ degrees: Double) -> Turn {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return Turn(columns: (SIMD3(c, s, 0), SIMD3(-s, c, 0), SIMD3(0, 0, 1)))
  }

  func callAsFunction(_ v: SIMD3<Double>) -> SIMD3<Double> { columns.0 * v.x + columns.1 * v.y + columns.2 * v.z }

  func after(_ first: Turn) -> Turn {
    Turn(columns: (self(first.columns.0), self(first.columns.1), self(first.columns.2)))
  }

  /// The nose, along the face's own z axis.
  var nose: SIMD3<Double> { columns.2 }
  var pose: HeadPose { HeadPose(rotation: columns) }
}

private func expectNear(
  _ pose: HeadPose, pitch: Double, yaw: Double, roll: Double, at location: SourceLocation = #_sourceLocation
) {
  #expect(abs(pose.pitch - pitch) < 1e-6, sourceLocation: location)
  #expect(abs(pose.yaw - yaw) < 1e-6, sourceLocation: location)
  // 180° and −180° are the same.
  let apart = abs(pose.roll - roll).truncatingRemainder(dividingBy: 360)
  #expect(min(apart, 360 - apart) < 1e-6, sourceLocation: location)
}

@Test func `a face that looks into the camera has no angles`() {
  expectNear(Turn.aroundX(0).pose, pitch: 0, yaw: 0, roll: 0)
}

@Test func `a nose that points up is positive pitch`() {
  let up = Turn.aroundX(-20)
  #expect(up.nose.y > 0)
  expectNear(up.pose, pitch: 20, yaw: 0, roll: 0)
}

@Test func `a nose that points to the picture's right is positive yaw`() {
  let right = Turn.aroundY(30)
  #expect(right.nose.x > 0)
  expectNear(right.pose, pitch: 0, yaw: 30, roll: 0)
}

@Test func `a head turned counter-clockwise in the picture is positive roll`() {
  let tilted = Turn.aroundZ(25)
  // Its right-hand side has gone up.
  #expect(tilted.columns.0.y > 0)
  expectNear(tilted.pose, pitch: 0, yaw: 0, roll: 25)
}

@Test(arguments: [0.0, 90, -90, 180, 45, -135])
func `pitch and yaw belong to the head however it is held`(roll: Double) {
  let up = Turn.aroundZ(roll).after(.aroundX(-15))
  expectNear(up.pose, pitch: 15, yaw: 0, roll: roll)
  let right = Turn.aroundZ(roll).after(.aroundY(35))
  expectNear(right.pose, pitch: 0, yaw: 35, roll: roll)
  let both = Turn.aroundZ(roll).after(.aroundY(-30)).after(.aroundX(12))
  expectNear(both.pose, pitch: -12, yaw: -30, roll: roll)
}

@Test func `a rotation that is none never traps`() {
  for value in [Double.nan, .infinity, 0, 1e300] {
    let column = SIMD3(repeating: value)
    _ = HeadPose(rotation: (column, column, column))
  }
}

/// In an un-mirrored picture the person's left is on the picture's right (B-026).
@Test(
  arguments: [
    (Mirroring.none, PersonSide.left, 20.0), (.none, .right, -20), (.mirrored, .left, -20), (.mirrored, .right, 20),
  ])
func `picture sides become the person's sides`(mirroring: Mirroring, side: PersonSide, expected: Double) {
  #expect(HeadPose(pitch: 3, yaw: 20, roll: 5).turn(towards: side, mirroring) == expected)
}

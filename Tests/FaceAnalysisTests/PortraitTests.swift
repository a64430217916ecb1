import BonafideFaceAnalysis
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideSpecimen
import BonafideVerification
import Foundation
import Testing

/// The stored picture that an orientation makes upright.
private func stored(_ upright: Image, _ orientation: Orientation) throws -> Image {
  switch orientation {
  case .right: try upright.oriented(.left)
  case .left: try upright.oriented(.right)
  default: try upright.oriented(orientation)
  }
}

/// A JPEG with tag 274 in an Exif segment (CIPA DC-008), as telephones write it.
private func jpeg(_ image: Image, orientation: Orientation) throws -> [UInt8] {
  let bytes = try JPEGCodec.encode(image, quality: 90)
  let exif: [UInt8] =
    [0xFF, 0xE1, 0x00, 0x22] + Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1]
    + [0, UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0]
  return Array(bytes.prefix(2)) + exif + Array(bytes.dropFirst(2))
}

private func template(_ image: Image) throws -> FaceTemplate {
  let analyzer = try Models.analyzer
  let face = try #require(try analyzer.faces(in: image).first)
  return try analyzer.template(of: face, in: image)
}

@Suite(.enabled(if: Models.areThere)) struct PortraitTests {
  @Test(arguments: portraitNames) func `a portrait shows one face with everything measured`(name: String) throws {
    let picture = try portrait(name)
    let faces = try Models.analyzer.faces(in: picture)
    try #require(faces.count == 1)
    let face = faces[0]
    #expect(face.score > 0.8)
    #expect(face.mesh?.points.count == FaceMesh.pointCount)
    #expect(face.keypoints.count == 5)
    // The person's right eye is on the picture's left.
    #expect(face.keypoints[0].x < face.keypoints[1].x)
    #expect((face.leftEyeOpen ?? 0) > 0.3 && (face.rightEyeOpen ?? 0) > 0.3)
    let pose = try #require(face.pose)
    #expect(abs(pose.roll) < 20 && abs(pose.yaw) < 30 && abs(pose.pitch) < 20)
    #expect(face.trackID == nil)
  }

  /// A picture turned clockwise by 90° shows a head turned clockwise, which is negative roll (B-100).
  @Test(arguments: portraitNames, [(Orientation.right, -90.0), (.down, 180), (.left, 90)])
  func `a face is found however the picture is turned`(name: String, turn: (Orientation, Double)) throws {
    let upright = try portrait(name)
    let before = try #require(try Models.analyzer.faces(in: upright).first?.pose)
    let faces = try Models.analyzer.faces(in: upright.oriented(turn.0))
    try #require(faces.count == 1)
    let pose = try #require(faces[0].pose)
    let apart = abs(pose.roll - before.roll - turn.1).truncatingRemainder(dividingBy: 360)
    #expect(min(apart, 360 - apart) < 5)
    #expect(abs(pose.yaw - before.yaw) < 5)
    #expect(abs(pose.pitch - before.pitch) < 5)
  }

  @Test(arguments: portraitNames, Orientation.allCases)
  func `a photo is upright before it is analysed, whatever its Exif orientation`(
    name: String, orientation: Orientation
  ) throws {
    let upright = try portrait(name)
    let expected = try #require(try Models.analyzer.faces(in: upright).first)
    let bytes = try jpeg(stored(upright, orientation), orientation: orientation)
    let faces = try Models.analyzer.faces(in: MediaReader().decodeImage(bytes))
    try #require(faces.count == 1)
    #expect(faces[0].box.overlap(with: expected.box) > 0.9)
    #expect(abs((faces[0].pose?.yaw ?? 99) - (expected.pose?.yaw ?? 0)) < 4)
  }

  @Test(arguments: portraitNames) func `a mirrored portrait turns the other way`(name: String) throws {
    let picture = try portrait(name)
    let pose = try #require(try Models.analyzer.faces(in: picture).first?.pose)
    let mirrored = try #require(try Models.analyzer.faces(in: picture.oriented(.upMirrored)).first?.pose)
    #expect(abs(pose.yaw + mirrored.yaw) < 4)
    #expect(abs(pose.roll + mirrored.roll) < 4)
    #expect(abs(pose.pitch - mirrored.pitch) < 4)
  }

  @Test(arguments: [0, 20, 128, 255] as [UInt8]) func `an even picture has no face`(value: UInt8) throws {
    #expect(try Models.analyzer.faces(in: flat(value)).isEmpty)
  }

  @Test(arguments: [1, 2, 3] as [UInt32]) func `noise has no face`(seed: UInt32) throws {
    #expect(try Models.analyzer.faces(in: noise(width: 640, height: 480, seed: seed)).isEmpty)
    #expect(try Models.analyzer.faces(in: noise(width: 97, height: 803, seed: seed)).isEmpty)
  }

  @Test(arguments: [(1, 1), (1, 5000), (5000, 1), (33, 33), (2, 3), (640, 1), (31, 4000)])
  func `a picture of an odd size never traps`(width: Int, height: Int) throws {
    #expect(try Models.analyzer.faces(in: noise(width: width, height: height, seed: 5)).isEmpty)
    var tracker = FaceTracker(analyzer: try Models.analyzer)
    let seen = try tracker.observe(Frame(image: flat(90, width: width, height: height), time: 0))
    #expect(seen.presence == .none)
  }

  @Test func `a face without size cannot be compared`() throws {
    let quality = try #require(try Models.analyzer.faces(in: portrait()).first?.quality)
    for value in [0.0, .nan, .infinity] {
      let face = FaceObservation(
        box: Rect(x: 0, y: 0, width: 0, height: 0), score: 1, quality: quality,
        keypoints: [Point](repeating: Point(x: value, y: value), count: 5))
      #expect(throws: BonafideError(.noFace, "")) { try Models.analyzer.template(of: face, in: portrait()) }
    }
  }

  @Test func `the two portraits show different people`() throws {
    let similarity = try template(portrait(portraitNames[0])).similarity(to: template(portrait(portraitNames[1])))
    #expect(FaceComparison(similarity: similarity)?.isMatch == false)
  }

  @Test(arguments: portraitNames) func `a portrait is itself after strong compression`(name: String) throws {
    let picture = try portrait(name)
    let coarse = try JPEGCodec.decode(JPEGCodec.encode(picture, quality: 40))
    let similarity = try template(picture).similarity(to: template(coarse))
    #expect(FaceComparison(similarity: similarity)?.validityLevel == .belowMinimum)
  }

  @Test(arguments: portraitNames) func `a portrait is itself in a looking glass`(name: String) throws {
    let picture = try portrait(name)
    let similarity = try template(picture).similarity(to: template(picture.oriented(.upMirrored)))
    #expect(FaceComparison(similarity: similarity)?.validityLevel == .belowMinimum)
  }

  @Test(arguments: portraitNames) func `a portrait is itself at half the size and turned`(name: String) throws {
    let picture = try portrait(name)
    let other = try picture.resized(width: picture.width / 2, height: picture.height / 2).oriented(.right)
    let similarity = try template(picture).similarity(to: template(other))
    #expect(FaceComparison(similarity: similarity)?.validityLevel == .belowMinimum)
  }
}

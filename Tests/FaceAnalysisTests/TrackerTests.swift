import BonafideFaceAnalysis
import BonafideLiveness
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideSpecimen
import Testing

private func film(_ kind: SpecimenKind, _ steps: [ChallengeStep], mirroring: Mirroring = .none) throws -> SpecimenFilm {
  try SpecimenFilm(
    kind, steps: steps, seed: 7, mirroring: mirroring, models: Models.store, decoder: MediaReader())
}

private func tracker() throws -> FaceTracker { FaceTracker(analyzer: try Models.analyzer) }

/// A specimen head before a tripod, without noise.
private func still(_ gesture: HeadGesture) throws -> Image {
  let head = try SpecimenHead(
    portrait: portrait(), analyzer: Models.analyzer, canonical: CanonicalFace(models: Models.store))
  var camera = SpecimenCamera(head, seed: 1, noise: 0)
  return try camera.picture(gesture, at: 0, shake: .tripod)
}

/// The left half of one picture beside the right half of another one of the same size.
private func joined(_ left: Image, _ right: Image) throws -> Image {
  try Image(width: left.width, height: left.height) { target in
    left.withPixels { leftPixels in
      right.withPixels { rightPixels in
        for index in target.indices {
          let isLeft = index / Image.bytesPerPixel % left.width < left.width / 2
          target[index] = isLeft ? leftPixels[index] : rightPixels[index]
        }
      }
    }
  }
}

private func seen(_ image: Image, _ mirroring: Mirroring = .none) throws -> FaceObservation {
  var tracker = try tracker()
  // The second look is steadier than the first.
  _ = try tracker.observe(Frame(image: image, time: 0, mirroring: mirroring))
  let faces = try tracker.observe(Frame(image: image, time: 0.1, mirroring: mirroring)).presence.faces
  return try #require(faces.first)
}

@Suite(.enabled(if: Models.areThere)) struct TrackerTests {
  @Test func `a face keeps its number and the detector rests`() throws {
    var film = try film(.selfie, [.turnLeft])
    var tracker = try tracker()
    var ids: Set<Int?> = []
    for number in 0..<40 {
      let frame = try film.frame(number)
      guard case .one(let face) = try tracker.observe(frame).presence else {
        Issue.record("no single face on frame \(number)")
        continue
      }
      ids.insert(face.trackID)
    }
    #expect(ids.count == 1 && !ids.contains(nil))
    // 40 frames last 1.3 s: at the start, and then every 0.4 s.
    #expect(tracker.detectorRuns <= 4)
  }

  @Test func `a second person is noticed within half a second`() throws {
    var film = try film(.secondPerson, [.face])
    var tracker = try tracker()
    var first: Double?
    let entry = film.turningPoint
    for number in Int((entry - 0.7) * SpecimenCamera.rate)...Int((entry + 0.7) * SpecimenCamera.rate) {
      let frame = try film.frame(number)
      if case .several = try tracker.observe(frame).presence { first = first ?? frame.time }
    }
    let noticed = try #require(first)
    #expect(noticed >= entry && noticed <= entry + 0.5)
  }

  @Test(arguments: [(3, true), (30, false)])
  func `a face is lost in the dark and found again`(darkFrames: Int, isRemembered: Bool) throws {
    var film = try film(.selfie, [.face])
    var tracker = try tracker()
    var ids: [Int?] = []
    var number = 0
    func faces(_ image: Image) throws -> [FaceObservation] {
      defer { number += 1 }
      return try tracker.observe(Frame(image: image, time: Double(number) / SpecimenCamera.rate)).presence.faces
    }
    for index in 0..<5 { ids.append(try faces(film.frame(index).image).first?.trackID) }
    let black = try flat(0)
    for _ in 0..<darkFrames { #expect(try faces(black).isEmpty) }
    for index in 5..<10 { ids.append(try faces(film.frame(index).image).first?.trackID) }
    #expect(!ids.contains(nil))
    #expect(Set(ids).count == (isRemembered ? 1 : 2))
  }

  @Test(arguments: [20.0, -20]) func `a mirrored frame turns the other way in the picture`(yaw: Double) throws {
    let image = try still(HeadGesture(yaw: yaw))
    let plain = try #require(try seen(image).pose)
    let mirrored = try #require(try seen(image.oriented(.upMirrored), .mirrored).pose)
    #expect(plain.yaw * yaw > 0 && abs(plain.yaw) > 10)
    #expect(abs(plain.yaw + mirrored.yaw) < 3)
    // To the person it is the same side.
    for side in [PersonSide.left, .right] {
      #expect(abs(plain.turn(towards: side, .none) - mirrored.turn(towards: side, .mirrored)) < 3)
    }
  }

  @Test(arguments: [Mirroring.none, .mirrored])
  func `eyes are the person's own, mirrored or not`(mirroring: Mirroring) throws {
    // The person's right eye is on the left of an un-mirrored picture.
    let wink = try joined(still(HeadGesture(eyesClosed: 1)), still(HeadGesture()))
    let face = try seen(mirroring == .mirrored ? wink.oriented(.upMirrored) : wink, mirroring)
    #expect((face.rightEyeOpen ?? 1) < 0.3)
    #expect((face.leftEyeOpen ?? 0) > 0.5)
  }

  @Test func `times that stand still, run back or are none never trap`() throws {
    var film = try film(.selfie, [.face])
    var tracker = try tracker()
    let image = try film.frame(0).image
    for time in [1.0, 1, 0.5, .nan, .infinity, -.infinity, -1e300, 2] {
      #expect(try tracker.observe(Frame(image: image, time: time)).presence.faces.count == 1)
    }
  }
}

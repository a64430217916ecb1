internal import BonafideFaceAnalysis
package import BonafideInference
package import BonafideLiveness
package import BonafideMedia
package import BonafideObservations

/// What a specimen video shows.
package enum SpecimenKind: String, Sendable, CaseIterable {
  /// A person who does the steps.
  case selfie
  /// The camera in front of a still picture of the person.
  case still
  /// A flat print of the person, turned about and moved to and fro.
  case wavedPhoto = "waved-photo"
  /// A person who does the steps; half-way another one takes over.
  case faceSwap = "face-swap"
  /// A person who does the steps; half-way a second one comes into the picture.
  case secondPerson = "second-person"

  package static let attacks: [SpecimenKind] = allCases.filter { $0 != .selfie }
}

/// Makes the frames of a synthetic video, the same ones from the same seed.
package struct SpecimenFilm {
  package let kind: SpecimenKind
  package let script: SpecimenScript
  package let seed: UInt64
  private let mirroring: Mirroring
  private let head: SpecimenHead
  private var camera: SpecimenCamera
  private var strangerCamera: SpecimenCamera?
  private var random: SpecimenRandom

  /// Throws `model_missing` when the portrait or a network is not there.
  package init(
    _ kind: SpecimenKind, steps: [ChallengeStep], seed: UInt64, mirroring: Mirroring, models: ModelStore,
    decoder: any ImageDecoder
  ) throws {
    self.kind = kind
    self.seed = seed
    self.mirroring = mirroring
    script = SpecimenScript(steps)
    let analyzer = FaceAnalyzer(models: models)
    let canonical = try CanonicalFace(models: models)
    let portrait = try decoder.decodeImage(models.data(SpecimenFilm.portraitName))
    head = try SpecimenHead(portrait: portrait, analyzer: analyzer, canonical: canonical)
    camera = SpecimenCamera(head, seed: seed)
    switch kind {
    case .faceSwap, .secondPerson:
      let picture = try decoder.decodeImage(models.data(SpecimenFilm.secondPortraitName))
      let other = try SpecimenHead(portrait: picture, analyzer: analyzer, canonical: canonical)
      strangerCamera = SpecimenCamera(other, seed: seed &+ 1)
    case .selfie, .still, .wavedPhoto: strangerCamera = nil
    }
    random = SpecimenRandom(seed: seed &+ 2)
  }

  /// Entries of the manifest that hold public-domain portraits of two people.
  package static let portraitName = "specimen_portrait"
  package static let secondPortraitName = "specimen_second_portrait"

  /// Half of the time, when the attacks that change do so.
  package var turningPoint: Double { script.duration / 2 }

  package var frameCount: Int { Int((script.duration * SpecimenCamera.rate).rounded()) }

  /// The person's picture for a document: straight, sober, without noise.
  package func portrait() throws -> Image {
    var still = SpecimenCamera(head, seed: 0, noise: 0)
    return try still.picture(script.gesture(at: 0), at: 0, shake: .tripod)
  }

  /// Frames have to be asked for in order, because the noise of the camera goes on.
  package mutating func frame(_ number: Int) throws -> Frame {
    let time = Double(number) / SpecimenCamera.rate
    let image = try picture(at: time)
    return Frame(
      image: mirroring == .mirrored ? try image.oriented(.upMirrored) : image, time: time, mirroring: mirroring)
  }

  private mutating func picture(at time: Double) throws -> Image {
    let gesture = script.gesture(at: time)
    switch kind {
    case .selfie: return try camera.picture(gesture, at: time, shake: .handheld)
    case .still: return try camera.picture(script.gesture(at: 0), at: 0, shake: .tripod)
    case .wavedPhoto: return try wave(at: time)
    case .faceSwap:
      guard time >= turningPoint, var other = strangerCamera else {
        return try camera.picture(gesture, at: time, shake: .handheld)
      }
      defer { strangerCamera = other }
      return try other.picture(gesture, at: time, shake: .handheld)
    case .secondPerson: return try crowd(gesture, at: time)
    }
  }

  private mutating func wave(at time: Double) throws -> Image {
    let canvas = try WavedPhoto(picture: portrait(), seed: seed).canvas(at: time)
    return try canvas.image(noise: 2.5, &random)
  }

  private mutating func crowd(_ gesture: HeadGesture, at time: Double) throws -> Image {
    var canvas = camera.canvas(gesture, at: time, shake: .handheld)
    if time >= turningPoint, let other = strangerCamera {
      var still = SpecimenRandom(seed: 0)
      let visitor = try other.canvas(script.gesture(at: 0), at: time, shake: .handheld).image(noise: 0, &still)
      if let face = try visitor.cropped(Rect(x: 190, y: 60, width: 260, height: 340)) {
        let scale = 0.62
        canvas.draw(face, map: [1 / scale, 0, -455 / scale, 0, 1 / scale, -60 / scale, 0, 0, 1])
      }
    }
    return try canvas.image(noise: 2.5, &random)
  }
}

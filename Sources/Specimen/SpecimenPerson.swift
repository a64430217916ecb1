internal import BonafideFaceAnalysis
package import BonafideInference
package import BonafideMedia
internal import BonafideObservations

/// A specimen person in front of a camera who holds the head as asked, at any time; `SpecimenFilm` follows a script,
/// this does not.
package struct SpecimenPerson: Sendable {
  /// What the camera sees.
  package enum Scene: String, Sendable, Hashable, CaseIterable {
    /// The person.
    case person
    /// A wall.
    case nobody
    /// Another person, who does the same.
    case otherPerson
    /// A second one beside the person.
    case secondPerson
    /// The person with hardly any light.
    case dark
    /// The person, small in the picture.
    case farAway
    /// The person's film on a phone in a hand.
    case replay
  }

  private static let noise = 2.5
  private static let darkness: Float = 0.06
  private static let farScale = 0.22

  private let seed: UInt64
  private let models: ModelStore
  private let decoder: any ImageDecoder
  private let wall: Image
  private var camera: SpecimenCamera
  private var stranger: SpecimenCamera?
  private var replay: ScreenReplay
  private var random: SpecimenRandom

  /// Throws `model_missing` when the portrait or a network is not there.
  package init(seed: UInt64, models: ModelStore, decoder: any ImageDecoder) throws {
    self.seed = seed
    self.models = models
    self.decoder = decoder
    let portrait = try decoder.decodeImage(models.data(SpecimenFilm.portraitName))
    let head = try SpecimenHead(
      portrait: portrait, analyzer: FaceAnalyzer(models: models), canonical: CanonicalFace(models: models))
    camera = SpecimenCamera(head, seed: seed, noise: Self.noise)
    replay = ScreenReplay(.phone, wall: portrait, seed: seed)
    wall = try Image(width: 2, height: 2) { pixels in
      for index in pixels.indices { pixels[index] = [196, 190, 178, 255][index % 4] }
    }
    random = SpecimenRandom(seed: seed &+ 2)
  }

  /// The picture at a time. Pictures have to be asked for in order, since the noise of the camera goes on.
  package mutating func picture(_ gesture: HeadGesture, _ scene: Scene, at time: Double) throws -> Image {
    switch scene {
    case .person: return try camera.picture(gesture, at: time, shake: .handheld)
    case .nobody: return try empty().image(noise: Self.noise, &random)
    case .otherPerson:
      var other = try visitor()
      defer { stranger = other }
      return try other.picture(gesture, at: time, shake: .handheld)
    case .secondPerson: return try crowd(gesture, at: time)
    case .dark:
      var canvas = camera.canvas(gesture, at: time, shake: .handheld)
      canvas.tint(SIMD3(repeating: Self.darkness))
      return try canvas.image(noise: Self.noise, &random)
    case .farAway:
      var canvas = empty()
      let person = try camera.picture(gesture, at: time, shake: .handheld)
      let step = 1 / Self.farScale
      let (x, y) = (person.size.width * (step - 1) / 2, person.size.height * (step - 1) / 2)
      canvas.draw(person, map: [step, 0, -x, 0, step, -y, 0, 0, 1])
      return try canvas.image(noise: Self.noise, &random)
    case .replay:
      return try replay.picture(of: camera.picture(gesture, at: time, shake: .handheld), at: time)
    }
  }

  private func empty() -> Canvas {
    var canvas = Canvas(width: SpecimenCamera.width, height: SpecimenCamera.height)
    canvas.draw(wall, map: [1, 0, 0, 0, 1, 0, 0, 0, 1], edges: .repeated)
    return canvas
  }

  private mutating func crowd(_ gesture: HeadGesture, at time: Double) throws -> Image {
    var canvas = camera.canvas(gesture, at: time, shake: .handheld)
    var still = SpecimenRandom(seed: 0)
    let visitor = try visitor().canvas(HeadGesture(), at: time, shake: .handheld).image(noise: 0, &still)
    if let face = try visitor.cropped(Rect(x: 190, y: 60, width: 260, height: 340)) {
      let scale = 0.62
      canvas.draw(face, map: [1 / scale, 0, -455 / scale, 0, 1 / scale, -60 / scale, 0, 0, 1])
    }
    return try canvas.image(noise: Self.noise, &random)
  }

  /// The second portrait's person; made when first needed.
  private mutating func visitor() throws -> SpecimenCamera {
    if let stranger { return stranger }
    let picture = try decoder.decodeImage(models.data(SpecimenFilm.secondPortraitName))
    let head = try SpecimenHead(
      portrait: picture, analyzer: FaceAnalyzer(models: models), canonical: CanonicalFace(models: models))
    let camera = SpecimenCamera(head, seed: seed &+ 1, noise: Self.noise)
    stranger = camera
    return camera
  }
}

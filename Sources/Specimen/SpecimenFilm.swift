internal import BonafideFaceAnalysis
package import BonafideInference
package import BonafideLiveness
package import BonafideMedia
package import BonafideObservations

/// Makes the frames of a synthetic video, the same ones from the same seed.
package struct SpecimenFilm {
  package let kind: SpecimenKind
  package let script: SpecimenScript
  package let seed: UInt64
  private let mirroring: Mirroring
  private let head: SpecimenHead
  private var camera: SpecimenCamera
  private var strangerCamera: SpecimenCamera?
  private var replay: ScreenReplay?
  private let print: HeldPrint?
  private var loop: [Int: Image] = [:]
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
    camera = SpecimenCamera(head, seed: seed, noise: kind == .injected ? 0 : SpecimenFilm.noise)
    switch kind {
    case .faceSwap, .secondPerson:
      let picture = try decoder.decodeImage(models.data(SpecimenFilm.secondPortraitName))
      let other = try SpecimenHead(portrait: picture, analyzer: analyzer, canonical: canonical)
      strangerCamera = SpecimenCamera(other, seed: seed &+ 1)
    default: strangerCamera = nil
    }
    replay = kind.device.map { ScreenReplay($0, wall: portrait, seed: seed) }
    print = kind.print.map { HeldPrint($0, seed: seed) }
    random = SpecimenRandom(seed: seed &+ 2)
  }

  /// Entries of the manifest that hold public-domain portraits of two people.
  package static let portraitName = "specimen_portrait"
  package static let secondPortraitName = "specimen_second_portrait"
  private static let noise = 2.5
  /// Frames at the start that a looped film shows again, and how often they are seen in all.
  private static let loopFrames = 32
  private static let loopRounds = 3

  /// Half of the time, when the attacks that change do so.
  package var turningPoint: Double { script.duration / 2 }

  /// What the frames shown again put before the script's times.
  package var delay: Double { Double(extraFrames) / SpecimenCamera.rate }

  package var frameCount: Int { Int((script.duration * SpecimenCamera.rate).rounded()) + extraFrames }

  private var extraFrames: Int { kind == .looped ? SpecimenFilm.loopFrames * (SpecimenFilm.loopRounds - 1) : 0 }

  /// The person's picture for a document: straight, sober, without noise.
  package func portrait() throws -> Image {
    try portrait(script.gesture(at: 0))
  }

  /// Frames have to be asked for in order, because the noise of the camera goes on.
  package mutating func frame(_ number: Int) throws -> Frame {
    let time = Double(number) / SpecimenCamera.rate
    let image = try kind == .looped ? looped(number) : picture(at: time)
    return Frame(
      image: mirroring == .mirrored ? try image.oriented(.upMirrored) : image, time: time, mirroring: mirroring)
  }

  private mutating func picture(at time: Double) throws -> Image {
    let gesture = script.gesture(at: time)
    switch kind {
    case .selfie, .looped, .injected: return try camera.picture(gesture, at: time, shake: .handheld)
    case .still: return try camera.picture(script.gesture(at: 0), at: 0, shake: .tripod)
    case .wavedPhoto: return try wave(at: time)
    case .printCutout, .bentPhoto: return try held(gesture, at: time)
    case .replayMonitor, .replayTablet, .replayPhone, .replayFull, .replayFullPhone, .replayFullTablet:
      let film = try camera.picture(gesture, at: time, shake: .handheld)
      return try replay?.picture(of: film, at: time) ?? film
    case .faceSwap:
      guard time >= turningPoint, var other = strangerCamera else {
        return try camera.picture(gesture, at: time, shake: .handheld)
      }
      defer { strangerCamera = other }
      return try other.picture(gesture, at: time, shake: .handheld)
    case .secondPerson: return try crowd(gesture, at: time)
    }
  }

  private func portrait(_ gesture: HeadGesture) throws -> Image {
    var still = SpecimenCamera(head, seed: 0, noise: 0)
    return try still.picture(gesture, at: 0, shake: .tripod)
  }

  private mutating func looped(_ number: Int) throws -> Image {
    let first = SpecimenFilm.loopFrames
    if number < first * SpecimenFilm.loopRounds, let seen = loop[number % first] { return seen }
    let image = try picture(at: Double(number < first ? number : number - extraFrames) / SpecimenCamera.rate)
    if number < first { loop[number] = image }
    return image
  }

  private mutating func wave(at time: Double) throws -> Image {
    let canvas = try WavedPhoto(picture: portrait(), seed: seed).canvas(at: time)
    return try canvas.image(noise: SpecimenFilm.noise, &random)
  }

  private mutating func held(_ gesture: HeadGesture, at time: Double) throws -> Image {
    let paper = script.gesture(at: 0)
    var picture = try portrait(paper)
    if kind == .printCutout {
      var behind = paper
      behind.smile = gesture.smile
      behind.eyesClosed = gesture.eyesClosed
      picture = try camera.holes(paper).picture(picture, behind: portrait(behind))
    }
    var turn = gesture
    turn.pitch -= paper.pitch
    let canvas = print?.canvas(picture, turn, at: time)
    return try canvas?.image(noise: SpecimenFilm.noise, &random) ?? picture
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
    return try canvas.image(noise: SpecimenFilm.noise, &random)
  }
}

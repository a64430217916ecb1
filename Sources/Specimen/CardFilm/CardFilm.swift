package import BonafideMedia
package import BonafideObservations
internal import Foundation

/// Makes the frames of a film of a specimen card, the same ones from the same plan.
///
/// The foil's colours, the finger and the light are drawn. The films prove that the parts work together, never how well.
package struct CardFilm {
  package let plan: CardFilmPlan
  /// The side that is filmed, flat, as drawn.
  package let truth: SpecimenTruth
  private let path: CardFilmPath
  private let table: FilmPicture
  private let card: FilmPicture
  private let other: FilmPicture?
  /// The element in millimetres.
  private let element: Rect
  private let grating: DiffractionGrating
  private let frozenAt: HeadGesture
  private let coverage: FilmCoverage
  private let glareStart: Point
  private let glareStrength: Double
  private let noise: Double
  private let flicker: Double
  private let replay: FilmReplay?
  /// Which moment of the film each frame shows.
  private let order: [Int]
  private var random: SpecimenRandom

  /// - `portrait`, `otherPortrait`: as `SpecimenFilm` makes them; the second for the card of another person.
  package init(_ plan: CardFilmPlan, portrait: Image, otherPortrait: Image) throws {
    func side(of seed: UInt64, _ face: Image) throws -> SpecimenDocument.Picture {
      let pictures = try SpecimenDocument(.turkishCard, seed: seed).pictures(portrait: face)
      guard let picture = pictures.dropFirst(plan.element.side == .front ? 0 : 1).first else {
        throw BonafideError(.internal, "a specimen card lacks a side")
      }
      return picture
    }
    try self.init(
      plan, side: side(of: plan.seed, portrait),
      other: plan.attack == .otherCard ? side(of: plan.seed &+ 1000, otherPortrait) : nil)
  }

  /// - `own`, `other`: the sides that carry the element, flat.
  init(_ plan: CardFilmPlan, side own: SpecimenDocument.Picture, other: SpecimenDocument.Picture?) throws {
    self.plan = plan
    var random = SpecimenRandom(seed: plan.seed, use: 11)
    truth = own.truth
    let unit = Double(own.image.width) / SheetFormat.card.size.width
    guard let box = own.truth.element(plan.element.rawValue)?.place.box else {
      throw BonafideError(.internal, "a specimen card lacks an element")
    }
    element = Rect(x: box.x / unit, y: box.y / unit, width: box.width / unit, height: box.height / unit)
    var card = FilmPicture(try own.image.reduced(by: 2))
    if plan.element == .crescent { card.silver(element) }
    if plan.attack == .copy { card.fade(nil, to: plan.seed.isMultiple(of: 2) ? 0 : 0.6) }
    self.card = card
    self.other = try other.map { FilmPicture(try $0.image.reduced(by: 2)) }
    // Drawn large, so that what lies about is as small beside the card as in a photograph.
    table = FilmPicture(
      try SceneTable.draw(width: plan.width * 2, height: plan.height * 2, &random).reduced(by: 2))
    path = CardFilmPath(plan, &random)
    grating = DiffractionGrating(&random)
    frozenAt = HeadGesture(pitch: random.uniform(-15...15), yaw: random.uniform(-15...15))
    coverage = FilmCoverage(plan, element: element, &random)
    glareStart = Point(x: random.uniform(15...70), y: random.uniform(8...46))
    glareStrength = random.chance(0.5) ? random.uniform(30...110) : 0
    noise = random.uniform(1.5...3.5)
    flicker = random.uniform(0...(2 * .pi))
    replay = plan.attack == .replay ? FilmReplay(plan, &random) : nil
    var order = Array(0..<plan.frameCount)
    if plan.attack == .shuffled {
      for last in order.indices.dropFirst().reversed() {
        order.swapAt(last, Int(random.next() % UInt64(last + 1)))
      }
    }
    self.order = order
    self.random = random
  }

  /// Frames have to be asked for in order, because the noise of the camera goes on.
  package mutating func frame(_ number: Int) throws -> Frame {
    let time = Double(number) / Double(plan.rate)
    let image = try picture(at: moment(number))
    return Frame(image: try replay?.picture(of: image, at: time, noise: noise, &random) ?? image, time: time)
  }

  private mutating func picture(at time: Double) throws -> Image {
    let gesture = path.gesture(at: time)
    let light: Float = plan.attack == .dark ? 0.06 : 1
    let stage = FilmStage(
      table: table, card: shown(at: time, gesture),
      corners: [path.corners(at: time), path.corners(at: time + 0.012)],
      cover: coverage.cover(path.cover(at: time), at: time), glares: glares(at: time, gesture),
      gain: light * Float(0.94 + 0.003 * gesture.yaw + 0.002 * gesture.pitch + 0.015 * sin(time * 3 + flicker)))
    return try stage.image(noise: noise, &random)
  }

  private func moment(_ number: Int) -> Double {
    Double(order.indices.contains(number) ? order[number] : number) / Double(plan.rate)
  }

  /// Corners of the card in a frame, clockwise from its own top left.
  package func corners(_ number: Int) -> [Point] {
    let corners = path.corners(at: moment(number))
    return replay?.shown(corners, at: Double(number) / Double(plan.rate)) ?? corners
  }

  /// Turns of the card in degrees: about the upright axis and about the level one.
  package func turns(_ number: Int) -> (yaw: Double, pitch: Double) {
    let gesture = path.gesture(at: moment(number))
    return (gesture.yaw, gesture.pitch)
  }

  private func shown(at time: Double, _ gesture: HeadGesture) -> FilmPicture {
    var picture = time > (plan.kind == .hologram ? 0.9 : 1.9) ? other ?? card : card
    guard plan.element == .crescent else { return picture }
    let straightOn = SIMD3(0.0, 0, 1)
    var seen = gesture
    var camera = path.view(at: time)
    var strength = 1.0
    switch plan.attack {
    case .photo, .staticSpot, .overlay: (seen, camera, strength) = (frozenAt, straightOn, 0.85)
    case .frozen: (seen, camera) = (path.gesture(at: 0), path.view(at: 0))
    case .copy: (seen, camera, strength) = (frozenAt, straightOn, plan.seed.isMultiple(of: 2) ? 0 : 0.6)
    case .screen:
      camera = straightOn
      seen = HeadGesture(
        pitch: 16 * sin(2 * .pi * time / 2.9 + flicker), yaw: 17 * sin(2 * .pi * time / 1.7 + 2 * flicker))
    default: break
    }
    let rotation = HeadRotation(seen)
    let view = rotation.undo(camera)
    picture.shine(element, grating: grating, view: view, lamps: grating.lamps(rotation), strength: strength)
    return picture
  }

  private func glares(at time: Double, _ gesture: HeadGesture) -> [FilmGlare] {
    var glares: [FilmGlare] = []
    if glareStrength > 0 {
      let center = Point(x: glareStart.x + gesture.yaw * 2.2, y: glareStart.y - gesture.pitch * 2.2)
      glares.append(FilmGlare(center: center, radius: 8, strength: glareStrength))
    }
    let middle = element.center
    switch plan.attack {
    case .staticSpot:
      let along = sin(2 * .pi * time / 2.3)
      glares.append(
        FilmGlare(center: Point(x: middle.x + 9 * along, y: middle.y + 3 * along), radius: 4, strength: 190))
    case .overlay:
      glares.append(
        FilmGlare(
          center: Point(x: middle.x + gesture.yaw * 0.6, y: middle.y - gesture.pitch * 0.6), radius: 3.5, strength: 210,
          within: (middle, element.width * 0.52)))
    default: break
    }
    return glares
  }
}

extension FilmPicture {
  /// Takes colour out of a part, millimetres, or of all.
  mutating func fade(_ part: Rect?, to share: Float) {
    forEach(part) { picture, index, _ in
      let pixel = picture.pixels[index]
      let luma = 0.299 * pixel.x + 0.587 * pixel.y + 0.114 * pixel.z
      picture.pixels[index] = SIMD4(repeating: luma) + (pixel - luma) * share
    }
  }

  /// Bare foil: without colours, crescent and star lighter than the disc.
  mutating func silver(_ part: Rect) {
    let half = min(part.width, part.height) / 2
    forEach(part) { picture, index, place in
      let (x, y) = ((place.x - part.center.x) / half, (part.center.y - place.y) / half)
      guard let zone = FoilZone(x, y) else { return }
      let pixel = picture.pixels[index]
      let luma = 0.299 * pixel.x + 0.587 * pixel.y + 0.114 * pixel.z
      let grey = SIMD4(repeating: luma) + (pixel - luma) * 0.25
      picture.pixels[index] = zone == .disc ? grey * 0.72 : grey * 0.5 + SIMD4(repeating: 90)
    }
  }

  mutating func shine(
    _ part: Rect, grating: DiffractionGrating, view: SIMD3<Double>, lamps: [SIMD3<Double>], strength: Double
  ) {
    let half = min(part.width, part.height) / 2
    forEach(part) { picture, index, place in
      let (x, y) = ((place.x - part.center.x) / half, (part.center.y - place.y) / half)
      guard let zone = FoilZone(x, y) else { return }
      let color = grating.color(x, y, zone, view: view, lamps: lamps)
      let shown = SIMD4<Float>(Float(color.x), Float(color.y), Float(color.z), 0)
      picture.pixels[index] = picture.pixels[index] * 0.9 + shown * Float(130 * strength)
    }
  }

  private mutating func forEach(_ part: Rect?, _ body: (inout FilmPicture, Int, Point) -> Void) {
    let unit = Double(width) / SheetFormat.card.size.width
    let area = part ?? Rect(x: 0, y: 0, width: Double(width) / unit, height: Double(height) / unit)
    let rows = max(0, Int(area.y * unit))..<max(1, min(height, Int(area.maxY * unit)))
    let columns = max(0, Int(area.x * unit))..<max(1, min(width, Int(area.maxX * unit)))
    for y in rows {
      for x in columns {
        body(&self, y * width + x, Point(x: (Double(x) + 0.5) / unit, y: (Double(y) + 0.5) / unit))
      }
    }
  }
}

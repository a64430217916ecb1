internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// A document in somebody's hand or on a table, photographed: the same picture from the same seed.
package struct SpecimenScene: Sendable {
  package static let width = 1920
  package static let height = 1440

  private let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  /// The flat picture in a scene, with the truth moved to where things are now. Fields may lie under the glare.
  package func photograph(_ flat: SpecimenDocument.Picture) throws -> SpecimenDocument.Picture {
    var random = SpecimenRandom(seed: seed, use: flat.truth.side == .back ? 6 : 5)
    let format = flat.truth.kind.format
    let size = flat.image.size
    let quad = SpecimenScene.corners(format, &random)
    let corners = [
      Point(x: -0.5, y: -0.5), Point(x: size.width - 0.5, y: -0.5), Point(x: size.width - 0.5, y: size.height - 0.5),
      Point(x: -0.5, y: size.height - 0.5),
    ]
    guard let map = PerspectiveMap(from: corners, to: quad), let back = map.inverse else {
      throw BonafideError(.internal, "a specimen is seen edge-on")
    }
    var truth = flat.truth.moved(width: SpecimenScene.width, height: SpecimenScene.height, map.apply)
    truth.corners = quad
    var photo = try ScenePhoto(SceneTable.draw(width: SpecimenScene.width, height: SpecimenScene.height, &random))
    let pixelsPerMillimetre = quad[0].distance(to: quad[1]) / format.size.width
    let sheet = SceneSheet(
      image: flat.image, map: back, unit: size.width / format.size.width, pixelsPerMillimetre: pixelsPerMillimetre,
      corner: 3.2)
    photo.lay(sheet, shadow: random.uniform(0.25...0.6))
    var scene = SpecimenSceneTruth(
      blur: random.uniform(0.4...1.1), noise: random.uniform(1.5...4.5), glare: 0, glareBox: nil, finger: nil)
    if random.chance(0.5) {
      let finger = SceneFinger(on: quad, pixelsPerMillimetre: pixelsPerMillimetre, &random)
      photo.lay(finger)
      scene.finger = finger.box
    }
    photo.light(&random)
    if random.chance(0.6) {
      let glare = SceneGlare(on: map, size: size, pixelsPerMillimetre: pixelsPerMillimetre, &random)
      photo.add(glare)
      scene.glare = glare.strength
      scene.glareBox = glare.box
    }
    photo.blur(scene.blur)
    truth.scene = scene
    return SpecimenDocument.Picture(image: try photo.image(noise: scene.noise, &random), truth: truth)
  }

  /// A sheet turned about all axes, seen by a camera at about its own width and a half.
  private static func corners(_ format: SheetFormat, _ random: inout SpecimenRandom) -> [Point] {
    let width = Double(SpecimenScene.width) * random.uniform(format.size.width > 100 ? 0.74...0.84 : 0.64...0.78)
    let half = SIMD2(width / 2, width / 2 * format.size.height / format.size.width)
    let rotation = HeadRotation(
      HeadGesture(pitch: random.uniform(-13...13), yaw: random.uniform(-13...13), roll: random.uniform(-5...5)))
    let distance = Double(SpecimenScene.width) * 1.5
    let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y in
      let place = rotation.apply(SIMD3(x * half.x, -y * half.y, 0))
      let share = distance / (distance - place.z)
      return Point(x: place.x * share, y: -place.y * share)
    }
    let box = Rect(around: corners) ?? Rect(x: 0, y: 0, width: 0, height: 0)
    // Somewhere in the picture, with room on all sides.
    func start(_ low: Double, _ extent: Double, _ room: Double) -> Double {
      let free = room - extent
      return free / 2 - low + random.uniform(-0.3...0.3) * max(0, free - 60)
    }
    let (x, y) = (
      start(box.x, box.width, Double(SpecimenScene.width)), start(box.y, box.height, Double(SpecimenScene.height))
    )
    return corners.map { Point(x: $0.x + x, y: $0.y + y) }
  }
}

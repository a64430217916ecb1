package import BonafideFaceAnalysis
package import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// A portrait and the shape of its head, ready to be moved. Everything it makes is synthetic and says so.
package struct SpecimenHead: Sendable {
  /// The photograph that skin and hair are taken from.
  let photo: Image
  /// Where each vertex lies on the photograph, in pixels.
  let texture: [SIMD2<Double>]
  /// The head with open eyes and the portrait's mouth, straight, in pixels of the photograph around its centre: x to
  /// the picture's right, y up, z to the camera.
  private let shape: [SIMD3<Double>]
  /// The same with a closed, sober mouth.
  private let sober: [SIMD3<Double>]
  let triangles: [SIMD3<Int>]
  /// Place of the head's centre on the photograph.
  let center: SIMD2<Double>
  /// Width of the face on the photograph, in pixels.
  package let faceWidth: Double

  /// Throws `no_face` when the portrait does not show one face straight enough to build on.
  package init(portrait: Image, analyzer: FaceAnalyzer, canonical: CanonicalFace) throws {
    guard let face = try analyzer.faces(in: portrait).first, let mesh = face.mesh else {
      throw BonafideError(.noFace, "the portrait shows no face to build a specimen from")
    }
    let points = mesh.points.prefix(canonical.vertices.count).map {
      SIMD3(Double($0.x), -Double($0.y), -Double($0.z))
    }
    guard
      let fit = RigidFit(
        from: canonical.basisVertices, to: canonical.basisIndices.map { points[$0] },
        weights: canonical.basisWeights)
    else { throw BonafideError(.noFace, "the portrait's face has no usable shape") }
    let middle = points.reduce(.zero, +) / Double(points.count)
    let r = fit.rotation
    func straightened(_ point: SIMD3<Double>) -> SIMD3<Double> {
      let p = point - middle
      return SIMD3((r.0 * p).sum(), (r.1 * p).sum(), (r.2 * p).sum())
    }
    let straight = points.map(straightened)
    photo = portrait
    center = SIMD2(middle.x, -middle.y)
    faceWidth = face.box.width
    let skull = HeadSurround(straight: straight, on: points, photo: portrait.size)
    texture = points.map { SIMD2($0.x, -$0.y) } + skull.texture
    shape = straight + skull.vertices
    sober = SoberMouth(canonical: canonical.vertices, scale: fit.scale).applied(to: straight) + skull.vertices
    triangles = skull.triangles + canonical.triangles
  }

  /// Where the vertices are when the head does something, around its centre.
  func vertices(_ gesture: HeadGesture) -> [SIMD3<Double>] {
    let lids = Eyelids.closing(by: gesture.eyesClosed)
    var moved = zip(shape, sober).map { $1 + ($0 - $1) * gesture.smile }
    for lid in lids { moved[lid.upper] += (moved[lid.lower] - moved[lid.upper]) * lid.share }
    let rotation = HeadRotation(gesture)
    for index in moved.indices {
      let turned = rotation.apply(moved[index])
      let rigid = HeadSurround.rigidity(of: index)
      moved[index] += (turned - moved[index]) * rigid
    }
    return moved
  }
}

/// Turning by the three angles; signs as in `HeadPose`.
struct HeadRotation {
  private let x: SIMD3<Double>
  private let y: SIMD3<Double>
  private let z: SIMD3<Double>

  init(_ gesture: HeadGesture) {
    let radians = Double.pi / 180
    let (a, b, c) = (-gesture.pitch * radians, gesture.yaw * radians, gesture.roll * radians)
    // Rz(roll) · Ry(yaw) · Rx(-pitch), as rows.
    let (ca, sa, cb, sb, cc, sc) = (cos(a), sin(a), cos(b), sin(b), cos(c), sin(c))
    x = SIMD3(cc * cb, cc * sb * sa - sc * ca, cc * sb * ca + sc * sa)
    y = SIMD3(sc * cb, sc * sb * sa + cc * ca, sc * sb * ca - cc * sa)
    z = SIMD3(-sb, cb * sa, cb * ca)
  }

  func apply(_ point: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((x * point).sum(), (y * point).sum(), (z * point).sum())
  }
}

/// The upper lids come down on the lower ones; the skin above follows half-way.
enum Eyelids {
  private static let pairs: [(upper: Int, lower: Int, share: Double)] = {
    let upper = [246, 161, 160, 159, 158, 157, 173, 466, 388, 387, 386, 385, 384, 398]
    let lower = [7, 163, 144, 145, 153, 154, 155, 249, 390, 373, 374, 380, 381, 382]
    let above = [247, 30, 29, 27, 28, 56, 190, 467, 260, 259, 257, 258, 286, 414]
    return zip(above, lower).map { ($0, $1, 0.4) } + zip(upper, lower).map { ($0, $1, 0.96) }
  }()

  static func closing(by amount: Double) -> [(upper: Int, lower: Int, share: Double)] {
    amount <= 0 ? [] : pairs.map { ($0.upper, $0.lower, $0.share * min(amount, 1)) }
  }
}

/// The mouth of the canonical face, which neither smiles nor opens, put where the person's mouth is.
struct SoberMouth {
  private static let noseBottom = 2
  private static let lipCenter = 13
  /// In units of the mouth's width: full effect up to the first, none from the second.
  private static let reach = (full: 0.62, none: 1.5)
  private static let corners = (61, 291)

  let canonical: [SIMD3<Double>]
  let scale: Double

  func applied(to straight: [SIMD3<Double>]) -> [SIMD3<Double>] {
    let offset = straight[SoberMouth.noseBottom] - canonical[SoberMouth.noseBottom] * scale
    let target = canonical.map { $0 * scale + offset }
    let middle = target[SoberMouth.lipCenter]
    let across = target[SoberMouth.corners.0] - target[SoberMouth.corners.1]
    let width = (across * across).sum().squareRoot()
    return straight.indices.map { index in
      let away = target[index] - middle
      let distance = (away * away).sum().squareRoot() / max(width, 1e-6)
      let fade = (SoberMouth.reach.none - distance) / (SoberMouth.reach.none - SoberMouth.reach.full)
      let share = min(max(fade, 0), 1)
      // Below the nose only; the cheeks beside it stay the person's.
      let below = straight[index].y < straight[SoberMouth.noseBottom].y + width * 0.2 ? 1.0 : 0.0
      return straight[index] + (target[index] - straight[index]) * share * below
    }
  }
}

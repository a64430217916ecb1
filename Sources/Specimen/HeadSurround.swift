internal import BonafideObservations

/// Rings of vertices around the face that carry ears, hair and neck along, less and less towards the outside.
struct HeadSurround: Sendable {
  /// The outline of the face in the mesh, in order.
  private static let outline = [
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150,
    136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
  ]
  /// How far out, how far behind the face (by its half width), and how much of the head's motion it takes part in.
  private static let rings: [(reach: Double, depth: Double, rigidity: Double)] = [
    (1.22, 0.35, 1), (1.5, 0.6, 0.75), (1.95, 0.7, 0.35), (2.6, 0.7, 0),
  ]
  private static let faceVertices = 468

  let vertices: [SIMD3<Double>]
  let texture: [SIMD2<Double>]
  let triangles: [SIMD3<Int>]

  init(straight: [SIMD3<Double>], on photo: [SIMD3<Double>], photo size: Size) {
    let outline = HeadSurround.outline
    let middle = outline.reduce(SIMD3<Double>.zero) { $0 + straight[$1] } / Double(outline.count)
    let photoMiddle = outline.reduce(SIMD3<Double>.zero) { $0 + photo[$1] } / Double(outline.count)
    let halfWidth = outline.map { abs(straight[$0].x - middle.x) }.max() ?? 1
    var vertices: [SIMD3<Double>] = []
    var texture: [SIMD2<Double>] = []
    var triangles: [SIMD3<Int>] = []
    for (number, ring) in HeadSurround.rings.enumerated() {
      for (place, index) in outline.enumerated() {
        var vertex = middle + (straight[index] - middle) * ring.reach
        vertex.z = straight[index].z - ring.depth * halfWidth
        let onPhoto = photoMiddle + (photo[index] - photoMiddle) * ring.reach
        vertices.append(vertex)
        texture.append(
          SIMD2(min(max(onPhoto.x, 0), size.width - 1), min(max(-onPhoto.y, 0), size.height - 1)))
        let next = (place + 1) % outline.count
        let inner = number == 0 ? outline[place] : HeadSurround.number(ring: number - 1, place)
        let innerNext = number == 0 ? outline[next] : HeadSurround.number(ring: number - 1, next)
        let outer = HeadSurround.number(ring: number, place)
        let outerNext = HeadSurround.number(ring: number, next)
        triangles += [SIMD3(inner, outer, outerNext), SIMD3(inner, outerNext, innerNext)]
      }
    }
    self.vertices = vertices
    self.texture = texture
    self.triangles = triangles
  }

  private static func number(ring: Int, _ place: Int) -> Int { faceVertices + ring * outline.count + place }

  /// Share of the head's motion that a vertex takes part in.
  static func rigidity(of index: Int) -> Double {
    index < faceVertices ? 1 : rings[min((index - faceVertices) / outline.count, rings.count - 1)].rigidity
  }
}

package import BonafideInference
internal import BonafideObservations

/// MediaPipe's canonical metric face: 468 vertices in centimetres (x to the picture's right, y up, z to the camera)
/// how they form triangles, and the weights with which some of them count in fitting.
package struct CanonicalFace: Sendable {
  static let modelName = "face_geometry"
  private static let vertexCount = 468
  private static let floatsPerVertex = 5

  package let vertices: [SIMD3<Double>]
  /// Vertex numbers, three by three.
  package let triangles: [SIMD3<Int>]
  /// The vertices that count in fitting, and their positive weights.
  package let basisIndices: [Int]
  package let basisVertices: [SIMD3<Double>]
  package let basisWeights: [Double]

  package init(models: ModelStore) throws {
    try self.init(protobuf: models.data(CanonicalFace.modelName))
  }

  /// Reads the geometry pipeline's metadata: field 1 holds a mesh whose field 3 are x, y, z, u, v of each vertex;
  /// field 2 repeats pairs of a vertex number and a weight.
  init(protobuf bytes: [UInt8]) throws(BonafideError) {
    var floats: [Float] = []
    var corners: [Int] = []
    var basis: [(index: Int, weight: Double)] = []
    var reader = ProtobufReader(bytes[...])
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let mesh)):
        floats += try CanonicalFace.floats(in: mesh, field: 3)
        corners += try CanonicalFace.numbers(in: mesh, field: 4)
      case (2, .bytes(let pair)): basis.append(try CanonicalFace.weight(in: pair))
      default: continue
      }
    }
    guard floats.count == CanonicalFace.vertexCount * CanonicalFace.floatsPerVertex, !basis.isEmpty,
      basis.allSatisfy({ (0..<CanonicalFace.vertexCount).contains($0.index) && $0.weight > 0 }),
      corners.count % 3 == 0, corners.allSatisfy((0..<CanonicalFace.vertexCount).contains)
    else { throw BonafideError(.modelAltered, "the canonical face is not in the form expected") }
    let vertices = (0..<CanonicalFace.vertexCount).map { index in
      let at = index * CanonicalFace.floatsPerVertex
      return SIMD3(Double(floats[at]), Double(floats[at + 1]), Double(floats[at + 2]))
    }
    self.vertices = vertices
    triangles = stride(from: 0, to: corners.count, by: 3).map {
      SIMD3(corners[$0], corners[$0 + 1], corners[$0 + 2])
    }
    basisIndices = basis.map(\.index)
    basisVertices = basis.map { vertices[$0.index] }
    basisWeights = basis.map(\.weight)
  }

  private static func floats(in bytes: ArraySlice<UInt8>, field wanted: UInt64) throws(BonafideError) -> [Float] {
    var reader = ProtobufReader(bytes)
    var found: [Float] = []
    while let field = try reader.next() {
      guard field.number == wanted else { continue }
      switch field.value {
      case .fixed32(let bits): found.append(Float(bitPattern: bits))
      case .bytes(let packed):
        var inner = ProtobufReader(packed)
        while let bits = try inner.fixed32() { found.append(Float(bitPattern: bits)) }
      default: continue
      }
    }
    return found
  }

  private static func numbers(in bytes: ArraySlice<UInt8>, field wanted: UInt64) throws(BonafideError) -> [Int] {
    var reader = ProtobufReader(bytes)
    var found: [Int] = []
    while let field = try reader.next() {
      if field.number == wanted, case .varint(let value) = field.value { found.append(Int(clamping: value)) }
    }
    return found
  }

  private static func weight(in bytes: ArraySlice<UInt8>) throws(BonafideError) -> (index: Int, weight: Double) {
    var reader = ProtobufReader(bytes)
    var index = 0
    var weight = 0.0
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, .varint(let value)): index = Int(clamping: value)
      case (2, .fixed32(let bits)): weight = Double(Float(bitPattern: bits))
      default: continue
      }
    }
    return (index, weight)
  }
}

/// Just enough of the protocol-buffer wire format, bounds-checked.
struct ProtobufReader {
  enum Value {
    case varint(UInt64)
    case fixed64
    case bytes(ArraySlice<UInt8>)
    case fixed32(UInt32)
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  mutating func next() throws(BonafideError) -> (number: UInt64, value: Value)? {
    if rest.isEmpty { return nil }
    let tag = try varint()
    switch tag & 7 {
    case 0: return (tag >> 3, .varint(try varint()))
    case 1:
      _ = try take(8)
      return (tag >> 3, .fixed64)
    case 2:
      let count = try varint()
      guard count <= UInt64(rest.count) else { throw ProtobufReader.damaged }
      return (tag >> 3, .bytes(try take(Int(count))))
    case 5:
      guard let bits = try fixed32() else { throw ProtobufReader.damaged }
      return (tag >> 3, .fixed32(bits))
    default: throw ProtobufReader.damaged
    }
  }

  /// Four little-endian bytes, or nil at the end.
  mutating func fixed32() throws(BonafideError) -> UInt32? {
    if rest.isEmpty { return nil }
    return try take(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func varint() throws(BonafideError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else { throw ProtobufReader.damaged }
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
    }
    throw ProtobufReader.damaged
  }

  private mutating func take(_ count: Int) throws(BonafideError) -> ArraySlice<UInt8> {
    guard rest.count >= count else { throw ProtobufReader.damaged }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private static var damaged: BonafideError { BonafideError(.modelAltered, "the canonical face is damaged") }
}

import BonafideFaceAnalysis
import BonafideObservations
import Foundation
import Testing

private func varint(_ value: UInt64) -> [UInt8] {
  var rest = value
  var bytes: [UInt8] = []
  repeat {
    bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
    rest >>= 7
  } while rest > 0
  return bytes
}

private func field(_ number: UInt64, bytes: [UInt8]) -> [UInt8] {
  varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
}
private func field(_ number: UInt64, varint value: UInt64) -> [UInt8] { varint(number << 3) + varint(value) }
private func field(_ number: UInt64, float value: Float) -> [UInt8] { varint(number << 3 | 5) + little(value) }
private func little(_ value: Float) -> [UInt8] { withUnsafeBytes(of: value.bitPattern.littleEndian, Array.init) }

/// A face as the reader expects it, unless told otherwise.
private func face(
  floats: Int = 468 * 5, corners: [UInt64] = [0, 1, 2], basis: [(UInt64, Float)] = [(7, 0.5), (467, 1)]
) -> [UInt8] {
  let vertices = (0..<floats).flatMap { little(Float($0)) }
  let mesh = field(3, bytes: vertices) + corners.flatMap { field(4, varint: $0) }
  return field(1, bytes: mesh)
    + basis.flatMap { field(2, bytes: field(1, varint: $0.0) + field(2, float: $0.1)) }
}

@Test func `a well-formed face is read, packed or not`() throws {
  let packed = try CanonicalFace(protobuf: face())
  #expect(packed.vertices.count == 468)
  // x, y, z, u, v of each vertex in turn
  #expect(packed.vertices[2] == SIMD3(10, 11, 12))
  #expect(packed.triangles == [SIMD3(0, 1, 2)])
  #expect(packed.basisIndices == [7, 467] && packed.basisWeights == [0.5, 1])
  #expect(packed.basisVertices == [SIMD3(35, 36, 37), SIMD3(2335, 2336, 2337)])

  let loose = (0..<468 * 5).flatMap { field(3, float: Float($0)) }
  let other = try CanonicalFace(
    protobuf: field(1, bytes: loose) + field(2, bytes: field(1, varint: 7) + field(2, float: 0.5)))
  #expect(other.vertices == packed.vertices)
}

@Test func `fields that are not known are passed over`() throws {
  let unknown = field(9, varint: .max) + varint(10 << 3 | 1) + [UInt8](repeating: 1, count: 8) + field(11, float: 1)
  #expect(try CanonicalFace(protobuf: unknown + face() + field(12, bytes: [1, 2, 3])).vertices.count == 468)
}

private let endlessVarint = [UInt8](repeating: 0xFF, count: 64)

@Test(
  arguments: [
    ("nothing", []), ("zero tag cut off", [0x08]), ("an endless tag", endlessVarint),
    ("an endless number", [0x08] + endlessVarint), ("an endless length", [0x0A] + endlessVarint),
    ("a length beyond the end", [0x0A, 0x05, 0x01]),
    ("a length of 2⁶⁴ − 1", [0x0A] + varint(.max)), ("a length of 2⁶³", [0x0A] + varint(1 << 63)),
    ("eight bytes cut off", [0x09, 1, 2, 3]), ("four bytes cut off", [0x0D, 1, 2]), ("four bytes missing", [0x0D]),
    ("the start of a group", [0x0B]), ("the end of a group", [0x0C]), ("an unused wire type", [0x0E]),
    ("the other unused wire type", [0x0F]),
    ("a vertex too few", face(floats: 467 * 5)), ("a vertex too many", face(floats: 469 * 5)),
    ("a float too few", face(floats: 468 * 5 - 1)), ("no weights", face(basis: [])),
    ("a weight of zero", face(basis: [(1, 0)])), ("a negative weight", face(basis: [(1, -1)])),
    ("a weight that is no number", face(basis: [(1, .nan)])), ("an endless weight", face(basis: [(1, .infinity)])),
    ("a weight of a vertex beyond", face(basis: [(468, 1)])),
    ("a weight of a vertex far beyond", face(basis: [(.max, 1)])),
    ("half a triangle", face(corners: [0, 1])), ("a corner beyond", face(corners: [0, 1, 468])),
    ("a corner far beyond", face(corners: [0, 1, .max])),
    ("two meshes", face() + face()),
  ] as [(String, [UInt8])])
func `a face in another form is an altered model`(what: String, bytes: [UInt8]) {
  #expect(throws: BonafideError(.modelAltered, ""), "\(what)") { _ = try CanonicalFace(protobuf: bytes) }
}

@Test func `a vertex that is no number is an altered model`() {
  var bytes = face()
  // Tag and length of the mesh and of the vertices come first; the last float's bytes are all ones: not a number.
  let start = 2 + varint(UInt64(468 * 5 * 4)).count * 2
  for index in start..<(start + 4) { bytes[index + 40] = 0xFF }
  #expect(throws: BonafideError(.modelAltered, "")) { _ = try CanonicalFace(protobuf: bytes) }
}

@Test func `a face cut off anywhere is refused and never traps`() {
  let whole = face()
  for count in stride(from: 0, to: whole.count, by: 17) {
    #expect(throws: BonafideError(.modelAltered, "")) { _ = try CanonicalFace(protobuf: Array(whole.prefix(count))) }
  }
}

@Test func `bytes by chance never trap`() {
  var random = Chance()
  for _ in 0..<2000 {
    let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(throws: BonafideError.self) { _ = try CanonicalFace(protobuf: bytes) }
  }
}

@Test func `the reader hands out what the wire holds`() throws {
  // "08 96 01" is the encoding guide's own example: field 1 is 150.
  var reader = ProtobufReader([0x08, 0x96, 0x01, 0x12, 0x02, 0x41, 0x42, 0x1D, 0x00, 0x00, 0x80, 0x3F][...])
  guard case (1, .varint(150))? = try reader.next() else { return #expect(Bool(false), "field 1") }
  guard case (2, .bytes(let text))? = try reader.next() else { return #expect(Bool(false), "field 2") }
  #expect(Array(text) == Array("AB".utf8))
  guard case (3, .fixed32(let bits))? = try reader.next() else { return #expect(Bool(false), "field 3") }
  #expect(Float(bitPattern: bits) == 1)
  #expect(try reader.next() == nil)
}

/// What is needed of an X.509 certificate (RFC 5280): where its public key lies. Whether the rest is well-formed, is
/// signed and holds is for the libraries of TLS.
enum CertificateReader {
  struct Malformed: Error {}

  /// SubjectPublicKeyInfo with its head, as it is hashed for pins. Throws for all that is not a certificate in DER.
  static func publicKey(of certificate: [UInt8]) throws(Malformed) -> [UInt8] {
    var outside = Reader(certificate[...])
    var whole = Reader(try outside.next(.sequence).content)
    guard outside.isAtEnd else { throw Malformed() }
    var body = Reader(try whole.next(.sequence).content)
    _ = try whole.next(.sequence)
    _ = try whole.next(.bits)
    guard whole.isAtEnd else { throw Malformed() }
    if body.nextTag == Tag.version.rawValue { _ = try body.next(.version) }
    _ = try body.next(.integer)
    // Algorithm, issuer, validity, subject.
    for _ in 0..<4 { _ = try body.next(.sequence) }
    return Array(try body.next(.sequence).all)
  }

  private enum Tag: UInt8 {
    case integer = 0x02
    case bits = 0x03
    case sequence = 0x30
    case version = 0xA0
  }

  private struct Element {
    let all: ArraySlice<UInt8>
    let content: ArraySlice<UInt8>
  }

  /// Goes from element to element; every length is checked against what is there.
  private struct Reader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }
    var nextTag: UInt8? { rest.first }

    mutating func next(_ tag: Tag) throws(Malformed) -> Element {
      var head = rest
      guard head.popFirst() == tag.rawValue, let first = head.popFirst() else { throw Malformed() }
      var length = Int(first)
      if first >= 0x80 {
        // At most 16 MB, and in no more bytes than it takes, as DER wants it.
        let count = Int(first & 0x7F)
        guard (1...3).contains(count), head.count >= count else { throw Malformed() }
        length = head.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        guard length >= 0x80, head.first != 0 else { throw Malformed() }
        head = head.dropFirst(count)
      }
      guard length <= head.count else { throw Malformed() }
      let content = head.prefix(length)
      let element = Element(all: rest.prefix(upTo: content.endIndex), content: content)
      rest = rest.suffix(from: content.endIndex)
      return element
    }
  }
}

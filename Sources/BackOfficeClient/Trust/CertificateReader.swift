/// What is needed of an X.509 certificate (RFC 5280): its public key, and when it is over. Whether the rest is
/// well-formed, is signed and holds is for the libraries of TLS.
enum CertificateReader {
  struct Malformed: Error {}

  struct Content {
    /// SubjectPublicKeyInfo with its head, as it is hashed for pins.
    let publicKey: [UInt8]
    /// The last second of its validity, Unix seconds.
    let notAfter: Int
  }

  /// Throws for all that is not a certificate in DER.
  static func read(_ certificate: [UInt8]) throws(Malformed) -> Content {
    var outside = Reader(certificate[...])
    var whole = Reader(try outside.next(.sequence).content)
    guard outside.isAtEnd else { throw Malformed() }
    var body = Reader(try whole.next(.sequence).content)
    _ = try whole.next(.sequence)
    _ = try whole.next(.bits)
    guard whole.isAtEnd else { throw Malformed() }
    if body.nextTag == Tag.version.rawValue { _ = try body.next(.version) }
    _ = try body.next(.integer)
    // Algorithm and issuer.
    for _ in 0..<2 { _ = try body.next(.sequence) }
    var validity = Reader(try body.next(.sequence).content)
    _ = try time(from: &validity)
    let notAfter = try time(from: &validity)
    guard validity.isAtEnd else { throw Malformed() }
    // Subject.
    _ = try body.next(.sequence)
    return Content(publicKey: Array(try body.next(.sequence).all), notAfter: notAfter)
  }

  /// `YYMMDDHHMMSSZ` for the years 1950 to 2049, `YYYYMMDDHHMMSSZ` for others (RFC 5280 §4.1.2.5). Unix seconds.
  private static func time(from reader: inout Reader) throws(Malformed) -> Int {
    let isShort = reader.nextTag == Tag.shortTime.rawValue
    let text = try reader.next(isShort ? .shortTime : .longTime).content
    guard text.count == (isShort ? 13 : 15), text.last == UInt8(ascii: "Z"),
      text.dropLast().allSatisfy({ (48...57).contains($0) })
    else { throw Malformed() }
    let digits = text.dropLast().map { Int($0) - 48 }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    let head = isShort ? 2 : 4
    let year = isShort ? number(0..<2) + (number(0..<2) < 50 ? 2000 : 1900) : number(0..<4)
    let (month, day) = (number(head..<head + 2), number(head + 2..<head + 4))
    guard (1...12).contains(month), (1...31).contains(day) else { throw Malformed() }
    // Days since 1970 by counting years from March, so that a leap day is the last.
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    return days * 86_400 + number(head + 4..<head + 6) * 3600 + number(head + 6..<head + 8) * 60
      + number(head + 8..<head + 10)
  }

  private enum Tag: UInt8 {
    case integer = 0x02
    case bits = 0x03
    case shortTime = 0x17
    case longTime = 0x18
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

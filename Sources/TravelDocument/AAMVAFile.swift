/// The frame of a driver's licence in a PDF417: header, subfiles, elements (AAMVA DL/ID Card Design Standard 2020,
/// annex D.12; versions 1 to 10, and later ones that keep the frame).
struct AAMVAFile: Sendable, Hashable {
  let version: Int
  /// Issuer identification number, six digits.
  let issuer: String
  /// Values by element identifier, as they stand; of several with one identifier the first.
  let elements: [String: String]

  /// Nil for a text that is no such file. Whatever follows a sound header never fails: offsets and lengths that lead
  /// nowhere are left aside.
  init?(_ text: String) {
    // Offsets count the characters of the card, which need not be those of UTF-8.
    let characters = Array(text.unicodeScalars)
    guard let header = Header(characters) else { return nil }
    version = header.version
    issuer = header.issuer
    var elements: [String: String] = [:]
    for subfile in AAMVAFile.subfiles(characters, header) {
      for line in characters[subfile].split(whereSeparator: { $0 == "\n" || $0 == "\r" }) {
        guard let (name, value) = AAMVAFile.element(line), elements[name] == nil else { continue }
        elements[name] = value
      }
    }
    self.elements = elements
  }

  /// An identifier of three characters, and what follows it.
  private static func element(_ line: ArraySlice<Unicode.Scalar>) -> (name: String, value: String)? {
    let name = line.prefix(3)
    guard name.count == 3, let first = name.first, ("A"..."Z").contains(first),
      name.allSatisfy({ ("A"..."Z").contains($0) || ("0"..."9").contains($0) })
    else { return nil }
    return (text(name), text(line.dropFirst(3)))
  }

  /// What lies in the subfiles, without their types.
  private static func subfiles(_ characters: [Unicode.Scalar], _ header: Header) -> [Range<Int>] {
    var places: [(start: Int, length: Int)] = []
    var next = header.end
    for designator in header.designators {
      // Offsets are off by a few on real cards; the type stands there or the subfile is where the last one ended.
      guard let start = place(of: designator, in: characters, from: next) else { continue }
      places.append((start, designator.length))
      next = start + 2
    }
    let starts = places.map(\.start).sorted()
    return places.map { place in
      let limit = starts.first { $0 > place.start } ?? characters.count
      let end = place.start + place.length
      // A length is believed when it leads to the end of a segment.
      let isSound = end > place.start + 2 && end <= limit && characters[end - 1] == "\r"
      return place.start + 2..<(isSound ? end : limit)
    }
  }

  private static func place(
    of designator: Header.Designator, in characters: [Unicode.Scalar], from first: Int
  ) -> Int? {
    func begins(at place: Int) -> Bool {
      place + 2 <= characters.count && characters[place] == designator.type[0]
        && characters[place + 1] == designator.type[1]
    }
    if designator.offset >= first, begins(at: designator.offset) { return designator.offset }
    return (first..<max(first, characters.count)).first { place in
      begins(at: place) && (place == first || characters[place - 1] == "\r" || characters[place - 1] == "\n")
    }
  }

  fileprivate static func text(_ characters: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters)
    return String(text)
  }
}

/// The beginning of the file, up to the first subfile.
private struct Header {
  struct Designator {
    var type: [Unicode.Scalar]
    var offset: Int
    var length: Int
  }

  private(set) var version = 0
  private(set) var issuer = ""
  private(set) var designators: [Designator] = []
  /// Where the designators end.
  private(set) var end = 0

  init?(_ characters: [Unicode.Scalar]) {
    var cursor = Cursor(characters: characters)
    cursor.skip { $0 == " " }
    guard cursor.take("@") else { return nil }
    // Line feed, record separator (0x1C in version 1) and carriage return; one or the other is missing on some cards.
    cursor.skip { $0.value < 0x20 }
    // "AAMVA" before the year 2000 and on some later cards.
    guard cursor.take("ANSI ") || cursor.take("AAMVA") else { return nil }
    guard let issuer = cursor.digits(6), let version = cursor.number(2) else { return nil }
    self.issuer = issuer
    self.version = version
    // The jurisdiction's own version came with version 2.
    if version > 1, cursor.number(2) == nil { return nil }
    guard let count = cursor.number(2) else { return nil }
    end = cursor.place
    for _ in 0..<count {
      guard let type = cursor.type(), let offset = cursor.number(4), let length = cursor.number(4) else { break }
      designators.append(Designator(type: type, offset: offset, length: length))
      end = cursor.place
    }
  }

  private struct Cursor {
    let characters: [Unicode.Scalar]
    var place = 0

    mutating func skip(while isSkipped: (Unicode.Scalar) -> Bool) {
      while place < characters.count, isSkipped(characters[place]) { place += 1 }
    }

    mutating func take(_ text: String) -> Bool {
      let wanted = text.unicodeScalars
      guard characters[place...].starts(with: wanted) else { return false }
      place += wanted.count
      return true
    }

    mutating func digits(_ count: Int) -> String? {
      let found = characters[place...].prefix(count)
      guard found.count == count, found.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
      place += count
      return AAMVAFile.text(found)
    }

    mutating func number(_ count: Int) -> Int? { digits(count).flatMap { Int($0) } }

    mutating func type() -> [Unicode.Scalar]? {
      let found = characters[place...].prefix(2)
      guard found.count == 2, found.allSatisfy({ ("A"..."Z").contains($0) || ("0"..."9").contains($0) }) else {
        return nil
      }
      place += 2
      return Array(found)
    }
  }
}

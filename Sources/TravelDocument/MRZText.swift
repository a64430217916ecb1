/// How characters of a zone become text.
enum MRZText {
  static func raw(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  static func withoutTrailingFillers(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = bytes.endIndex
    while end > bytes.startIndex, bytes[end - 1] == MRZAlphabet.filler { end -= 1 }
    return bytes[..<end]
  }

  /// A blank for each filler, none at the end.
  static func words(_ bytes: ArraySlice<UInt8>) -> String {
    let kept = withoutTrailingFillers(bytes)
    guard kept.contains(MRZAlphabet.filler) else { return raw(kept) }
    return String(decoding: kept.map { $0 == MRZAlphabet.filler ? 0x20 : $0 }, as: UTF8.self)
  }

  /// Fillers stand for blanks and signs in a document number and mean nothing themselves.
  static func withoutFillers(_ bytes: ArraySlice<UInt8>) -> String {
    let kept = withoutTrailingFillers(bytes)
    guard kept.contains(MRZAlphabet.filler) else { return raw(kept) }
    return String(decoding: kept.filter { $0 != MRZAlphabet.filler }, as: UTF8.self)
  }
}

/// Looks in a HEIF file for the properties that turn or flip the primary picture (ISO/IEC 23008-12, 6.5.10 and
/// 6.5.12), because EXIF's orientation counts only where there are none.
package enum HEIFTransforms {
  /// Whether the primary picture has an `irot` or `imir` property. Damaged files count as having none.
  package static func present(in file: ByteCursor) -> Bool {
    (try? search(file)) ?? false
  }

  private static func search(_ file: ByteCursor) throws(ByteCursor.OutOfBounds) -> Bool {
    guard var meta = try child("meta", of: file) else { return false }
    // Version and flags.
    try meta.skip(4)
    let content = try meta.slice(meta.remaining)
    guard let primary = try primaryItem(content), let properties = try child("iprp", of: content),
      let container = try child("ipco", of: properties), let associations = try child("ipma", of: properties)
    else { return false }
    let types = try childTypes(of: container)
    for index in try associated(with: primary, associations) where index >= 1 && index <= types.count {
      if types[index - 1] == "irot" || types[index - 1] == "imir" { return true }
    }
    return false
  }

  private static func primaryItem(_ meta: ByteCursor) throws(ByteCursor.OutOfBounds) -> Int? {
    guard var box = try child("pitm", of: meta) else { return nil }
    let version = try box.byte()
    try box.skip(3)
    return version == 0 ? try box.uint16(.bigEndian) : try box.uint32(.bigEndian)
  }

  /// Numbers of an item's properties, counted from 1.
  private static func associated(with item: Int, _ box: ByteCursor) throws(ByteCursor.OutOfBounds) -> [Int] {
    var box = box
    let version = try box.byte()
    let hasLongIndex = try box.number(3, .bigEndian) & 1 == 1
    let entries = try box.uint32(.bigEndian)
    for _ in 0..<entries {
      let id = version == 0 ? try box.uint16(.bigEndian) : try box.uint32(.bigEndian)
      let count = Int(try box.byte())
      var indices: [Int] = []
      for _ in 0..<count {
        indices.append(hasLongIndex ? try box.uint16(.bigEndian) & 0x7FFF : Int(try box.byte() & 0x7F))
      }
      if id == item { return indices }
    }
    return []
  }

  private static func child(_ type: FourCharacters, of parent: ByteCursor) throws(ByteCursor.OutOfBounds)
    -> ByteCursor?
  {
    var cursor = parent
    while cursor.remaining >= 8 {
      let (found, body) = try box(&cursor)
      if found == type { return body }
    }
    return nil
  }

  private static func childTypes(of parent: ByteCursor) throws(ByteCursor.OutOfBounds) -> [FourCharacters] {
    var cursor = parent
    var types: [FourCharacters] = []
    while cursor.remaining >= 8 { types.append(try box(&cursor).type) }
    return types
  }

  private static func box(_ cursor: inout ByteCursor) throws(ByteCursor.OutOfBounds)
    -> (type: FourCharacters, body: ByteCursor)
  {
    let size = try cursor.uint32(.bigEndian)
    let type = try cursor.tag()
    switch size {
    case 0: return (type, try cursor.slice(cursor.remaining))
    case 1:
      let long = try cursor.number(8, .bigEndian)
      guard long >= 16, long < 1 << 62 else { throw ByteCursor.OutOfBounds() }
      return (type, try cursor.slice(Int(long) - 16))
    default: return (type, try cursor.slice(size - 8))
    }
  }
}

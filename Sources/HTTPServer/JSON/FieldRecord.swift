internal import FoundationEssentials
internal import Synchronization

/// Which keys objects have, and which of them were asked for.
final class FieldRecord: Sendable {
  static let key = CodingUserInfoKey(rawValue: "fields") ?? unnamed
  private static let unnamed: CodingUserInfoKey = { preconditionFailure("a key's name is never refused") }()

  private struct Names {
    var present: Set<String> = []
    var asked: Set<String> = []
  }

  private let objects = Mutex<[String: Names]>([:])

  func add(present: [String], at path: String) {
    objects.withLock { $0[path, default: Names()].present.formUnion(present) }
  }

  func ask(_ name: String, at path: String) {
    objects.withLock { _ = $0[path, default: Names()].asked.insert(name) }
  }

  /// One of those that nobody asked for.
  var unknownField: String? {
    objects.withLock { objects in
      objects.values.lazy.compactMap { $0.present.subtracting($0.asked).min() }.first
    }
  }

  static func name(_ path: [any CodingKey]) -> String {
    path.map { "\($0.stringValue.utf8.count):\($0.stringValue)" }.joined(separator: "/")
  }
}

/// A value that is decoded through a recording decoder.
struct RecordedValue<Value: Decodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    guard let record = decoder.userInfo[FieldRecord.key] as? FieldRecord, !Self.isWhole else {
      value = try decoder.singleValueContainer().decode(Value.self)
      return
    }
    value = try Value(from: RecordingDecoder(base: decoder, record: record))
  }

  /// Types that the decoder reads in a way of its own.
  private static var isWhole: Bool {
    Value.self == Date.self || Value.self == Data.self || Value.self == URL.self || Value.self == Decimal.self
  }
}

/// Any name as a key.
struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

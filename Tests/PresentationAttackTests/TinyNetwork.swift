import Foundation

/// A network in ONNX's format, written by hand: the mean of each colour of a picture of 80 × 80. Stands in the slot of a
/// passive network, with a truth that can be worked out.
enum TinyNetwork {
  static let bytes: Data = {
    let pool = node("GlobalAveragePool", "input", "mean")
    let flat = node("Flatten", "mean", "prob")
    let graph =
      field(1, pool) + field(1, flat) + field(2, Data("colours".utf8)) + field(11, value("input", [1, 3, 80, 80]))
      + field(12, value("prob", [1, 3]))
    // IR version 8, operator set 11.
    return number(1, 8) + field(7, graph) + field(8, number(2, 11))
  }()

  private static func node(_ kind: String, _ input: String, _ output: String) -> Data {
    field(1, Data(input.utf8)) + field(2, Data(output.utf8)) + field(4, Data(kind.utf8))
  }

  /// A tensor of floats with a shape.
  private static func value(_ name: String, _ shape: [UInt64]) -> Data {
    let sides = shape.reduce(Data()) { $0 + field(1, number(1, $1)) }
    let tensor = number(1, 1) + field(2, sides)
    return field(1, Data(name.utf8)) + field(2, field(1, tensor))
  }

  // Protocol buffers: lengths and numbers in groups of seven bits.

  private static func field(_ tag: UInt64, _ content: Data) -> Data {
    groups(tag << 3 | 2) + groups(UInt64(content.count)) + content
  }

  private static func number(_ tag: UInt64, _ value: UInt64) -> Data { groups(tag << 3) + groups(value) }

  private static func groups(_ value: UInt64) -> Data {
    var data = Data()
    var rest = value
    repeat {
      data.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
      rest >>= 7
    } while rest > 0
    return data
  }
}

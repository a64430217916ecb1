internal import Foundation

/// RFC 4648 base64 with padding, and its form for addresses without.
package enum Base64 {
  package static func bytes(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { Array($0) } }

  /// Letters, digits, `-` and `_`.
  package static func addressText(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}

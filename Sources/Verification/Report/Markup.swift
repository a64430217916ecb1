/// A piece of HTML that is well-formed XML too. Whatever is interpolated as text is escaped, so that a renderer cannot
/// forget it; only other markup goes in as it is.
package struct Markup: Sendable, Hashable, ExpressibleByStringInterpolation {
  package let text: String

  package init(stringLiteral text: String) {
    self.text = text
  }

  package init(stringInterpolation pieces: StringInterpolation) {
    text = pieces.text
  }

  static let nothing: Markup = ""

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    package mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    package mutating func appendInterpolation(_ value: String) {
      text += Markup.escaped(value)
    }

    package mutating func appendInterpolation(_ value: Int) {
      text += String(value)
    }

    package mutating func appendInterpolation(_ markup: Markup) {
      text += markup.text
    }

    package mutating func appendInterpolation(_ markups: [Markup]) {
      for markup in markups { text += markup.text }
    }
  }

  /// Text that stands for itself, in content and in quoted attributes alike.
  ///
  /// What XML 1.0 forbids (section 2.2) and what changes the direction of the text around it (Unicode's bidirectional
  /// overrides and isolates, by which a name could rewrite the sentence it stands in) becomes U+FFFD.
  package static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n", "\r": result += " "
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FFFE}",
        "\u{FFFF}":
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// Numbers as a report writes them, whatever the locale.
package enum ReportNumber {
  static let missing = "–"

  /// A dash for what was not measured or is not a number.
  package static func text(_ value: Double?, decimals: Int = 2, unit: String = "") -> String {
    guard let value, value.isFinite, abs(value) < 1e12 else { return missing }
    return fixed(value, decimals).replacing("-", with: "−") + unit
  }

  static func seconds(_ value: Double?) -> String { text(value, decimals: 2, unit: " s") }

  /// A coordinate in a drawing; not a number becomes 0.
  static func coordinate(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    return fixed(min(max(value, -100_000), 100_000), 1)
  }

  private static func fixed(_ value: Double, _ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard abs(scaled) < 9e18 else { return missing }
    let whole = Int64(scaled)
    let digits = String(whole.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = whole < 0 ? "-" : ""
    guard decimals > 0 else { return sign + padded }
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}

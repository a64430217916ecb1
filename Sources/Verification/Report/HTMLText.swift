internal import Foundation

/// Text that is safe inside HTML, in elements and in quoted attributes.
///
/// Control characters become U+FFFD: they are not allowed in XML and could hide what follows them.
func escaped(_ text: String) -> String {
  var out = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": out += "&amp;"
    case "<": out += "&lt;"
    case ">": out += "&gt;"
    case "\"": out += "&quot;"
    case "'": out += "&#39;"
    case "\n", "\t": out.unicodeScalars.append(scalar)
    case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value >= 0xFFFE:
      out += "\u{FFFD}"
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out
}

/// A number with at most that many decimals; a dash for what is not a number.
func number(_ value: Double?, decimals: Int = 2) -> String {
  guard let value, value.isFinite, abs(value) < 1e12 else { return "–" }
  var text = String(format: "%.\(decimals)f", value)
  if text.contains(".") {
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
  }
  return text == "-0" ? "0" : text
}

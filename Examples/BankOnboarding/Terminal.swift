/// What a person would see: info screens, and what goes on.
enum Terminal {
  static func info(_ title: String, _ lines: String...) {
    print("\n=== \(title) ===")
    for line in lines { print("    \(line)") }
  }

  static func call(_ name: String) { print("-> \(name)") }
  static func heard(_ name: String) { print("<- \(name)") }
  static func note(_ text: String) { print("   \(text)") }

  /// The end of a number alone: what is printed here may be kept.
  static func masked(_ text: String?) -> String {
    guard let text else { return "not read" }
    return String(repeating: "•", count: max(0, text.count - 3)) + text.suffix(3)
  }
}

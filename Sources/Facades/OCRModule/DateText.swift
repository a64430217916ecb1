internal import Foundation

/// Days as zones, people and machines write them.
enum DateText {
  /// Of today.
  static var year: Int { Calendar(identifier: .gregorian).component(.year, from: Date()) }

  /// `YYYY-MM-DD` as `YYMMDD`.
  static func short(_ iso: String) -> String? {
    let parts = iso.split(separator: "-")
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2 else { return nil }
    return "\(parts[0].suffix(2))\(parts[1])\(parts[2])"
  }

  /// `YYYY-MM-DD` as `dd.MM.yyyy`; all else as it is.
  static func dotted(_ iso: String) -> String {
    let parts = iso.split(separator: "-")
    return parts.count == 3 && parts[0].count == 4 ? "\(parts[2]).\(parts[1]).\(parts[0])" : iso
  }

  /// `YYMMDD` as `dd.MM.yyyy`: of the two centuries the one that is at most `ahead` years after `now`.
  static func dotted(short text: String, now: Int, ahead: Int) -> String? {
    let digits = Array(text.utf8)
    guard digits.count == 6, digits.allSatisfy({ (0x30...0x39).contains($0) }), let two = Int(text.prefix(2)) else {
      return nil
    }
    let limit = now + ahead
    let year = limit - (((limit - two) % 100) + 100) % 100
    return "\(text.suffix(2)).\(text.dropFirst(2).prefix(2)).\(year)"
  }
}

extension String {
  /// A day as `CustomerIdentity` gives it (`YYMMDD` or `dd.MM.yyyy`), for people to read: `dd.MM.yyyy`. What is no day
  /// stays as it is.
  ///
  /// Of an expiry: two digits of a year are taken for one that is at most fifty years ahead.
  public func convertDateFormat() -> String {
    DateText.dotted(short: self, now: DateText.year, ahead: 50) ?? self
  }

  /// The same of a birth, which is never ahead.
  public func convertBirthDateFormat() -> String {
    DateText.dotted(short: self, now: DateText.year, ahead: 0) ?? self
  }
}

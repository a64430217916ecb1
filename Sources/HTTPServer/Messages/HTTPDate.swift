internal import Glibc

/// The time as header fields write it (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
package struct HTTPDate: Sendable, Equatable, CustomStringConvertible {
  package let description: String

  /// `seconds` since 1970.
  package init(seconds: Int) {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = days[min(max(Int(parts.tm_wday), 0), 6)]
    let month = months[min(max(Int(parts.tm_mon), 0), 11)]
    description =
      "\(day), \(two(parts.tm_mday)) \(month) \(parts.tm_year + 1900) \(two(parts.tm_hour)):\(two(parts.tm_min)):"
      + "\(two(parts.tm_sec)) GMT"
  }

  static var now: Int { time(nil) }
}

internal import Synchronization

/// All numbers of a server, and their text for Prometheus (exposition format 0.0.4).
package final class MetricsRegistry: Sendable {
  private enum Instrument: Sendable {
    case counter(Counter)
    case gauge(Gauge)
    case histogram(Histogram)

    var type: String {
      switch self {
      case .counter: "counter"
      case .gauge: "gauge"
      case .histogram: "histogram"
      }
    }
  }

  private struct Family {
    let help: String
    var instruments: [String: Instrument] = [:]
  }

  private let families = Mutex<[String: Family]>([:])

  package init() {}

  /// The counter of that name with those labels; the same one every time.
  package func counter(_ name: String, help: String, labels: KeyValuePairs<String, String> = [:]) -> Counter {
    let found = instrument(name, help, labels) { .counter(Counter()) }
    if case .counter(let counter) = found { return counter }
    preconditionFailure("\(name) is not a counter")
  }

  package func gauge(_ name: String, help: String, labels: KeyValuePairs<String, String> = [:]) -> Gauge {
    let found = instrument(name, help, labels) { .gauge(Gauge()) }
    if case .gauge(let gauge) = found { return gauge }
    preconditionFailure("\(name) is not a gauge")
  }

  package func histogram(
    _ name: String, help: String, labels: KeyValuePairs<String, String> = [:], bounds: [Double] = Histogram.seconds
  ) -> Histogram {
    let found = instrument(name, help, labels) { .histogram(Histogram(bounds: bounds)) }
    if case .histogram(let histogram) = found { return histogram }
    preconditionFailure("\(name) is not a histogram")
  }

  /// `text/plain; version=0.0.4`.
  package func exposition() -> String {
    families.withLock { families in
      var text = ""
      for (name, family) in families.sorted(by: { $0.key < $1.key }) {
        guard let type = family.instruments.values.first?.type else { continue }
        text += "# HELP \(name) \(family.help)\n# TYPE \(name) \(type)\n"
        for (labels, instrument) in family.instruments.sorted(by: { $0.key < $1.key }) {
          Self.append(name, labels, instrument, to: &text)
        }
      }
      return text
    }
  }

  private func instrument(
    _ name: String, _ help: String, _ labels: KeyValuePairs<String, String>, make: () -> Instrument
  ) -> Instrument {
    let key = labels.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
    return families.withLock { families in
      if let found = families[name]?.instruments[key] { return found }
      let made = make()
      families[name, default: Family(help: help)].instruments[key] = made
      return made
    }
  }

  private static func append(_ name: String, _ labels: String, _ instrument: Instrument, to text: inout String) {
    let braces = labels.isEmpty ? "" : "{\(labels)}"
    switch instrument {
    case .counter(let counter): text += "\(name)\(braces) \(counter.value)\n"
    case .gauge(let gauge): text += "\(name)\(braces) \(gauge.value)\n"
    case .histogram(let histogram):
      let (counts, sum) = histogram.snapshot
      let before = labels.isEmpty ? "" : labels + ","
      var total: UInt64 = 0
      for (place, count) in counts.enumerated() {
        total += count
        let bound = place < histogram.bounds.count ? "\(histogram.bounds[place])" : "+Inf"
        text += "\(name)_bucket{\(before)le=\"\(bound)\"} \(total)\n"
      }
      text += "\(name)_sum\(braces) \(sum)\n\(name)_count\(braces) \(total)\n"
    }
  }

  private static func escaped(_ value: String) -> String {
    var text = ""
    for character in value {
      switch character {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.append(character)
      }
    }
    return text
  }
}

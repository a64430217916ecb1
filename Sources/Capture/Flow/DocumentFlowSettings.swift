package import BonafideObservations

extension Setting {
  package static let documentTypeTime = Setting(
    "capture.document.type.timeout", .seconds, in: 2...600, default: 30, source: "C-023")
  package static let documentScanTime = Setting(
    "capture.document.scan.timeout", .seconds, in: 2...600, default: 60, source: "C-023: front and back")
  package static let documentHologramTime = Setting(
    "capture.document.hologram.timeout", .seconds, in: 2...600, default: 30, source: "C-023")
  package static let documentConcealTime = Setting(
    "capture.document.conceal.timeout", .seconds, in: 2...600, default: 30, source: "C-023, C-088; design")
  package static let documentSaveTime = Setting(
    "capture.document.save.timeout", .seconds, in: 1...600, default: 30,
    source: "C-023; design: without a byte stored for longer, saving is given up")
  package static let documentIdleTime = Setting(
    "capture.document.idle", .seconds, in: 5...3600, default: 120,
    source: "design: how long a camera stays open between two steps")
  package static let documentSilence = Setting(
    "capture.document.silence", .seconds, in: 0.2...120, default: 10,
    source: "design: without a picture for longer, the camera does not work")
  package static let documentReadsMost = Setting(
    "capture.document.reads.max", .count, in: 1...20, default: 3,
    source: "design: pictures of a side that are read before what is missing is left to the back office")
  package static let documentNumberSlips = Setting(
    "capture.document.number.slips", .count, in: 0...4, default: 2,
    source: "design: characters of a number that may be misread in a film; another card's differ in more")
  package static let documentDarkest = Setting(
    "capture.document.dark", .ratio, in: 0...1, default: 0.12,
    source: "design: mean luma of a picture below which nothing is found in it; a dim room has 0.2")
  package static let documentMismatchFails = Setting(
    "capture.document.mismatch.fails", .flag, in: 0...1, default: 1,
    source: "C-015, C-016: 0 leaves sides that disagree, and another number than expected, to the back office")
}

/// The settings of capturing a document step by step.
package enum DocumentFlowSettings {
  package static let declared: [Setting] = [
    .documentTypeTime, .documentScanTime, .documentHologramTime, .documentConcealTime, .documentSaveTime,
    .documentIdleTime, .documentSilence, .documentReadsMost, .documentNumberSlips, .documentDarkest,
    .documentMismatchFails,
  ]
}

extension DocumentStep {
  /// Seconds of frame time that it may take.
  func seconds(_ settings: Settings) -> Double {
    switch self {
    case .typeCheck: settings[.documentTypeTime]
    case .scan: settings[.documentScanTime]
    case .hologram: settings[.documentHologramTime]
    case .conceal: settings[.documentConcealTime]
    }
  }
}

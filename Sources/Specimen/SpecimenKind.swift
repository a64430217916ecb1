/// What a specimen video shows.
package enum SpecimenKind: String, Sendable, CaseIterable {
  /// A person who does the steps.
  case selfie
  /// The camera in front of a still picture of the person.
  case still
  /// A flat print of the person, turned about and moved to and fro.
  case wavedPhoto = "waved-photo"
  /// A print with holes, in front of living eyes and a living mouth; it is turned as the steps ask.
  case printCutout = "print-cutout"
  /// A print bent round a cylinder, turned as the steps ask.
  case bentPhoto = "bent-photo"
  /// The right film on a monitor; the camera sees its frame above and below.
  case replayMonitor = "replay-monitor"
  /// The right film on a tablet in a hand, all of its frame in the picture.
  case replayTablet = "replay-tablet"
  /// The right film on a phone in a hand.
  case replayPhone = "replay-phone"
  /// The right film on a monitor that fills the picture.
  case replayFull = "replay-full"
  /// The right film on a phone, or a tablet, that fills the picture.
  case replayFullPhone = "replay-full-phone"
  case replayFullTablet = "replay-full-tablet"
  /// The right film, its first second shown three times.
  case looped
  /// The right film without a camera: no noise.
  case injected
  /// A person who does the steps; half-way another one takes over.
  case faceSwap = "face-swap"
  /// A person who does the steps; half-way a second one comes into the picture.
  case secondPerson = "second-person"

  package static let attacks: [SpecimenKind] = allCases.filter { $0 != .selfie }

  /// The screen that a replay is shown on.
  var device: ScreenDevice? {
    switch self {
    case .replayMonitor: .monitor
    case .replayTablet: .tablet
    case .replayPhone: .phone
    case .replayFull: .nearMonitor
    case .replayFullPhone: .phone.near
    case .replayFullTablet: .tablet.near
    default: nil
    }
  }

  /// The form of a print that is held up.
  var print: HeldPrint.Form? {
    switch self {
    case .printCutout: .flat
    case .bentPhoto: .bent
    default: nil
    }
  }
}

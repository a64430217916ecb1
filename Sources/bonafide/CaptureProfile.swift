import BonafideObservations
import BonafidePresentationAttack
import Foundation

/// What kind of media somebody says it is, shown in every output; and how signs of an attack are judged in it.
struct Profile {
  static let specimen = "specimen"
  static let options: [Arguments.Option] = [.value("profile"), .value("calibration")]

  let name: String?
  /// Nil when nothing was calibrated.
  let limits: AttackLimits?

  /// Throws `usage` or `cannot_open`.
  init(_ arguments: Arguments) throws(BonafideError) {
    let name = arguments.value("profile")
    guard name.map(AttackCalibration.isName) ?? true else {
      throw BonafideError(.usage, "a profile's name has lower-case letters, digits and '-' only")
    }
    guard let path = arguments.value("calibration") else {
      self.name = name
      limits = nil
      return
    }
    let calibration = try AttackCalibration(file: path)
    guard name == nil || name == calibration.profile else {
      throw BonafideError(.usage, "the calibration is of the profile '\(calibration.profile)'")
    }
    self.name = calibration.profile
    limits = AttackLimits(calibration)
  }

  var json: JSON { .optional(name) }
  var suffix: String { name.map { $0 == Profile.specimen ? " (synthetic specimen)" : " (profile \($0))" } ?? "" }
}

extension AttackCalibration {
  /// Throws `cannot_open` or `usage`.
  init(file path: String) throws(BonafideError) {
    guard FileKind(of: path) == .regular, let handle = FileHandle(forReadingAtPath: path),
      let json = try? handle.read(upToCount: AttackCalibration.maximumBytes + 1)
    else { throw BonafideError(.cannotOpen, "the calibration file '\(path)' cannot be read") }
    try self.init(json: json)
  }
}

extension LightChallenge {
  /// "0.5:ff0000,1:00ff00": colours of the screen and when they came. Throws `usage`.
  init(_ text: String) throws(BonafideError) {
    let flashes = text.split(separator: ",", maxSplits: LightChallenge.maximumFlashes).compactMap { part -> Flash? in
      let pair = part.split(separator: ":")
      guard pair.count == 2, pair[1].utf8.count == 6, let time = Double(pair[0]), let code = Int(pair[1], radix: 16),
        (0...0xFFFFFF).contains(code)
      else { return nil }
      let color = SIMD3(Double(code >> 16), Double(code >> 8 & 255), Double(code & 255)) / 255
      return Flash(time: time, color: color)
    }
    guard flashes.count == text.split(separator: ",").count, let challenge = LightChallenge(flashes) else {
      throw BonafideError(.usage, "--flashes takes times and colours in order, as in 0.5:ff0000,1:00ff00")
    }
    self = challenge
  }
}

extension AttackLimits.Calibration {
  var json: JSON {
    switch self {
    case .notCalibrated: .object([("state", .string("not_calibrated")), ("profile", .null)])
    case .profile(let name): .object([("state", .string("calibrated")), ("profile", .string(name))])
    }
  }

  var text: String {
    switch self {
    case .notCalibrated: "limits that come with the engine, not calibrated"
    case .profile(let name): "calibrated on '\(name)'"
    }
  }
}

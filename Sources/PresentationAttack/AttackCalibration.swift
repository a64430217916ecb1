package import BonafideObservations
package import Foundation

/// Limits of cues that were found on labelled captures of one kind: a file that `evaluate liveness` writes.
package struct AttackCalibration: Sendable, Hashable {
  package struct Cue: Sendable, Hashable, Codable {
    package var limits: CueLimits
    package var weight: Double

    package init(limits: CueLimits, weight: Double) {
      self.limits = limits
      self.weight = weight
    }
  }

  package static let maximumBytes = 100_000
  static let maximumCues = 64

  /// Name of the capture profile: lower-case letters, digits and '-'.
  package let profile: String
  /// Captures that it was made from.
  package let bonafideCount: Int
  package let attackCount: Int
  package let cues: [String: Cue]

  package init(profile: String, bonafideCount: Int, attackCount: Int, cues: [String: Cue]) {
    self.profile = profile
    self.bonafideCount = bonafideCount
    self.attackCount = attackCount
    self.cues = cues
  }

  /// Parses a calibration file. Throws `usage` for anything that is not a well-formed one of known cues.
  package init(json: Data) throws(BonafideError) {
    guard json.count <= AttackCalibration.maximumBytes else { throw AttackCalibration.damaged("it is too large") }
    let stored: Stored
    do {
      stored = try JSONDecoder().decode(Stored.self, from: json)
    } catch {
      throw AttackCalibration.damaged("it is not the JSON that is expected")
    }
    guard stored.version == 1 else { throw AttackCalibration.damaged("its version is not known") }
    guard AttackCalibration.isName(stored.profile) else { throw AttackCalibration.damaged("its profile has no name") }
    guard stored.cues.count <= AttackCalibration.maximumCues else {
      throw AttackCalibration.damaged("it has too many cues")
    }
    for (name, cue) in stored.cues {
      guard AttackLimits.names.contains(name) else { throw AttackCalibration.damaged("it names an unknown cue") }
      guard cue.limits.attack.isFinite, cue.limits.bonafide.isFinite, cue.limits.attack != cue.limits.bonafide,
        (0...1).contains(cue.weight)
      else { throw AttackCalibration.damaged("the limits or the weight of '\(name)' are out of range") }
    }
    self.init(
      profile: stored.profile, bonafideCount: stored.bonafide, attackCount: stored.attacks, cues: stored.cues)
  }

  /// The file.
  package func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(
      Stored(version: 1, profile: profile, bonafide: bonafideCount, attacks: attackCount, cues: cues))
  }

  package static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D }
  }

  private struct Stored: Codable {
    let version: Int
    let profile: String
    let bonafide: Int
    let attacks: Int
    let cues: [String: Cue]
  }

  private static func damaged(_ why: String) -> BonafideError {
    BonafideError(.usage, "the calibration file cannot be used: \(why)")
  }
}

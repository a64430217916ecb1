import BonafideCapture
import BonafideObservations
import BonafideVerification
import Foundation
import Testing

/// What a decided case would have come to, told from stored values.
@Suite struct StoredCaseTests {
  private static func cue(_ name: String, _ value: Double) -> String {
    "{\"name\":\"\(name)\",\"value\":\(value),\"score\":1,\"weight\":1,\"limits\":null,\"detail\":\"\"}"
  }

  private static func liveness(
    live: String = "true", verdict: String = "live", planarity: Double = 0.7, reasons: [String] = [],
    calibration: String = "not_calibrated", passed: Bool = true
  ) -> String {
    """
    {"live":\(live),"livenessResult":"OK","steps":[{"step":"smile","passed":\(passed),"time":1,"value":0.9}],
     "antiSpoofing":{"score":1,"verdict":"\(verdict)","calibration":{"state":"\(calibration)"},
      "cues":[\(cue("planarity", planarity)),\(cue("stillness", 0.2))]},
     "reasons":[\(reasons.map { "{\"code\":\"\($0)\"}" }.joined(separator: ","))]}
    """
  }

  private static let comparison = "{\"similarity\":0.6,\"threshold\":0.363}"
  private static let document = "{\"decision\":\"accepted\",\"reasons\":[],\"portrait\":{\"image\":\"front\"}}"

  private func outcome(
    _ parts: [String: String], wantsDocument: Bool = true, from: [String: Double] = [:], to: [String: Double]
  ) throws -> StoredCase.Outcome? {
    let stored = StoredCase(parts: parts.mapValues { Data($0.utf8) }, wantsDocument: wantsDocument)
    return try stored?.outcome(
      from: Settings(from, declared: EngineSettings.declared), to: Settings(to, declared: EngineSettings.declared))
  }

  private static let good = ["liveness": liveness(), "comparison": comparison, "document": document]

  @Test func nothingChangedComesToTheSame() throws {
    let same = try outcome(Self.good, to: [:])
    #expect(same?.decision == .approved && same?.reasons == [])
  }

  /// A similarity of 0.6 is a distance of 0.4.
  @Test(
    "Thresholds of the comparison",
    arguments: [
      (0.39, 0.637, VerificationDecision.review, ReasonCode.faceUncertain),
      (0.1, 0.39, .declined, .faceMismatch),
    ])
  func comparison(_ low: Double, _ high: Double, _ decision: VerificationDecision, _ code: ReasonCode) throws {
    let changed = try outcome(
      Self.good, to: ["comparison.distance.min": low, "comparison.distance.max": high])
    #expect(changed?.decision == decision && changed?.reasons == [code])
  }

  @Test func stricterLimitsMakeAnAttack() throws {
    let strict = ["attack.planarity.flat": 0.8, "attack.planarity.solid": 0.9]
    let changed = try outcome(Self.good, to: strict)
    #expect(changed?.decision == .declined && changed?.reasons == [.planarMotion])
    // The other way round, the attack was the only thing against the person.
    var parts = Self.good
    parts["liveness"] = Self.liveness(live: "false", verdict: "spoof", reasons: ["planar_motion"])
    let forgiven = try outcome(parts, from: strict, to: [:])
    #expect(forgiven?.decision == .approved && forgiven?.reasons == [])
    // A cue that does not count any more.
    let weightless = try outcome(
      parts, from: strict, to: strict.merging(["attack.planarity.weight": 0]) { _, new in new })
    #expect(weightless?.decision == .approved)
  }

  @Test func whatIsNotStoredIsNotGuessed() throws {
    // Measured anew, a smile would have to be looked for again.
    #expect(try outcome(Self.good, to: ["liveness.smile.above": 0.8]) == nil)
    #expect(try outcome(Self.good, to: ["document.elements.missing.max": 0]) == nil)
    #expect(try outcome(Self.good, to: ["attack.frozen.run.max": 0.3]) == nil)
    var parts = Self.good
    parts["liveness"] = Self.liveness(calibration: "profile")
    #expect(try outcome(parts, to: ["attack.score.min": 0.9]) == nil)
    #expect(
      try outcome(parts, to: ["comparison.distance.max": 0.3, "comparison.distance.min": 0.2])?.decision == .declined)
    // Of a challenge that failed beside an attack, it is not stored how it ended.
    let strict = ["attack.planarity.flat": 0.8, "attack.planarity.solid": 0.9]
    parts["liveness"] = Self.liveness(
      live: "false", verdict: "spoof", reasons: ["step_timeout", "planar_motion"], passed: false)
    #expect(try outcome(parts, from: strict, to: [:]) == nil)
    parts["chip"] = "{}"
    #expect(try outcome(parts, to: [:]) == nil)
    #expect(StoredCase(parts: ["liveness": Data("{}".utf8)], wantsDocument: true) == nil)
  }

  @Test func theRestOfTheCaseStays() throws {
    var parts = Self.good
    parts["document"] = "{\"decision\":\"rejected\",\"reasons\":[{\"code\":\"document_expired\"}],\"portrait\":null}"
    let loose = try outcome(parts, to: ["comparison.distance.max": 0.9])
    #expect(loose?.decision == .declined && loose?.reasons == [.documentExpired])
    parts["comparison"] = nil
    #expect(try outcome(parts, to: [:])?.reasons == [.noReferenceFace, .documentExpired])
    #expect(try outcome(["liveness": Self.liveness()], wantsDocument: false, to: [:])?.decision == .approved)
    #expect(try outcome([:], wantsDocument: false, to: [:])?.decision == .review)
    parts = Self.good
    parts["document_check"] = "{\"blocked\":true,\"duplicates\":1,\"otherIdentities\":0,\"score\":1}"
    let blocked = try outcome(parts, to: [:])
    #expect(blocked?.decision == .review && blocked?.reasons == [.documentBlocked])
    parts["document_check"] = nil
    parts["hologram"] = "{\"verified\":null,\"reasons\":[{\"code\":\"card_lost\"}]}"
    #expect(try outcome(parts, to: [:])?.decision == .review)
  }
}

import BonafideObservations
import BonafidePresentationAttack
import Foundation
import Testing

@Suite struct CalibrationTests {
  private func cases(_ name: String, genuine: [Double], attacks: [Double]) -> [AttackCalibrator.Case] {
    func reading(_ value: Double) -> [CueReading] { [CueReading(name: name, value: value, detail: "")] }
    return genuine.map { AttackCalibrator.Case(isAttack: false, readings: reading($0)) }
      + attacks.map { AttackCalibrator.Case(isAttack: true, readings: reading($0)) }
  }

  private let many = (0..<20).map { 2 + Double($0) * 0.05 }

  @Test func `a cue that separates gets limits that decline attacks and no genuine capture`() throws {
    let calibration = try AttackCalibrator.calibrate(
      cases("noise", genuine: many, attacks: (0..<12).map { 0.1 + Double($0) * 0.02 }), profile: "web")
    let cue = try #require(calibration.cues["noise"])
    #expect(cue.weight == 1)
    #expect(many.allSatisfy { (cue.limits.score($0) ?? 0) > 0.5 })
    #expect((cue.limits.score(0.2) ?? 1) < 0.5)
  }

  @Test func `a cue that does not separate is left out, and so is one that is wrong about the side`() throws {
    let mixed = try AttackCalibrator.calibrate(cases("noise", genuine: many, attacks: many), profile: "web")
    #expect(mixed.cues["noise"] == nil)
    let turned = try AttackCalibrator.calibrate(
      cases("noise", genuine: many, attacks: many.map { $0 + 9 }), profile: "web")
    #expect(turned.cues["noise"] == nil)
  }

  @Test func `genuine captures that all look alike do not bring the limit close to them`() throws {
    let calibration = try AttackCalibrator.calibrate(
      cases("loop", genuine: many.map { _ in 0 }, attacks: many.map { _ in 2 }), profile: "web")
    let limits = try #require(calibration.cues["loop"]?.limits)
    // A fifth of a second of motion that looks repeated is not held against a person whom nobody measured.
    #expect((limits.score(0.15) ?? 0) > 0.5)
    #expect((limits.score(1) ?? 1) < 0.5)
  }

  @Test func `a limit of the engine that declines genuine captures no longer counts`() throws {
    let calibration = try AttackCalibrator.calibrate(
      cases("banding", genuine: many.map { $0 * 30 }, attacks: many.map { $0 * 30 }), profile: "lamp")
    #expect(calibration.cues["banding"]?.weight == 0)
    let readings = [CueReading(name: "banding", value: 90, detail: "")]
    let settings = Settings.defaults
    #expect(AttackAssessment(readings, limits: AttackLimits(), settings: settings).verdict == .spoof)
    let judged = AttackAssessment(readings, limits: AttackLimits(calibration), settings: settings)
    #expect(judged.verdict == .notEvaluated)
    #expect(judged.calibration == .profile("lamp"))
  }

  @Test func `too few captures are refused`() {
    #expect(throws: BonafideError.self) {
      try AttackCalibrator.calibrate(cases("noise", genuine: many, attacks: [1, 2]), profile: "web")
    }
  }

  @Test func `a file says the same after it was read`() throws {
    let calibration = try AttackCalibrator.calibrate(
      cases("noise", genuine: many, attacks: (0..<12).map { Double($0) * 0.02 }), profile: "web-2026")
    #expect(try AttackCalibration(json: calibration.json()) == calibration)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"version":2,"profile":"a","bonafide":1,"attacks":1,"cues":{}}"#,
    #"{"version":1,"profile":"A B","bonafide":1,"attacks":1,"cues":{}}"#,
    #"{"version":1,"profile":"a","bonafide":1,"attacks":1,"cues":{"nonsense":{"limits":{"attack":0,"bonafide":1},"weight":1}}}"#,
    #"{"version":1,"profile":"a","bonafide":1,"attacks":1,"cues":{"noise":{"limits":{"attack":1,"bonafide":1},"weight":1}}}"#,
    #"{"version":1,"profile":"a","bonafide":1,"attacks":1,"cues":{"noise":{"limits":{"attack":0,"bonafide":1},"weight":7}}}"#,
    #"{"version":1,"profile":"a","bonafide":1,"attacks":1,"cues":{"noise":{"limits":{"attack":1e999,"bonafide":1},"weight":1}}}"#,
  ]) func `a damaged file is refused`(text: String) {
    #expect(throws: BonafideError.self) { try AttackCalibration(json: Data(text.utf8)) }
  }

  @Test func `half a weight leaves half of a bad score`() {
    let settings = Settings.defaults.setting(
      AttackSettings.declared.first { $0.name == "attack.banding.weight" } ?? AttackSettings.declared[0], to: 0.4)
    let readings = [
      CueReading(name: "banding", value: 500, detail: ""), CueReading(name: "planarity", value: 0.9, detail: ""),
    ]
    let judged = AttackAssessment(readings, limits: AttackLimits(settings), settings: settings)
    #expect(judged.score == 0.6)
    #expect(judged.verdict == .live)
  }
}

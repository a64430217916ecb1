import BonafideLiveness
import BonafideObservations
import Testing

struct ChallengeTests {
  @Test func `a list of steps is read in its order`() throws {
    #expect(
      try ChallengeStep.list("face,smile,close-eyes,turn-right,turn-left,look-up") == [
        .face, .smile, .closeEyes, .turnRight, .turnLeft, .lookUp,
      ])
    #expect(try ChallengeStep.list(" look-up , face") == [.lookUp, .face])
    #expect(try ChallengeStep.list("smile,smile") == [.smile, .smile])
  }

  @Test(arguments: ["", " ", ",", "face,", ",face", "face,,smile", "Face", "nod", "face;smile", "turn_left", "smile\n"])
  func `a list that cannot be understood is a usage error`(text: String) {
    #expect(throws: BonafideError(.usage, "")) { try ChallengeStep.list(text) }
  }

  /// Published vectors: SplitMix64 from seed 1234567 (Rosetta Code), FNV-1a 64 of "" and "foobar" (draft-eastlake-fnv).
  @Test func `the generator is SplitMix64`() {
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
    #expect(generator.next() == 9_817_491_932_198_370_423)
  }

  @Test func `the seed is the FNV-1a hash of the nonce`() {
    #expect(SeededGenerator(nonce: "".utf8) == SeededGenerator(seed: 0xcbf2_9ce4_8422_2325))
    #expect(SeededGenerator(nonce: "foobar".utf8) == SeededGenerator(seed: 0x8594_4171_f739_67e8))
  }

  private let everything = Set(ChallengeStep.allCases)

  @Test func `the same nonce draws the same challenge`() throws {
    for number in 0..<100 {
      let first = try Challenge.drawn(nonce: "nonce-\(number)", from: everything)
      #expect(try first == Challenge.drawn(nonce: "nonce-\(number)", from: everything))
    }
  }

  @Test func `a drawn challenge keeps to its rules`() throws {
    for number in 0..<500 {
      let challenge = try Challenge.drawn(nonce: "\(number)", from: everything)
      #expect(challenge.steps.first == .face)
      let gestures = challenge.steps.dropFirst()
      #expect((2...4).contains(gestures.count))
      #expect(Set(gestures).count == gestures.count)
      #expect(!gestures.contains(.face))
      #expect((8...15).contains(try #require(challenge.gestureWindow)))
    }
  }

  /// Chi-squared tests at p = 0.001 over 6000 nonces.
  @Test func `count, window, first and last gesture are drawn evenly`() throws {
    var counts: [Int: Int] = [:]
    var windows: [Double: Int] = [:]
    var firsts: [ChallengeStep: Int] = [:]
    var lasts: [ChallengeStep: Int] = [:]
    for number in 0..<6000 {
      let challenge = try Challenge.drawn(nonce: "session-\(number)", from: everything)
      counts[challenge.steps.count, default: 0] += 1
      windows[challenge.gestureWindow ?? 0, default: 0] += 1
      firsts[challenge.steps[1], default: 0] += 1
      lasts[challenge.steps[challenge.steps.count - 1], default: 0] += 1
    }
    #expect(counts.count == 3 && chiSquared(counts.values) < 13.8)
    #expect(windows.count == 8 && chiSquared(windows.values) < 24.3)
    #expect(firsts.count == 5 && chiSquared(firsts.values) < 18.5)
    #expect(lasts.count == 5 && chiSquared(lasts.values) < 18.5)
  }

  private func chiSquared(_ counts: some Collection<Int>) -> Double {
    let expected = Double(counts.reduce(0, +)) / Double(counts.count)
    return counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
  }

  @Test func `what somebody cannot do is not asked`() throws {
    let allowed: Set<ChallengeStep> = [.face, .turnLeft, .turnRight]
    for number in 0..<200 {
      #expect(allowed.isSuperset(of: try Challenge.drawn(nonce: "\(number)", from: allowed).steps))
    }
    #expect(try Challenge.drawn(nonce: "a", from: [.lookUp]).steps == [.face, .lookUp])
  }

  @Test(arguments: [[], [ChallengeStep.face]])
  func `a drawn challenge without a gesture is refused`(allowed: [ChallengeStep]) {
    #expect(throws: BonafideError(.usage, "")) { try Challenge.drawn(nonce: "a", from: Set(allowed)) }
  }
}

struct SettingsTests {
  @Test func `every setting has a name of its own, a default within its range and a source`() {
    let declared = LivenessSettings.declared
    #expect(Set(declared.map(\.name)).count == declared.count)
    for setting in declared {
      #expect(setting.name.hasPrefix("liveness."))
      #expect(setting.range.contains(setting.defaultValue))
      #expect(!setting.source.isEmpty)
    }
  }

  @Test func `settings change the rules`() {
    let strict = settings((.livenessTurnAtLeast, 30), (.livenessSmileAbove, 0.95))
    #expect(!passes(.turnLeft, Look(yaw: 25), strict))
    #expect(passes(.turnLeft, Look(yaw: 30), strict))
    #expect(!passes(.smile, Look(smile: 0.93), strict))
  }

  @Test func `settings of other rooms are left out, edited snapshots refused`() throws {
    let mixed = try Settings(
      ["other.limit": 5, "liveness.smile.above": 0.8],
      declared: LivenessSettings.declared + [Setting("other.limit", .count, in: 0...9, default: 1, source: "test")])
    #expect(LivenessSettings(mixed) == settings((.livenessSmileAbove, 0.8)))
    #expect(throws: BonafideError(.usage, "")) {
      try Snapshot.decode(LivenessSettings.self, #"{"liveness.smile.above":0}"#)
    }
  }
}

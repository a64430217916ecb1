import BonafideLiveness
import BonafideObservations
import Testing

/// Random observations, half of them nonsense: nothing traps, and nothing passes without its rule on two frames in a
/// row after a straight face.
struct GarbageTests {
  private struct Seen {
    let time: Double
    let face: FaceObservation?
  }

  private static let nonsense: [Double] = [
    .nan, .infinity, -.infinity, -1, 0, 1e308, -1e308, .leastNonzeroMagnitude, 2,
  ]

  private func value(_ generator: inout SeededGenerator, _ range: ClosedRange<Double>) -> Double {
    Int.random(in: 0..<30, using: &generator) == 0
      ? Self.nonsense.randomElement(using: &generator) ?? 0 : Double.random(in: range, using: &generator)
  }

  private func maybe(_ generator: inout SeededGenerator, _ range: ClosedRange<Double>) -> Double? {
    Int.random(in: 0..<15, using: &generator) == 0 ? nil : value(&generator, range)
  }

  private func look(_ generator: inout SeededGenerator, after before: Look) -> Look {
    // Half of the frames stay as they were, so that rows of frames come about.
    guard Bool.random(using: &generator) else { return before }
    guard Int.random(in: 0..<3, using: &generator) > 0 else { return .straight }
    var look = Look()
    look.yaw = value(&generator, -50...50)
    look.pitch = value(&generator, -30...45)
    look.smile = maybe(&generator, 0...1)
    look.left = maybe(&generator, 0...1)
    look.right = maybe(&generator, 0...1)
    look.hasPose = Int.random(in: 0..<20, using: &generator) > 0
    look.brightness = value(&generator, 0.1...0.9)
    look.overall = value(&generator, 0...1)
    if Int.random(in: 0..<10, using: &generator) == 0 { look.box.x = value(&generator, 0...300) }
    return look
  }

  private func isNeutral(_ seen: Seen) -> Bool {
    guard let pose = seen.face?.pose else { return false }
    return abs(pose.yaw) <= 15 && abs(pose.pitch) <= 15
  }

  /// The absolute rules, as wide as the belief in an own neutral pose lets them be (5 degrees yaw, 10 pitch).
  private func meets(_ step: ChallengeStep, _ seen: Seen) -> Bool {
    guard let face = seen.face, let pose = face.pose else { return false }
    switch step {
    case .face: return isNeutral(seen)
    case .smile: return face.smile ?? 0 > 0.9
    case .closeEyes: return face.leftEyeOpen ?? 1 < 0.3 || face.rightEyeOpen ?? 1 < 0.3
    case .turnLeft: return pose.yaw >= 10 && pose.yaw <= 45
    case .turnRight: return pose.yaw <= -10 && pose.yaw >= -45
    case .lookUp: return pose.pitch >= 0 && abs(pose.yaw) <= 15 && pose.pitch <= 40
    }
  }

  /// Far enough from the gesture to begin it, by the widest own neutral pose; an eye has to have been open further
  /// than at its closing by the ratio of both shares (0.7 : 0.5).
  private func isReleased(_ step: ChallengeStep, _ seen: Seen, before row: ArraySlice<Seen>) -> Bool {
    guard let face = seen.face, let pose = face.pose else { return false }
    switch step {
    case .face: return true
    case .smile: return face.smile ?? 1 <= 0.7
    case .closeEyes:
      return [\FaceObservation.leftEyeOpen, \.rightEyeOpen].contains { eye in
        guard let open = face[keyPath: eye] else { return false }
        return row.allSatisfy { later in
          let closed = later.face?[keyPath: eye] ?? 1
          return closed < 0.3 && open > closed && open >= 1.4 * closed
        }
      }
    case .turnLeft: return pose.yaw <= 15
    case .turnRight: return pose.yaw >= -15
    case .lookUp: return pose.pitch <= 15
    }
  }

  @Test(arguments: 0..<200)
  func `garbage neither traps nor passes`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let steps = Array(ChallengeStep.allCases.shuffled(using: &generator).prefix(3))
    var session = LivenessSession(
      Challenge(steps), settings: settings((.livenessGestureTimeout, 600), (.livenessFaceTimeout, 600)))
    var seen: [Seen] = []
    var last = Look.straight
    var time = 0.0
    var stepBegan = 0
    _ = session.begin(at: 0)
    for _ in 0..<3000 {
      time += 0.1
      last = look(&generator, after: last)
      let face = last.face(trackID: Int.random(in: 0..<200, using: &generator) == 0 ? 2 : 1)
      let kind = Int.random(in: 0..<60, using: &generator)
      let presence: FacePresence = kind == 0 ? .none : kind == 1 ? .several([face, face]) : .one(face)
      let shown = kind == 2 ? Self.nonsense.randomElement(using: &generator) ?? 0 : time
      let frame = FrameObservation(
        time: shown, size: Size(width: 480, height: 640), mirroring: .none, presence: presence,
        similarityToReference: kind == 3 ? value(&generator, 0.3...1) : nil)
      let result = session.observe(frame)
      if result != .ignored { seen.append(Seen(time: shown, face: kind > 1 ? face : nil)) }
      guard case .watched(let tasks) = result else { continue }
      for task in tasks {
        switch task {
        case .compare(let slot, let time):
          _ = session.identityChecked(slot, at: time, similarity: maybe(&generator, 0.3...1))
        case .stepCompleted(_, let result):
          let row = seen.suffix(2)
          #expect(row.count == 2 && row.allSatisfy { meets(result.step, $0) } == true)
          if result.step != .face {
            let before = seen[stepBegan...].dropLast(2).filter(isNeutral)
            #expect(before.contains { isReleased(result.step, $0, before: row) } == true)
          }
          stepBegan = seen.count
        default: break
        }
      }
      if session.outcome != nil { break }
    }
    #expect(try Snapshot.roundTrip(session) == session)
    _ = session.finish(at: time)
    let outcome = try #require(session.outcome)
    #expect(outcome.steps.map(\.step) == steps)
    if outcome.result == .ok { #expect(outcome.steps.filter(\.passed).count == steps.count) }
  }
}

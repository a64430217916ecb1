import BonafideCapture
import BonafideFaceAnalysis
import BonafideLiveness
import BonafideMedia
import BonafideObservations
import BonafidePresentationAttack
import BonafideSpecimen
import Foundation
import Testing

/// One film of all six steps for several tests.
private let genuine = Result { try record(.selfie, ChallengeStep.allCases) }

@Suite(.enabled(if: Models.areThere)) struct CaptureLoopTests {
  // MARK: Bona fide

  @Test func `a specimen that does all steps is live`() throws {
    let record = try genuine.get()
    #expect(record.verdict.live == true)
    #expect(record.codes.isEmpty)
    #expect(record.verdict.steps.map(\.step) == ChallengeStep.allCases)
    #expect(record.verdict.steps.allSatisfy { $0.passed })
    #expect(record.verdict.attack.verdict == .live)
  }

  @Test func `steps are passed in their order and while they are shown`() throws {
    let script = SpecimenScript(ChallengeStep.allCases)
    let times = try genuine.get().verdict.steps.compactMap(\.time)
    #expect(times == times.sorted())
    for (time, act) in zip(times, script.acts) where act.step != .face {
      #expect(time > act.start && time < act.end, "\(act.step)")
    }
  }

  @Test func `every passed step leaves a picture, and there are not many more`() throws {
    let record = try genuine.get()
    for index in record.verdict.steps.indices {
      #expect(record.pictures.contains { $0.slot == .step(index, .capture) }, "step \(index)")
    }
    #expect(!record.pictures.contains { $0.slot == .continuity })
    // One of each kind for each step, and the reference.
    #expect(record.pictures.count <= record.verdict.steps.count + EvidenceKind.allCases.count)
    #expect(record.pictures.map(\.time) == record.pictures.map(\.time).sorted())
    #expect(record.referenceTemplate != nil)
  }

  @Test func `every captured face is compared with the reference`() throws {
    let similarities = try genuine.get().verdict.steps.dropFirst().map(\.similarity)
    #expect(similarities.count == 5)
    for similarity in similarities { #expect((similarity ?? 0) > 0.363) }
  }

  @Test func `the curve has a point for every frame of a short film`() throws {
    let record = try genuine.get()
    #expect(record.curve.points.count == record.frameCount)
    #expect(record.curve.points.allSatisfy { $0.faceCount == 1 && $0.pose != nil })
    #expect(record.duration > 20)
  }

  @Test func `a mirrored specimen is live when the capture is said to be mirrored`() throws {
    let record = try record(.selfie, [.face, .turnRight], filmed: .mirrored)
    #expect(record.verdict.live == true)
    #expect(record.verdict.steps.map(\.passed) == [true, true])
  }

  // MARK: Steps not done

  @Test(arguments: [(Mirroring.mirrored, Mirroring.none), (.none, .mirrored)])
  func `with the wrong mirroring a turn goes to the wrong side`(filmed: Mirroring, declared: Mirroring) throws {
    let record = try record(.selfie, [.turnLeft], filmed: filmed, declared: declared)
    #expect(record.verdict.live == false)
    #expect(record.codes == [.stepTimeout])
  }

  @Test func `steps done in another order do not count`() throws {
    let record = try record(.selfie, [.turnLeft, .smile], challenge: [.smile, .turnLeft])
    #expect(record.verdict.live == false)
    #expect(record.verdict.steps.map(\.passed) == [true, false])
    #expect(record.codes == [.stepTimeout])
  }

  @Test func `a step that nobody does is missed`() throws {
    let record = try record(.selfie, [.smile], challenge: [.lookUp])
    #expect(record.verdict.live == false)
    #expect(record.verdict.steps.map(\.passed) == [false])
    #expect(record.codes == [.stepTimeout])
  }

  // MARK: Attacks

  @Test func `a still picture is declined`() throws {
    let record = try record(.still, [.face])
    #expect(record.verdict.live == false)
    #expect(record.codes == [.stillPicture])
  }

  @Test func `a still picture misses the steps as well`() throws {
    let record = try record(.still, [.turnLeft])
    #expect(record.verdict.live == false)
    #expect(record.codes == [.stepTimeout, .stillPicture])
  }

  @Test func `a waved photo is declined because it is flat`() throws {
    let record = try record(.wavedPhoto, [.face])
    #expect(record.verdict.live == false)
    #expect(record.codes.contains(.planarMotion))
  }

  @Test func `a right film on a screen is declined because of the screen's frame`() throws {
    let record = try record(.replayTablet, [.smile])
    #expect(record.verdict.steps.map(\.passed) == [true])
    #expect(record.verdict.live == false)
    #expect(record.codes == [.screenReplay])
  }

  @Test func `a film that shows a part of itself again is declined`() throws {
    let record = try record(.looped, [.smile])
    #expect(record.verdict.live == false)
    #expect(record.codes.contains(.loopedVideo))
  }

  @Test func `a person who takes over is noticed with the next step`() throws {
    let record = try record(.faceSwap, [.face, .turnLeft])
    #expect(record.verdict.live == false)
    #expect(record.codes.first == .faceSwitched)
  }

  @Test func `a second person is an attack`() throws {
    let record = try record(.secondPerson, [.face, .smile])
    #expect(record.verdict.live != true)
    #expect(record.verdict.result == .severalFaces)
    #expect(record.codes.first == .secondFace)
  }

  // MARK: Ends

  @Test func `a watch goes on from its snapshot, and the judge of the same film with its cut agrees`() throws {
    let steps: [ChallengeStep] = [.face, .smile, .turnLeft]
    let challenge = Challenge(steps)
    var first = ChallengeWatch(analyzer: try Models.analyzer, challenge: challenge)
    let film = try SpecimenSource(.selfie, steps)
    var kept: [Frame] = []
    var passed = 0
    // Until the smile is done and the next step has begun.
    while passed < 2, let frame = try film.next() {
      kept.append(frame)
      passed += try first.observe(frame).events.count { if case .stepPassed = $0 { true } else { false } }
    }
    #expect(passed == 2)
    let stored = try JSONEncoder().encode(first.snapshot)
    var second = ChallengeWatch(
      analyzer: try Models.analyzer, snapshot: try JSONDecoder().decode(ChallengeWatch.Snapshot.self, from: stored))
    let cut = try #require(kept.last?.time) + 0.1
    // The person waits for the server with the head where it was, then goes on.
    var isCut = true
    var isOver = false
    while let frame = try film.next() {
      var moved = frame
      moved.time = frame.time + 0.1
      kept.append(moved)
      if isCut { #expect(second.cut(to: moved.time) == []) }
      isCut = false
      isOver = try second.observe(moved).events.contains(.allStepsPassed)
      if isOver { break }
    }
    #expect(isOver)
    var loop = CaptureLoop(analyzer: try Models.analyzer, challenge: challenge, cuts: [cut])
    let events = try kept.flatMap { try loop.observe($0) }
    #expect(events.contains(.allStepsPassed))
    let record = try loop.finish()
    // Of the challenge alone: so short a film shows too little of a head that turns.
    #expect(
      record.outcome.result == .ok && record.outcome.steps.count == 3 && record.outcome.steps.allSatisfy(\.passed))
  }

  @Test func `an interruption and an abort say so and cannot be judged`() throws {
    for code in [ReasonCode.interrupted, .aborted] {
      var loop = try loop([.smile])
      let source = try SpecimenSource(.selfie, [.smile])
      let frame = try #require(try source.next())
      #expect(try loop.observe(frame).contains(.showStep(.smile)))
      if code == .interrupted { loop.interrupt() } else { loop.abort() }
      #expect(!loop.wantsFrames)
      #expect(try loop.observe(frame).isEmpty)
      let record = try loop.finish()
      #expect(record.verdict.live == nil)
      #expect(record.codes == [code])
      #expect(record.frameCount == 1)
    }
  }

  @Test func `a source without frames is an error, not a verdict`() throws {
    var loop = try loop([.smile])
    #expect(throws: BonafideError(.noFrames, "")) { _ = try loop.run(PictureSource([])) }
  }

  @Test func `one frame cannot show that somebody is live`() throws {
    let frame = try #require(try SpecimenSource(.selfie, [.face]).next())
    var loop = try loop([])
    let record = try loop.run(PictureSource([frame.image]))
    #expect(record.verdict.live == false)
    #expect(record.codes == [.notEvaluated])
  }

  @Test func `a film without a face ends in time and is not judged`() throws {
    let black = try Image(width: 320, height: 240) { _ in }
    var loop = try loop([.smile])
    let record = try loop.run(PictureSource([Image](repeating: black, count: 15 * 20)))
    #expect(record.verdict.live == nil)
    #expect(record.verdict.result == .noFace)
    // The start grace of 15 s.
    #expect(record.duration > 14 && record.duration < 17)
  }

  @Test func `steps are announced one after the other`() throws {
    var loop = try loop([.face, .smile])
    var shown: [ChallengeStep] = []
    var passed: [ChallengeStep] = []
    var ends = 0
    _ = try loop.run(SpecimenSource(.selfie, [.face, .smile])) { _, events in
      for event in events {
        switch event {
        case .showStep(let step): shown.append(step)
        case .stepPassed(let result): passed.append(result.step)
        case .allStepsPassed: ends += 1
        case .guidance, .failed: continue
        }
      }
    }
    #expect(shown == [.face, .smile])
    #expect(passed == [.face, .smile])
    #expect(ends == 1)
  }
}

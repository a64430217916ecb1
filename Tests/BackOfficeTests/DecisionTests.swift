import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideHTTPServer
import BonafideObservations
import BonafideStore
import Foundation
import Synchronization
import Testing

@Suite struct DecisionTests {
  @Test func noncesAndChallengesAreGoodOnce() async throws {
    let bench = try await Bench()
    let session = try await bench.flow.open()
    let path = ["session": session.id]
    let face = FaceRequest(challengeNonce: session.challenge.nonce, steps: [])
    try await bench.call(API.faceSave, path, FaceRequest(challengeNonce: "other", steps: []))
      .expect(409, "challenge_mismatch")
    try await bench.call(API.faceSave, path, face).expect(200)
    try await bench.call(API.faceSave, path, face).expect(409, "nonce_used")
    let drawn = try await bench.call(API.challengeDraw, path).value(201)
    try await bench.call(API.faceSave, path, face).expect(409, "challenge_mismatch")
    try await bench.call(API.faceSave, path, FaceRequest(challengeNonce: drawn.nonce, steps: [])).expect(200)

    let other = try await bench.flow.open("other")
    try await bench.flow.upload(.front, [1], to: session.id)
    func decide(_ nonce: String?) async throws -> Reply<DecisionAnswer> {
      try await bench.call(API.decide, path, DecisionRequest(nonce: try #require(nonce)))
    }
    try await decide("guess").expect(409, "nonce_unknown")
    try await decide(other.nonce).expect(409, "nonce_unknown")
    let late = try await bench.call(API.nonceIssue, path).value(201)
    bench.clock.advance(900_001)
    try await decide(late.nonce).expect(410, "nonce_expired")
    let fresh = try await bench.call(API.nonceIssue, path).value(201)
    try await decide(fresh.nonce).expect(202)
    try await decide(fresh.nonce).expect(409, "session_not_open")
    try await bench.call(API.decide, ["session": other.id], DecisionRequest(nonce: "x")).expect(409, "no_evidence")
  }

  @Test func theSameKeyIsDoneOnce() async throws {
    let bench = try await Bench()
    let key = [("Idempotency-Key", "key-00000001")]
    let request = SessionRequest(callType: "NewCustomer", reference: "same")
    let first = try await bench.call(API.sessionAdd, request, fields: key).value(201)
    let again = try await bench.call(API.sessionAdd, request, fields: key).value(201)
    #expect(first == again)
    var other = request
    other.reference = "different"
    try await bench.call(API.sessionAdd, other, fields: key).expect(422, "idempotency_conflict")
    // Another program's key is another key.
    let foreign = try await bench.call(API.sessionAdd, request, fields: key, token: bench.otherApp.token).value(201)
    #expect(foreign.id != first.id)
    // What was refused may be sent again, corrected or not.
    let path = ["session": first.id]
    let bad = [("Idempotency-Key", "key-00000002")]
    try await bench.call(API.decide, path, DecisionRequest(nonce: "x"), fields: bad).expect(409, "no_evidence")
    try await bench.flow.upload(.front, [1], to: first.id)
    let decision = DecisionRequest(nonce: try #require(first.nonce))
    let done = try await bench.call(API.decide, path, decision, fields: bad).value(202)
    #expect(try await bench.call(API.decide, path, decision, fields: bad).value(202) == done)
    try await bench.call(API.sessionAdd, request, fields: [("Idempotency-Key", "short")]).expect(422, "bad_parameter")
    bench.clock.advance(86_400_001)
    let token = try await bench.call(
      API.tokenCreate, TokenRequest(clientId: bench.app.id, clientSecret: bench.app.secret)
    ).value(201).token
    let later = try await bench.call(API.sessionAdd, request, fields: key, token: token).value(201)
    #expect(later.id != first.id)
  }

  @Test func aRequestThatIsBeingWorkedOnIsNotDoneTwice() async throws {
    let bench = try await Bench()
    let answers = try await withThrowingTaskGroup(of: Reply<SessionAnswer>.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await bench.call(
            API.sessionAdd, SessionRequest(callType: "NewCustomer", reference: "same"),
            fields: [("Idempotency-Key", "key-00000003")])
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for answer in answers where answer.status != 201 { answer.expect(409, "in_flight") }
    let made = try answers.filter { $0.status == 201 }.map { try $0.value(201).id }
    #expect(Set(made).count == 1)
    let list = try await bench.call(API.caseList, token: bench.admin.token).value()
    #expect(list.sessions.count == 1)
  }

  @Test func judgesThatDoNotPauseHoldUpNoRequest() async throws {
    let bench = try await Bench { $0.workers = 4 }
    let isOver = Atomic<Bool>(false)
    bench.judge.follow { _ in
      while !isOver.load(ordering: .relaxed) { usleep(1000) }
      return ScriptedJudge.approval
    }
    var sessions: [String] = []
    for number in 0..<4 { sessions.append(try await bench.flow.complete("ref-\(number)").id) }
    let all = sessions
    try await bench.working {
      try await Task.sleep(for: .milliseconds(200))
      for session in all { #expect(try await bench.flow.result(session).state == .pending) }
      isOver.store(true, ordering: .relaxed)
      for session in all { #expect(try await bench.flow.decided(session).decision?.verdict == .approved) }
    }
  }

  @Test func aJudgeThatFailsLeavesTheCaseToAPerson() async throws {
    let bench = try await Bench { $0.jobAttempts = 1 }
    bench.judge.follow { _ in throw BonafideError(.modelMissing, "no model") }
    try await bench.working {
      let session = try await bench.flow.complete()
      let result = try await bench.flow.decided(session.id)
      #expect(result.decision?.verdict == .review)
      #expect(result.decision?.reasons.map(\.code) == ["internal_fault", "not_evaluated"])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder + "/judging").isEmpty)
  }

  @Test("A case of a process that died goes to another one", arguments: Engine.available)
  func takeOver(_ engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.flow.complete()
    // A worker that takes the case and is heard of no more.
    let lost = try await bench.store.write { transaction in
      try transaction.takeJob(kinds: ["decide"], owner: "dead", duration: 60_000)
    }
    #expect(lost != nil)
    try await bench.working {
      try await Task.sleep(for: .milliseconds(100))
      #expect(try await bench.flow.result(session.id).state == .pending)
      bench.clock.advance(60_001)
      let result = try await bench.flow.decided(session.id)
      #expect(result.decision?.verdict == .approved)
    }
    let held = try #require(lost)
    await #expect(throws: StoreError(.leaseLost, "")) { try await bench.store.write { try $0.complete(held) } }
    await bench.store.close()
  }

  @Test func aCaseThatKillsEveryProcessIsDecidedByAPerson() async throws {
    let bench = try await Bench()
    let session = try await bench.flow.complete()
    for _ in 0..<3 {
      _ = try await bench.store.write { try $0.takeJob(kinds: ["decide"], owner: "dead", duration: 1000) }
      bench.clock.advance(1001)
    }
    try await bench.working {
      let result = try await bench.flow.decided(session.id)
      #expect(result.decision?.verdict == .review)
    }
  }

  @Test func stoppingGivesTheCaseBack() async throws {
    let bench = try await Bench()
    let started = Atomic<Int>(0)
    bench.judge.follow { _ in
      started.wrappingAdd(1, ordering: .relaxed)
      try await Task.sleep(for: .seconds(60))
      return ScriptedJudge.approval
    }
    let session = try await bench.flow.complete()
    bench.office.startWorkers()
    try await eventually { started.load(ordering: .relaxed) == 1 }
    await bench.office.stopWorkers(within: .milliseconds(10))
    let id = try #require(Identifier<Session>(session.id))
    let job = try await bench.store.read { try $0.jobs(of: id)[0] }
    #expect(job.state == .ready && job.error == "cancelled")
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder + "/judging").isEmpty)
  }

  @Test func againstADecisionThatCountsTwoPersonsAreNeeded() async throws {
    let bench = try await Bench()
    bench.judge.follow { _ in ScriptedJudge.refusal }
    let agent = try await bench.person("agent", .agent)
    let boss = try await bench.person("boss", .supervisor)
    try await bench.working {
      let session = try await bench.flow.complete()
      _ = try await bench.flow.decided(session.id)
      let path = ["session": session.id]
      let wish = ManualDecisionRequest(verdict: .approved, reasons: ["manual_check"], note: "seen in the branch")
      let proposal = try await bench.call(API.caseDecide, path, wish, token: boss.token).value(201)
      #expect(proposal.state == .needsSecondPerson)
      #expect(try await bench.flow.result(session.id).decision?.verdict == .declined)
      let confirm = ConfirmRequest(proposal: try #require(proposal.proposal))
      try await bench.call(API.caseConfirm, path, confirm, token: agent.token).expect(403, "scope_missing")
      try await bench.call(API.caseConfirm, path, confirm, token: boss.token).expect(403, "same_person")
      try await bench.call(
        API.caseConfirm, path, ConfirmRequest(proposal: String(repeating: "0", count: 32)), token: bench.admin.token
      ).expect(409, "no_proposal")
      let done = try await bench.call(API.caseConfirm, path, confirm, token: bench.admin.token).value(201)
      #expect(done.decision?.verdict == .approved && done.decision?.author == .person)
      try await bench.call(API.caseConfirm, path, confirm, token: bench.admin.token).expect(409, "no_proposal")
      #expect(try await bench.flow.result(session.id).decision?.verdict == .approved)
    }
  }

  @Test func aPersonDecidesWhatWasLeftOpen() async throws {
    let bench = try await Bench { $0.jobAttempts = 1 }
    bench.judge.follow { _ in throw BonafideError(.internal, "") }
    let agent = try await bench.person("agent", .agent)
    try await bench.working {
      let session = try await bench.flow.complete()
      let path = ["session": session.id]
      _ = try await bench.flow.decided(session.id)
      let evidence = try await bench.call(API.caseGet, path, token: agent.token).value().evidence
      let picture = try #require(evidence.first { $0.kind == "front" })
      let view = try await bench.call(
        API.evidenceView, ["session": session.id, "evidence": picture.id], token: agent.token)
      #expect(view.bytes == Array("front".utf8) && view.fields["content-type"] == "image/jpeg")
      let target = API.evidenceView.description.target(["session": session.id, "evidence": picture.id])
      for (wish, status, text) in [
        ("bytes=1-2", 206, "ro"), ("bytes=3-", 206, "nt"), ("bytes=0-99", 206, "front"), ("bytes=x", 200, "front"),
        ("bytes=5-", 416, ""), ("bytes=3-2", 416, ""), ("bytes=0-9223372036854775807", 206, "front"),
      ] {
        let part = try await MemoryWay(router: bench.office.router).send(
          "GET", target, [("Authorization", "Bearer " + agent.token), ("Range", wish)], [])
        #expect(part.status == status, "\(wish)")
        if status < 400 { #expect(part.body == Array(text.utf8), "\(wish)") }
      }
      let wish = ManualDecisionRequest(verdict: .declined, reasons: ["not_the_person"], note: "another face")
      let done = try await bench.call(API.caseDecide, path, wish, token: agent.token).value(201)
      #expect(done.state == .decided && done.decision?.verdict == .declined)
      let audit = try await bench.call(API.caseAudit, path, token: bench.admin.token).value()
      let actions = audit.entries.map(\.action)
      #expect(actions.contains("evidence.viewed") && actions.contains("case.viewed"))
      #expect(actions.filter { $0 == "decision.added" }.count == 2)
    }
  }

  @Test func aReplayLeavesTheDecision() async throws {
    let bench = try await Bench()
    try await bench.working {
      let session = try await bench.flow.complete()
      let path = ["session": session.id]
      _ = try await bench.flow.decided(session.id)
      bench.judge.follow { $0.settings[.smile] > 0.85 ? ScriptedJudge.refusal : ScriptedJudge.approval }
      try await bench.call(
        API.caseReplay, path, ReplayRequest(values: ["liveness.smile.min": 7]), token: bench.admin.token
      ).expect(422, "bad_value")
      try await bench.call(
        API.caseReplay, path, ReplayRequest(values: ["liveness.smile.min": 0.9]), token: bench.admin.token
      ).expect(202)
      try await eventually {
        try await bench.call(API.caseGet, path, token: bench.admin.token).value().parts.contains { $0.run == 1 }
      }
      let seen = try await bench.call(API.caseGet, path, token: bench.admin.token).value()
      #expect(seen.decisions.map(\.verdict) == [.approved])
      let replayed = try #require(seen.parts.first { $0.kind == "verdict" && $0.run == 1 })
      #expect(replayed.server?["verdict"] == "declined")
      #expect(try await bench.flow.result(session.id).decision?.verdict == .approved)
    }
  }

  @Test func casesAreFoundPartByPart() async throws {
    let bench = try await Bench()
    var all: [String] = []
    for number in 0..<7 {
      all.insert(try await bench.flow.open("ref-\(number % 2)").id, at: 0)
      bench.clock.advance(1000)
    }
    func list(_ query: String) async throws -> SessionList {
      try await bench.call(API.caseList, query: query, token: bench.admin.token).value()
    }
    var found: [String] = []
    var next: String?
    repeat {
      let page = try await list("limit=3" + (next.map { "&after=" + $0 } ?? ""))
      found += page.sessions.map(\.id)
      next = page.next
    } while next != nil
    #expect(found == all)
    #expect(try await list("reference=ref-1").sessions.map(\.id) == [all[1], all[3], all[5]])
    #expect(try await list("verdict=approved").sessions.isEmpty)
    #expect(try await list("state=open&callType=NewCustomer").sessions.count == 7)
    let start = 1_800_000_000_000
    #expect(try await list("from=\(start + 2000)&to=\(start + 4000)").sessions.map(\.id) == Array(all[2...4]))
  }
}

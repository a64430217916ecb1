import BonafideSecrets
import BonafideStore
import DatabaseSupport
import Foundation
import Testing

@Suite(.serialized) struct KillTests {
  private static let goal = 200

  @Test(arguments: Engine.available)
  func `a process that is killed loses nothing that it acknowledged`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let new = NewSession(
      callType: "A", details: try JSONDocument([]), challenge: Challenge(steps: [], nonce: ""), settingsVersion: 1,
      lifetime: 1_000_000_000)
    let session = try await bench.store.write { try $0.addSession(new) }.id
    let output = bench.folder + "/acknowledged"
    var lines: [Substring] = []
    var kills = 0
    while lines.count < KillTests.goal {
      let words = ["write", try bench.address, bench.folder + "/blobs", session.text, String(KillTests.goal)]
      let writer = try Shell.spawn([program] + words, output: output)
      let worker = try Shell.spawn([program, "work"] + words[1...3], output: bench.folder + "/work")
      try await Task.sleep(for: .milliseconds(Int.random(in: 80...400 + 20 * kills)))
      for child in [writer, worker] {
        kill(child, SIGKILL)
        var status: Int32 = 0
        waitpid(child, &status, 0)
        let errors = (try? String(contentsOfFile: output + ".errors", encoding: .utf8)) ?? ""
        try #require(status == 0 || status & 0x7F == SIGKILL, "\(errors)")
        if child == writer, status != 0 { kills += 1 }
      }
      // A line that was cut off by the kill was not said.
      lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").filter { $0.utf8.count == 97 }
      try #require(kills < 200)
    }
    // What was acknowledged is there, byte for byte.
    for line in lines {
      let parts = line.split(separator: " ")
      let id = try #require(Identifier<Evidence>(parts[0]))
      let evidence = try await bench.store.read { try $0.evidence(id) }
      let bytes = try await bench.room.open(evidence).all()
      #expect(Hex.text(SHA256Digest.of(bytes)) == parts[1])
    }
    // What is there is whole, acknowledged or not, and has its audit entry and its job.
    let check = try await bench.room.check()
    #expect(check.isSound)
    #expect(check.evidence >= lines.count)
    #expect(
      try await bench.store.read { try $0.verifyAudit(.session(session)) } == .intact(links: Int64(check.evidence)))
    // Every job ends, once.
    bench.clock.advance(Int64(Date().timeIntervalSince1970 * 1000) - bench.clock.now + 1_000)
    for _ in 0..<20 {
      let worker = try Shell.spawn(
        [program, "work", try bench.address, bench.folder + "/blobs", session.text], output: bench.folder + "/work")
      var status: Int32 = 0
      waitpid(worker, &status, 0)
      try #require(status == 0)
      if try await bench.store.read({ try $0.jobCounts() }) == [.done: Int64(check.evidence)] { break }
      try await Task.sleep(for: .milliseconds(300))
    }
    #expect(try await bench.store.read { try $0.jobCounts() } == [.done: Int64(check.evidence)])
    var checked = 0
    var key: PageKey?
    repeat {
      let after = key
      let page = try await bench.store.read { try $0.records(of: session, kind: "checked", after: after, limit: 500) }
      checked += page.elements.count
      key = page.next
    } while key != nil
    #expect(checked == check.evidence)
    // What the killed processes left half-written was never served and can be swept.
    try await bench.room.sweep(olderThan: -60_000)
    #expect(try await bench.room.check().isSound)
    print("kill -9 on \(engine.rawValue): \(kills) kills, \(lines.count) acknowledged, \(check.evidence) stored")
  }

  @Test(arguments: Engine.available)
  func `a rotation of keys that is killed again and again comes to its end`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    var sessions: [Session] = []
    for _ in 0..<60 { sessions.append(try await bench.session()) }
    var kills = 0
    while true {
      let child = try Shell.spawn(
        [program, "rotate", try bench.address, bench.folder + "/blobs", sessions[0].id.text],
        output: bench.folder + "/rotate")
      try await Task.sleep(for: .milliseconds(Int.random(in: 10...60) + 50 * kills))
      kill(child, SIGKILL)
      var status: Int32 = 0
      waitpid(child, &status, 0)
      if status == 0 { break }
      kills += 1
      try #require(status & 0x7F == SIGKILL && kills < 100)
    }
    let new = try await bench.another(Bench.ring(Bench.secondKey))
    for session in sessions { #expect(try await new.read { try $0.session(session.id) } == session) }
    await new.close()
    print("rotation on \(engine.rawValue): killed \(kills) times")
  }

  /// The program beside the tests.
  private var program: String {
    let bundle = CommandLine.arguments.first.map { URL(filePath: $0).deletingLastPathComponent().path } ?? ""
    return bundle + "/store-check"
  }
}

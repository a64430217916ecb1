internal import BonafideSecrets
internal import BonafideStore
internal import Foundation

extension Duration {
  fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

/// How fast the store is: prints one line a figure.
@MainActor func measure(_ store: DatabaseStore, _ room: EvidenceRoom) async throws {
  let clock = ContinuousClock()
  func report(_ name: String, _ count: Int, _ duration: Duration) {
    say("\(name): \(Int(Double(count) / duration.seconds)) a second, \(count) in \(duration)")
  }
  let new = NewSession(
    callType: "Bench", details: try JSONDocument([]), challenge: Challenge(steps: [], nonce: ""), settingsVersion: 1,
    lifetime: 3_600_000)
  let session = try await store.write { try $0.addSession(new) }.id
  let document = try JSONDocument(encoding: ["step": "smile", "value": "0.93"])

  report(
    "writes one after the other", 300,
    try await clock.measure {
      for _ in 0..<300 { try await store.write { _ = try $0.addRecord(document, kind: "log", session: session) } }
    })
  report(
    "writes by 64 at once", 6400,
    try await clock.measure {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<64 {
          group.addTask {
            for _ in 0..<100 { try await store.write { _ = try $0.addRecord(document, kind: "log", session: session) } }
          }
        }
        try await group.waitForAll()
      }
    })
  report(
    "reads of a session by 64 at once", 6400,
    try await clock.measure {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<64 {
          group.addTask { for _ in 0..<100 { _ = try await store.read { try $0.session(session) } } }
        }
        try await group.waitForAll()
      }
    })

  // A film of 200 MB in pieces of 4 MB.
  let piece = try SecureRandom.bytes(4 << 20)
  let digest = try SHA256Stream()
  for _ in 0..<50 { try digest.update(piece) }
  let upload = try await store.write { [sha256 = try digest.finish()] in
    try $0.addUpload(
      NewEvidence(session: session, kind: "film", mediaType: "video/mp4"), size: 50 * (4 << 20), sha256: sha256,
      lifetime: 3_600_000)
  }
  report(
    "megabytes taken in", 200,
    try await clock.measure {
      for number in 0..<50 { _ = try await room.append(piece, to: upload.id, at: Int64(number) * (4 << 20)) }
    })
  var evidence: Evidence?
  report("megabytes joined", 200, try await clock.measure { evidence = try await room.finish(upload.id) })
  guard let evidence else { return }
  report(
    "megabytes read", 200,
    try await clock.measure {
      let blob = try await room.open(evidence)
      var offset: Int64 = 0
      while offset < blob.size { offset += Int64(try await blob.read(at: offset, count: 1 << 20).count) }
    })
  let peak = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
    .first { $0.hasPrefix("VmHWM") }
  say("peak memory: \(peak ?? "unknown")")
}

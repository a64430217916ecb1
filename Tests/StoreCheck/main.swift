internal import BonafideSecrets
internal import BonafideStore
internal import Foundation

// Writes to a store until it is killed, and says on standard output what was acknowledged. For the tests of `kill -9`.
//
//   store-check write  ADDRESS BLOBS SESSION COUNT   each write: evidence, audit entry, job and record in one go
//   store-check work   ADDRESS BLOBS SESSION         does jobs until none is left
//   store-check rotate ADDRESS BLOBS SESSION         wraps all keys under a second master key
//   store-check bench  ADDRESS BLOBS SESSION         measures, with a session of its own

private let words = CommandLine.arguments
guard words.count >= 5, let session = Identifier<Session>(words[4]) else { exit(64) }

let first = try MasterKey(text: String(repeating: "11", count: 32))
let second = try MasterKey(text: String(repeating: "22", count: 32))
let ring = words[1] == "rotate" ? KeyRing(current: second, older: [first]) : KeyRing(current: first)
let place = words[2].split(separator: ":", maxSplits: 1).map(String.init)
let store =
  place[0] == "sqlite"
  ? try await DatabaseStore.sqlite(path: place[1], ring: ring)
  : try await DatabaseStore.postgres(PostgresSettings(address: place[1], connections: 2), ring: ring)
let room = EvidenceRoom(store: store, blobs: try DiskBlobStore(root: words[3]))

func say(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8)) }

switch words[1] {
case "write":
  let count = words.count > 5 ? Int(words[5]) ?? 0 : 0
  // A predecessor may have been killed in the middle of a line.
  say("")
  for _ in 0..<count {
    let bytes = try SecureRandom.bytes(Int.random(in: 1...150_000))
    let digest = Hex.text(SHA256Digest.of(bytes))
    let evidence = try await room.add(
      NewEvidence(session: session, kind: "face", mediaType: "image/jpeg"), bytes: bytes
    ) { transaction, evidence in
      try transaction.append(AuditEvent(chain: .session(session), actor: "check", action: "evidence.added"))
      _ = try transaction.addJob("check", payload: JSONDocument(encoding: [evidence.id.text]), session: session)
    }
    say("\(evidence.id) \(digest)")
  }
case "work":
  while let held = try await store.write({ try $0.takeJob(kinds: ["check"], owner: "\(getpid())", duration: 500) }) {
    let id: [String] = try held.job.payload.decoded()
    guard let first = id.first, let evidence = Identifier<Evidence>(first) else { exit(70) }
    _ = try await room.open(try await store.read { try $0.evidence(evidence) }).all()
    try await store.write { transaction in
      _ = try transaction.addRecord(held.job.payload, kind: "checked", session: session)
      try transaction.complete(held)
    }
  }
case "rotate":
  _ = try await store.rotateKeys(batch: 5)
case "bench":
  try await measure(store, room)
default: exit(64)
}
await store.close()

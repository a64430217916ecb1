import BonafideSecrets
import Foundation
import Testing

private let first = String(repeating: "11", count: 32)
private let second = String(repeating: "22", count: 32)

private func temporaryFile(_ text: String, mode: Int = 0o600) throws -> String {
  let path = FileManager.default.temporaryDirectory.appending(path: "bonafide-key-" + UUID().uuidString).path
  try Data(text.utf8).write(to: URL(filePath: path))
  try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  return path
}

@Test func `a key file names the current key first`() throws {
  let path = try temporaryFile("# master keys\n\(second)\n\(first)\n")
  defer { try? FileManager.default.removeItem(atPath: path) }
  let ring = try MasterKeySource.file(path).keyRing()
  #expect(ring.current.id == (try MasterKey(text: second)).id)
  #expect(ring.ids.count == 2)
}

@Test(arguments: [0o644, 0o640, 0o604, 0o620])
func `a key file that others may use is refused`(mode: Int) throws {
  let path = try temporaryFile(first, mode: mode)
  defer { try? FileManager.default.removeItem(atPath: path) }
  #expect(throws: SecretError(.insecureFile, "")) { try MasterKeySource.file(path).keyRing() }
}

@Test(arguments: ["", "\n\n", "1234", String(repeating: "1", count: 63), "keykeykey", first + first])
func `a key that is none is refused`(text: String) throws {
  let path = try temporaryFile(text)
  defer { try? FileManager.default.removeItem(atPath: path) }
  #expect(throws: SecretError.self) { try MasterKeySource.file(path).keyRing() }
}

@Test func `a missing source says so`() {
  #expect(throws: SecretError(.keyUnavailable, "")) { try MasterKeySource.file("/nonexistent/key").keyRing() }
  #expect(throws: SecretError(.insecureFile, "")) { try MasterKeySource.file("/tmp").keyRing() }
  #expect(throws: SecretError(.keyUnavailable, "")) { try MasterKeySource.environment("BONAFIDE_NO_SUCH").keyRing() }
  #expect(throws: SecretError(.keyUnavailable, "")) { try MasterKeySource.command("exit 3").keyRing() }
}

@Test func `a command's output is a key`() throws {
  let ring = try MasterKeySource.command("echo \(first)").keyRing()
  #expect(ring.current.id == (try MasterKey(text: first)).id)
}

/// RFC 5869, section 2.3: at most 255 blocks.
@Test func `a derived key that is too long is an error`() throws {
  let key = SecretBytes([1])
  #expect(try KeyDerivation.key(from: key, info: [], count: 255 * 32).count == 255 * 32)
  for _ in 0..<100 {
    #expect(throws: SecretError(.internal, "")) { try KeyDerivation.key(from: key, info: [], count: 255 * 32 + 1) }
  }
}

@Test func `a command may leave a daemon behind`() throws {
  let started = Date()
  let ring = try MasterKeySource.command("sleep 8 & echo \(first)").keyRing()
  #expect(ring.current.id == (try MasterKey(text: first)).id)
  #expect(Date().timeIntervalSince(started) < 5)
}

@Test func `a command that prints without end is stopped`() {
  #expect(throws: SecretError(.keyUnavailable, "")) { try MasterKeySource.command("yes").keyRing() }
}

@Test func `hexadecimal and base64 write the same key`() throws {
  let base64 = Data(repeating: 0x11, count: 32).base64EncodedString()
  #expect(try MasterKey(text: base64).id == MasterKey(text: first).id)
}

@Test func `a wrapped key opens for its owner and under its master key only`() throws {
  let old = try MasterKey(text: first)
  let new = try MasterKey(text: second)
  let subject = try SubjectKey.random()
  let wrapped = try subject.wrapped(for: "a", ring: KeyRing(current: old))
  let address = try subject.address(of: [1, 2, 3])
  let both = KeyRing(current: new, older: [old])
  #expect(try SubjectKey(wrapped, owner: "a", ring: both).address(of: [1, 2, 3]) == address)
  #expect(throws: SecretError(.notAuthentic, "")) { try SubjectKey(wrapped, owner: "b", ring: both) }
  #expect(throws: SecretError(.keyMissing, "")) { try SubjectKey(wrapped, owner: "a", ring: KeyRing(current: new)) }
  let again = try SubjectKey(wrapped, owner: "a", ring: both).wrapped(for: "a", ring: both)
  #expect(again.masterKey == new.id)
  #expect(try SubjectKey(again, owner: "a", ring: KeyRing(current: new)).address(of: [1, 2, 3]) == address)
}

@Test func `the same content has another address for another person`() throws {
  let digest = SHA256Digest.of(Array("picture".utf8))
  #expect(try SubjectKey.random().address(of: digest) != SubjectKey.random().address(of: digest))
}

@Test func `a fingerprint depends on value, column and key`() throws {
  let index = BlindIndex(SecretBytes([UInt8](repeating: 1, count: 32)))
  let other = BlindIndex(SecretBytes([UInt8](repeating: 2, count: 32)))
  let fingerprint = try index.fingerprint(of: "10000000146", column: "identity_number")
  #expect(try index.fingerprint(of: "10000000146", column: "identity_number") == fingerprint)
  #expect(try index.fingerprint(of: "10000000147", column: "identity_number") != fingerprint)
  #expect(try index.fingerprint(of: "10000000146", column: "document_number") != fingerprint)
  #expect(try other.fingerprint(of: "10000000146", column: "identity_number") != fingerprint)
}

@Test func `a password is known again and its hash carries the parameters`() throws {
  let cheap = PasswordHash(memory: 64, passes: 1, lanes: 1)
  let encoded = try cheap.hash("correct horse")
  #expect(encoded.hasPrefix("$argon2id$v=19$m=64,t=1,p=1$"))
  #expect(try PasswordHash.isValid("correct horse", for: encoded))
  #expect(try !PasswordHash.isValid("Correct horse", for: encoded))
  #expect(try cheap.hash("correct horse") != encoded)
  #expect(!cheap.isOutdated(encoded))
  #expect(PasswordHash.standard.isOutdated(encoded))
}

@Test(
  arguments: [
    "", "$", "$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHQ$aaaa", "$argon2id$v=19$m=4194304,t=1,p=1$c29tZXNhbHQ$aaaa",
    "$argon2id$v=19$m=64,t=1000,p=1$c29tZXNhbHQ$aaaa", "$argon2id$v=19$m=64,t=1$c29tZXNhbHQ$aaaa",
    "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$!!!!", "$argon2id$v=19$m=-1,t=1,p=1$c29tZXNhbHQ$aaaa",
  ])
func `a stored hash that is none is refused`(encoded: String) {
  #expect(throws: SecretError(.badPasswordHash, "")) { try PasswordHash.isValid("x", for: encoded) }
}

@Test func `a password that is too long is never right`() throws {
  let encoded = try PasswordHash(memory: 64, passes: 1, lanes: 1).hash("x")
  #expect(try !PasswordHash.isValid(String(repeating: "x", count: 5000), for: encoded))
}

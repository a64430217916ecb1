import Foundation
import OfficeSupport
import Synchronization
import Testing

// The example of Documentation/Client.md, word for word.
// example begins
import BonafideBackOfficeAPI
import BonafideBackOfficeClient

/// Sends a film and both sides of a card, and brings the server's verdict.
func verify(
  at connection: BackOfficeConnection, film: String, front: String, back: String
) async throws -> DecisionVerdict? {
  let client = BackOfficeClient()
  let prepared = try await client.initialize(
    connection, session: SessionRequest(callType: "NewCustomer", reference: "case-4711"))

  let video = try await client.upload(.file(path: film), as: .selfieVideo, mediaType: "video/mp4") { step in
    print("film: \(Int(step.fraction * 100)) %")
  }
  try await client.upload(.file(path: front), as: .front, mediaType: "image/jpeg")
  try await client.upload(.file(path: back), as: .back, mediaType: "image/jpeg")

  let challenge = prepared.session.challenge
  _ = try await client.saveFace(
    FaceRequest(
      challengeNonce: challenge.nonce, steps: challenge.steps.map { FaceStep(step: $0, evidence: video) }))

  _ = try await client.decide()
  let result = try await client.result(within: .seconds(120))
  _ = try await client.sessionClose(finished: true)
  return result.decision?.verdict
}

/// `pins` holds `MAPI_CERT_1.der` and `MAPI_CERT_2.der`.
func connection(to address: String, id: String, secret: String, pins: String) throws -> BackOfficeConnection {
  var connection = BackOfficeConnection(
    address: try ServerAddress(address), credentials: .program(id: id, secret: Secret(secret)))
  connection.trust.pins = try Pins.load(files: ["MAPI_CERT_1", "MAPI_CERT_2"], in: pins)
  connection.signing = .perSession
  return connection
}
// example ends

@Suite("The example in the documentation")
struct ExampleTests {
  @Test("is the one that is compiled here")
  func same() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let begin = try #require(source.range(of: "// example begins\n"))
    let end = try #require(source.range(of: "// example ends\n", range: begin.upperBound..<source.endIndex))
    // Through the folder's own name: it may be reached by a link.
    let file = URL(filePath: #filePath).resolvingSymlinksInPath()
    let root = file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Documentation/Client.md"), encoding: .utf8)
    #expect(page.contains("```swift\n" + source[begin.upperBound..<end.lowerBound] + "```\n"))
  }

  @Test("works, with TLS, pins and signed messages")
  func works() async throws {
    let authority = try Authority()
    let (first, second) = (try authority.issue("MAPI_CERT_1"), try authority.issue("MAPI_CERT_2"))
    _ = first
    try await withOffice(tls: try second.context(), workers: true) { office in
      var connection = try connection(
        to: "https://localhost:\(office.port)", id: office.program.id, secret: office.program.secret,
        pins: authority.folder)
      connection.trust.authorities = try authority.trust().authorities
      for name in ["film", "front", "back"] {
        try Data(name.utf8).write(to: URL(filePath: office.folder + "/" + name))
      }
      let verdict = try await verify(
        at: connection, film: office.folder + "/film", front: office.folder + "/front", back: office.folder + "/back")
      #expect(verdict == .approved)
    }
  }
}

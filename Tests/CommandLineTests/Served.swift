import BonafideSecrets
import Foundation
import FoundationNetworking
import Testing

/// A back office that runs, asked over HTTP as an app and its admin do.
final class Served {
  struct NotReady: Error {}

  private let process = Process()
  let address: String
  let password: String

  /// Waits for the greeting.
  init(_ arguments: [String], environment: [String: String] = [:], in scratch: Scratch) throws {
    let output = scratch.path("greeting-\(UUID().uuidString)")
    #expect(FileManager.default.createFile(atPath: output, contents: nil))
    process.executableURL = URL(filePath: Program.path)
    process.arguments = ["serve"] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    var greeting = ""
    for _ in 0..<600 where !greeting.contains("password") && process.isRunning {
      usleep(50_000)
      greeting = try String(contentsOfFile: output, encoding: .utf8)
    }
    guard let address = greeting.split(separator: "\n").first?.split(separator: " ").last,
      let password = greeting.split(whereSeparator: \.isWhitespace).last, greeting.contains("password")
    else {
      process.terminate()
      throw NotReady()
    }
    self.address = String(address)
    self.password = String(password)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }

  /// The status, and `data` of the answer, or the problem.
  func call(
    _ method: String, _ path: String, _ body: [String: Any]? = nil, token: String = ""
  ) async throws -> (status: Int, answer: [String: Any]) {
    let bytes = try body.map { try JSONSerialization.data(withJSONObject: $0) }
    return try await send(method, path, bytes, type: "application/json", offset: nil, token: token)
  }

  private func send(
    _ method: String, _ path: String, _ body: Data?, type: String, offset: Int?, token: String
  ) async throws -> (status: Int, answer: [String: Any]) {
    var request = URLRequest(url: try #require(URL(string: address + path)))
    request.httpMethod = method
    request.httpBody = body
    request.timeoutInterval = 120
    if body != nil { request.setValue(type, forHTTPHeaderField: "Content-Type") }
    if let offset { request.setValue(String(offset), forHTTPHeaderField: "Upload-Offset") }
    if !token.isEmpty { request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization") }
    let (data, response) = try await URLSession.shared.data(for: request)
    let document = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    return (status, document["data"] as? [String: Any] ?? document)
  }

  func adminToken() async throws -> String {
    let login = try await call("POST", "/v1/login", ["name": "admin", "password": password])
    return try #require(login.answer["token"] as? String, "\(login)")
  }

  func appToken(_ admin: String) async throws -> String {
    let client = try await call("POST", "/v1/admin/clients", ["name": "app"], token: admin).answer
    let token = try await call(
      "POST", "/v1/token", ["clientId": client["id"] ?? "", "clientSecret": client["secret"] ?? ""])
    return try #require(token.answer["token"] as? String, "\(token)")
  }

  func upload(_ kind: String, _ file: String, type: String, to session: String, token: String) async throws {
    let bytes = try Data(contentsOf: URL(filePath: file))
    let made = try await call(
      "POST", "/v1/sessions/\(session)/uploads",
      ["kind": kind, "mediaType": type, "size": bytes.count, "sha256": Hex.text(SHA256Digest.of(Array(bytes)))],
      token: token)
    let path = "/v1/sessions/\(session)/uploads/\(try #require(made.answer["id"] as? String, "\(made)"))"
    for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
      let piece = bytes[start..<min(start + (1 << 20), bytes.count)]
      let sent = try await send(
        "PATCH", path, Data(piece), type: "application/octet-stream", offset: start, token: token)
      #expect(sent.status == 200)
    }
    #expect(try await call("POST", path + "/finish", token: token).answer["state"] as? String == "finished")
  }

  /// Asks for the decision and waits for it.
  func decided(_ session: String, nonce: Any?, token: String) async throws -> [String: Any] {
    let asked = try await call("POST", "/v1/sessions/\(session)/decision", ["nonce": nonce ?? ""], token: token)
    #expect(asked.status == 202)
    for _ in 0..<600 {
      let result = try await call("GET", "/v1/sessions/\(session)/result", token: token).answer
      if result["state"] as? String == "decided" { return result }
      try await Task.sleep(for: .milliseconds(200))
    }
    throw NotReady()
  }
}

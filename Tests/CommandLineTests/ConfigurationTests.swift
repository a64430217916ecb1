import BonafideObservations
import Foundation
import Testing

@Suite("The configuration of a back office")
struct ConfigurationTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private static let flawed: [(String, String)] = [
    ("{\"prot\":1}", "'prot'"), ("{\"port\":\"8080\"}", "'port'"), ("{\"port\":70000}", "'port'"),
    ("{\"port\":1.5}", "'port'"), ("{\"port\":null}", "'port'"), ("{\"host\":1}", "'host'"),
    ("{\"host\":\"\"}", "'host'"),
    ("{\"inner-webhooks\":\"true\"}", "'inner-webhooks'"),
    ("{\"workers\":1,\"host\":\"a\",\"workers\":2}", "'workers'"),
    ("{\"workers\":1,\"w\\u006frkers\":2}", "'workers'"), ("{\"config\":\"x\"}", "'config'"),
    ("{\"trusted-proxies\":[\"127.0.0.1\"]}", "'trusted-proxies'"),
    ("{\"store\":\"postgresql://a:secret@host/b\"}", "'store'"),
    ("{\"store\":\"postgresql://host/b?user=a&password=secret\"}", "'store'"),
    ("{\"store\":\"postgresql://host/b?p%61ssword=secret\"}", "'store'"),
    ("{\"store\":\"mysql://host/b\"}", "--store"), ("{\"certificate\":\"x\"}", "--certificate"),
    ("[]", "configuration file"), ("{\"port\":1", "configuration file"), ("", "--config"),
    (String(repeating: " ", count: 70_000) + "{}", "too large"),
  ]

  @Test("is refused by name", arguments: flawed)
  func refused(_ text: String, _ named: String) throws {
    let file = try scratch.write(text, as: "serve.json")
    let run = try Program.run(["serve", "--config", file])
    #expect(run.status == 64 && run.output.isEmpty && run.complaintLines.count == 1)
    #expect(run.complaint.contains(named) && !run.complaint.contains("secret"), "\(run.complaint)")
  }

  @Test("is refused when it cannot be read, or is given twice")
  func unreadable() throws {
    try expectFailure(["serve", "--config", scratch.path("none")], .usage)
    try expectFailure(["serve", "--config", scratch.folder], .usage)
    try expectFailure(["serve", "--config", "a", "--config", "b"], .usage)
    try expectFailure(["serve"], .usage, environment: ["BONAFIDE_CONFIG": scratch.path("none")])
    try expectFailure(["serve"], .usage, environment: ["BONAFIDE_PORT": "many"])
    try expectFailure(["serve"], .usage, environment: ["BONAFIDE_INNER_WEBHOOKS": "yes"])
    // A command without a configuration does not look for one.
    try expectFailure(["mrz", "parse", "--config", "a"], .usage)
    #expect(try Program.run(["--version"], environment: ["BONAFIDE_CONFIG": "none"]).status == 0)
  }

  @Test("gives way to a variable, and both to the command line")
  func precedence() throws {
    let names = ["line", "variable", "file"]
    let file = try scratch.write("{\"data\":\"\(scratch.path("file"))\"}", as: "serve.json")
    let ways: [([String], [String: String], String)] = [
      (["--config", file], [:], "file"), ([], ["BONAFIDE_CONFIG": file], "file"),
      (["--config", file], ["BONAFIDE_DATA": ""], "file"),
      (["--config", file], ["BONAFIDE_DATA": scratch.path("variable")], "variable"),
      (
        ["--config", file, "--data", scratch.path("line")], ["BONAFIDE_DATA": scratch.path("variable")], "line"
      ),
    ]
    for (arguments, environment, expected) in ways {
      #expect(try Program.run(["store", "check"] + arguments, environment: environment).status == 0)
      for name in names {
        #expect(FileManager.default.fileExists(atPath: scratch.path(name) + "/master.key") == (name == expected))
        try? FileManager.default.removeItem(atPath: scratch.path(name))
      }
    }
  }

  @Test("is read by serve", .enabled(if: Place.haveModels, "skipped: no models"))
  func served() async throws {
    let file = try scratch.write(
      "{\"port\":65535,\"workers\":0,\"data\":\"\(scratch.path("data"))\",\"host\":\"192.0.2.1\"}", as: "serve.json")
    let office = try Served(
      ["--config", file, "--host", "127.0.0.1"], environment: ["BONAFIDE_PORT": "0"], in: scratch)
    #expect(office.address.hasPrefix("http://127.0.0.1:") && !office.address.hasSuffix(":65535"))
    #expect(try await office.call("GET", "/healthz").status == 200)
  }
}

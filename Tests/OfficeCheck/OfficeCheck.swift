internal import BonafideBackOffice
internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideObservations
internal import BonafideSecrets
internal import BonafideStore
internal import Foundation

/// A back office with a judge that always approves, for checks by programs from outside:
/// `office-check <folder> [port]`. Prints its port, the admin's first password, and an app's id and secret.
@main
struct OfficeCheck {
  struct Approver: Judge {
    func judge(_ work: JudgeWork) async throws -> JudgeResult {
      JudgeResult(
        verdict: .approved, reasons: [], parts: ["files": .integer(work.files.count)], ruleSet: "office-check",
        models: [])
    }

    func profile(ofCalibration json: [UInt8]) throws -> String { "office-check" }
  }

  static func main() async throws {
    let arguments = CommandLine.arguments
    let folder = arguments.count > 1 ? arguments[1] : FileManager.default.temporaryDirectory.path + "/office-check"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let ring = KeyRing(current: try MasterKey(text: String(repeating: "5a", count: 32)))
    let store = try await DatabaseStore.sqlite(path: folder + "/office.sqlite", ring: ring)
    let room = EvidenceRoom(store: store, blobs: try DiskBlobStore(root: folder + "/blobs"))
    let setting = Setting("check.value", .ratio, in: 0...1, default: 0.5, source: "check")
    let office = try await BackOffice(
      room: room, judge: Approver(),
      settings: BackOfficeSettings(
        declared: [setting], steps: ["face", "smile", "turn-left"], temporaryFolder: folder + "/judging"),
      log: SilentLog())
    var settings = ServerSettings()
    settings.port = arguments.count > 2 ? UInt16(arguments[2]) ?? 0 : 0
    settings.loops = 2
    let server = HTTPServer(settings, router: office.router)
    let port = try server.start()
    office.startWorkers()
    let client = try await store.write { transaction in
      try transaction.addAPIClient(name: "check-\(UInt32.random(in: 0 ... .max))", scopes: ["session"], rate: 0)
    }
    print("{\"port\":\(port),\"admin\":\"\(office.firstAdmin?.password ?? "")\",", terminator: "")
    print("\"client\":\"\(client.client.id)\",\"secret\":\"\(client.secret)\"}")
    fflush(nil)
    while true { try await Task.sleep(for: .seconds(3600)) }
  }
}

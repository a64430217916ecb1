import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideHTTPServer
import BonafideStore
import Foundation
import Testing

@Suite struct TableTests {
  @Test func routerTableAndDescriptionAreTheSame() async throws {
    let bench = try await Bench()
    let pages: Set = ["GET /console", "GET /capture/{token}", "GET /web/{folder}/{file}"]
    let served = Set(bench.office.router.routes.map { "\($0.method.rawValue) \($0.pattern)" })
    let routed = served.subtracting(pages)
    #expect(pages.isSubset(of: served))
    let listed = Set(API.all.map { "\($0.method.rawValue) \($0.path)" })
    #expect(routed == listed)
    let reply = try await bench.call(API.openAPI)
    guard case .object(let paths) = try #require(reply.json?["paths"]) else { return }
    var described: Set<String> = []
    for (path, methods) in paths {
      guard case .object(let methods) = methods else { continue }
      for method in methods.keys { described.insert("\(method.uppercased()) \(path)") }
    }
    #expect(described == routed)
    #expect(Set(API.all.map(\.name)).count == API.all.count)
  }

  @Test func healthAndReadiness() async throws {
    let bench = try await Bench()
    #expect(try await bench.call(API.live).value().status == .ok)
    bench.office.startWorkers()
    try await eventually { try await bench.call(API.ready).status == 200 }
    await bench.office.stopWorkers(within: .seconds(1))
    #expect(try await bench.call(API.ready).status == 503)
    await bench.store.close()
    #expect(try await bench.call(API.ready).status == 503)
  }

  @Test func theFirstPasswordIsShownOnce() async throws {
    let bench = try await Bench()
    let again = try await BackOffice(
      room: bench.room, judge: bench.judge,
      settings: BackOfficeSettings(
        declared: [.smile], steps: Bench.steps, temporaryFolder: bench.folder + "/judging"), log: bench.log,
      passwords: Bench.passwords)
    #expect(again.firstAdmin == nil)
    #expect(!bench.log.text.contains(bench.admin.password))
  }

  @Test func foldersOfDeadProcessesAreRemoved() async throws {
    let bench = try await Bench()
    let left = bench.folder + "/judging/bonafide-judge-999999999-aa"
    let foreign = bench.folder + "/judging/something"
    for folder in [left, foreign] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    _ = try await BackOffice(
      room: bench.room, judge: bench.judge,
      settings: BackOfficeSettings(
        declared: [.smile], steps: Bench.steps, temporaryFolder: bench.folder + "/judging"), log: bench.log,
      passwords: Bench.passwords)
    #expect(!FileManager.default.fileExists(atPath: left) && FileManager.default.fileExists(atPath: foreign))
  }

  @Test func keysAreWrappedAnew() async throws {
    let bench = try await Bench()
    #expect(try await bench.office.rotateKeys() == 0)
  }
}

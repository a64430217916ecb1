import BonafideBackOffice
import BonafideCapture
import BonafideHTTPServer
import BonafideInference
import BonafideLiveness
import BonafideObservations
import BonafidePresentationAttack
import BonafideStore
import Foundation

/// `serve`: the back office.
enum Serve: Command {
  static let words = ["serve"]
  static let options: [Arguments.Option] =
    [
      .value("port"), .value("host"), .value("certificate"), .value("key"), .value("workers"), .value("calibration"),
      .value("sounds"), .value("trusted-proxies"), .flag("inner-webhooks"),
    ] + OfficeData.options
  static let summary = "run the back office: sessions, evidence, decisions"
  static let usage = """
    bonafide serve [--config FILE] [--port 8080] [--host ADDRESS] [--data DIR] [--store URL]
      [--certificate FILE --key FILE] [--workers N] [--calibration FILE] [--sounds DIR] [--trusted-proxies LIST]
      [--inner-webhooks]

    Without options it listens on http://127.0.0.1:8080 and keeps everything in ./bonafide-data, on SQLite. At the first
    start it prints the password of the account 'admin', once, and makes DIR/master.key, without which nothing that is
    stored can be read: keep a copy of it elsewhere. The master key may come from the variable BONAFIDE_MASTER_KEY or from
    the output of a command in BONAFIDE_MASTER_KEY_COMMAND instead. --store postgresql://… uses PostgreSQL; contents of
    evidence stay in DIR. --certificate and --key are PEM files; SIGHUP reads them again. SIGTERM ends it when running
    requests are done. --trusted-proxies names addresses, with commas, whose X-Forwarded-For is believed. --workers is how many
    cases are judged at a time, 1 by default. --calibration is for flows that were given no calibration of their own.

    --config names a JSON file whose keys are the names of these options, as in {"port": 8443, "inner-webhooks": true}.
    Every option may come from a variable too: BONAFIDE_PORT, BONAFIDE_TRUSTED_PROXIES, BONAFIDE_CONFIG itself. An option
    goes before a variable, a variable before the file. The file holds no secrets: a database's password is in a file that
    --store names, as in postgresql://user@host/name?passfile=/etc/bonafide/pgpass.
    Example: bonafide serve --data /var/lib/bonafide --port 8443 --certificate chain.pem --key key.pem
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    _ = try arguments.inputs()
    let options = try ServeOptions(arguments)
    // Before any thread is there, so that all of them leave these signals to the one that waits for them.
    let signals = Signals([SIGTERM, SIGINT, SIGHUP])
    signal(SIGPIPE, SIG_IGN)
    let running = try Blocking.wait { try await RunningOffice(options) }
    terminal.print(running.greeting(options))
    while true {
      let number = signals.next()
      if number == SIGHUP {
        try? options.tls?.reload()
        continue
      }
      break
    }
    try Blocking.wait { await running.stop() }
    return .positive
  }
}

/// What the command line asks for.
struct ServeOptions: Sendable {
  let host: String
  let port: UInt16
  let data: OfficeData
  let tls: TLSContext?
  let workers: Int
  let limits: AttackLimits?
  let sounds: String?
  let allowsInnerWebhooks: Bool
  let trustedProxies: Set<String>

  init(_ arguments: Arguments) throws {
    host = arguments.value("host") ?? "127.0.0.1"
    port = UInt16(try arguments.integer("port", in: 0...65_535) ?? 8080)
    data = try OfficeData(arguments)
    switch (arguments.value("certificate"), arguments.value("key")) {
    case (nil, nil): tls = nil
    case (let certificate?, let key?): tls = try TLSContext(certificate: certificate, key: key)
    default: throw BonafideError(.usage, "--certificate and --key go together")
    }
    workers = try arguments.integer("workers", in: 0...64) ?? 1
    limits = try arguments.value("calibration").map { path throws(BonafideError) in
      AttackLimits(try AttackCalibration(file: path))
    }
    sounds = arguments.value("sounds")
    allowsInnerWebhooks = arguments.has("inner-webhooks")
    trustedProxies = Set((arguments.value("trusted-proxies") ?? "").split(separator: ",").map(String.init))
  }
}

/// A back office that answers.
struct RunningOffice: Sendable {
  private let store: DatabaseStore
  private let office: BackOffice
  private let server: HTTPServer
  private let port: UInt16

  init(_ options: ServeOptions) async throws {
    let models = try ModelStore(folder: ModelFolder.find())
    let (store, room) = try await options.data.open()
    self.store = store
    var settings = BackOfficeSettings(
      declared: EngineSettings.declared, steps: ChallengeStep.allCases.map(\.rawValue),
      temporaryFolder: options.data.folder + "/work", soundsFolder: options.sounds)
    settings.concealElements = DocumentConceal.elements.map(\.rawValue)
    settings.workers = options.workers
    settings.liveThreads = ProcessInfo.processInfo.activeProcessorCount
    settings.allowsInnerWebhooks = options.allowsInnerWebhooks
    office = try await BackOffice(
      room: room, judge: EngineJudge(models: models, limits: options.limits), live: EngineLive(models: models),
      settings: settings)
    var served = ServerSettings()
    served.host = options.host
    served.port = options.port
    served.tls = options.tls
    served.trustedProxies = options.trustedProxies
    server = HTTPServer(served, router: office.router)
    port = try server.start()
    office.startWorkers()
  }

  func greeting(_ options: ServeOptions) -> String {
    let host = options.host.contains(":") ? "[\(options.host)]" : options.host
    let address = "\(options.tls == nil ? "http" : "https")://\(host):\(port)"
    var lines = [
      "Bonafide listens on \(address)", "  console: \(address)/console",
      "  description of the API: \(address)/openapi.json",
    ]
    if let admin = office.firstAdmin {
      lines.append("  first account, told only now: \(admin.name), password \(admin.password)")
    }
    return lines.joined(separator: "\n")
  }

  func stop() async {
    await server.shutDown(within: .seconds(10))
    await office.stopWorkers()
    await store.close()
  }
}

/// Signals that are waited for instead of interrupting.
private struct Signals {
  private var set = sigset_t()

  init(_ numbers: [Int32]) {
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  func next() -> Int32 {
    var set = set
    var number: Int32 = 0
    while sigwait(&set, &number) != 0 {}
    return number
  }
}

/// Waits on this thread for what runs on the concurrency pool.
enum Blocking {
  private final class Box<Value>: @unchecked Sendable {
    // Written once before the semaphore is signalled, read once after.
    var result: Result<Value, any Error>?
  }

  static func wait<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let box = Box<Value>()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do { box.result = .success(try await body()) } catch { box.result = .failure(error) }
      done.signal()
    }
    done.wait()
    guard let result = box.result else { throw BonafideError(.internal, "a task gave no result") }
    return try result.get()
  }
}

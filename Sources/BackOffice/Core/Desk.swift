internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideObservations
internal import BonafideSecrets
internal import BonafideStore
internal import Synchronization

/// What all handlers and workers share.
final class Desk: Sendable {
  let room: EvidenceRoom
  let judge: any Judge
  let live: (any LiveEngine)?
  let settings: BackOfficeSettings
  let catalog: SettingsCatalog
  let clock: StoreClock
  let log: any OfficeLog
  let metrics: MetricsRegistry
  let passwords: PasswordDesk
  let rates = ClientRates()
  let sounds: SoundShelf
  let shelf: SettingsShelf
  /// Tells this process from others in leases.
  let owner: String
  let workersAlive = Atomic<Int>(0)

  var store: any Store { room.store }

  init(
    room: EvidenceRoom, judge: any Judge, live: (any LiveEngine)?, settings: BackOfficeSettings, clock: StoreClock,
    log: any OfficeLog,
    metrics: MetricsRegistry, passwords: PasswordDesk
  ) throws {
    self.room = room
    self.judge = judge
    self.live = live
    self.settings = settings
    self.clock = clock
    self.log = log
    self.metrics = metrics
    self.passwords = passwords
    catalog = SettingsCatalog(
      declared: settings.declared.sorted { $0.name < $1.name }, steps: settings.steps,
      elements: settings.concealElements)
    sounds = SoundShelf(folder: settings.soundsFolder)
    shelf = SettingsShelf(catalog, sounds: sounds.files)
    owner = Hex.text(try SecureRandom.bytes(8))
  }
}

/// Requests of programs that have a limit of their own.
final class ClientRates: Sendable {
  private let buckets = Mutex<[Identifier<APIClient>: (rate: Int64, buckets: TokenBuckets)]>([:])

  /// Throws 429 `too_many_requests`.
  func take(_ client: Identifier<APIClient>, rate: Int64) throws(Problem) {
    guard rate > 0 else { return }
    let bucket = buckets.withLock { all in
      if let found = all[client], found.rate == rate { return found.buckets }
      let made = TokenBuckets(RateLimit(perSecond: Double(rate) / 60, burst: Int(clamping: rate)))
      all[client] = (rate, made)
      return made
    }
    if let seconds = bucket.take(for: "") {
      throw Problem(.tooManyRequests, "too_many_requests", "try again later", fields: ["Retry-After": String(seconds)])
    }
  }
}

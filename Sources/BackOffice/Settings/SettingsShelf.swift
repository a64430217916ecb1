internal import BonafideBackOfficeAPI
internal import BonafideStore
internal import Synchronization

/// Versions of settings as they are needed, decoded and written out once. A version is never changed, so what is kept
/// of it stays right; which one is the latest is asked of the store each time, because another server may have added it.
final class SettingsShelf: Sendable {
  /// One version.
  struct Volume: Sendable {
    let version: Int64
    let document: SettingsRequest
    /// A `SettingsAnswer` as JSON.
    let answer: [UInt8]
  }

  private struct Place: Hashable {
    let callType: String
    let version: Int64
  }

  /// Versions that are kept.
  static let capacity = 32

  private let catalog: SettingsCatalog
  private let sounds: [SoundFile]
  private let kept = Mutex<[Place: Volume]>([:])

  init(_ catalog: SettingsCatalog, sounds: [SoundFile]) {
    self.catalog = catalog
    self.sounds = sounds
  }

  var count: Int { kept.withLock(\.count) }

  /// The latest version, or the one named. Throws `not_found`.
  func volume(of callType: String, version: Int64? = nil, in transaction: some StoreReading) throws -> Volume {
    let number = try version ?? transaction.latestSettingsVersion(of: callType)
    let place = Place(callType: callType, version: number)
    if let found = kept.withLock({ $0[place] }) { return found }
    let stored = try transaction.settings(of: callType, version: number)
    let volume = Volume(
      version: number, document: try stored.document.decoded(),
      answer: try JSONDocument(encoding: catalog.answer(stored, sounds: sounds)).bytes)
    kept.withLock { kept in
      if kept.count >= SettingsShelf.capacity { kept.removeAll() }
      kept[place] = volume
    }
    return volume
  }
}

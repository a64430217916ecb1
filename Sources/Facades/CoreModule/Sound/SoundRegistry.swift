internal import BonafideBackOfficeAPI
internal import BonafideBackOfficeClient
internal import Foundation

/// Which sound is played for a name, and where its file is.
@MainActor final class SoundRegistry {
  private static let endings = ["wav", "caf", "m4a", "mp3"]

  /// Nil for silence.
  private var replacements: [String: String?] = [:]
  private var fetching: Task<Void, Never>?
  /// Where the back office's sounds are kept between two starts of the app.
  private let folder: String? = {
    guard let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first else { return nil }
    return caches.appendingPathComponent("BonafideSounds").path
  }()

  /// From the next play on. Empty means silence.
  func replace(_ names: [String], with new: String) {
    for name in names { replacements[name] = .some(new.isEmpty ? nil : new) }
  }

  /// What is played for a name; nil for nothing.
  func sound(for name: String) -> String? { replacements[name] ?? name }

  /// The app's own file of that name before that of the back office.
  func file(_ name: String) -> String? {
    guard !name.isEmpty, !name.contains("/"), !name.contains("\0"), name != ".", name != ".." else { return nil }
    for place in [EnQualifyCore.soundFolder, folder].compactMap({ $0 }) {
      for ending in [""] + Self.endings.map({ "." + $0 }) {
        let path = place + "/" + name + ending
        let kind = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
        if let kind, kind != .typeDirectory { return path }
      }
    }
    return nil
  }

  /// Fetches, in the background, those that are new or changed.
  func fetch(_ sounds: [SoundFile], with client: BackOfficeClient) {
    guard !sounds.isEmpty, fetching == nil, let folder else { return }
    fetching = Task {
      defer { fetching = nil }
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      _ = try? await client.fetchSounds(into: folder)
    }
  }

  /// Until what is being fetched is there. For tests.
  func settle() async { await fetching?.value }

  func forget() { replacements = [:] }
}

extension CoreSession {
  /// Puts another sound in the place of all of these, from the next play on; an empty one is silence.
  package func replaceSound(_ names: [String], with new: String) { soundDesk.replace(names, with: new) }
}

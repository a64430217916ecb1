package import BonafideBackOfficeAPI
internal import Foundation

extension BackOfficeClient {
  /// Newer settings than those in use, where there are: for flows that are opened next.
  package func refreshSettings() async throws(BackOfficeError) -> SettingsAnswer {
    let open = try openSession()
    let begun = generation
    let new = try await call(
      API.settingsGet, query: [("callType", open.answer.callType)], policy: retries())
    if begun == generation { settings = new }
    return new
  }

  package func look() async throws(BackOfficeError) -> LookAnswer {
    try await call(API.lookGet, query: [("callType", try openSession().answer.callType)], policy: retries())
  }

  package func sounds() async throws(BackOfficeError) -> [SoundFile] {
    _ = try openSession()
    return try await call(API.soundsList, policy: retries()).sounds
  }

  /// One sound's bytes. Throws `checksum_mismatch`.
  package func sound(_ file: SoundFile) async throws(BackOfficeError) -> [UInt8] {
    _ = try openSession()
    let response = try await respond(API.soundGet.description, path: ["name": file.name], policy: retries())
    guard try Hex.text(ContentHash.of(response.body)) == file.sha256 else {
      throw BackOfficeError(.checksumMismatch, subject: file.name)
    }
    return response.body
  }

  /// Brings a folder up to date: what is there with the right checksum stays. Returns the names that were fetched.
  package func fetchSounds(into folder: String) async throws(BackOfficeError) -> [String] {
    var fetched: [String] = []
    for file in try await sounds() {
      // The server's word is no path of ours.
      guard TextForm.name.matches(file.name) else { throw BackOfficeError(.answerUnreadable) }
      let path = folder + "/" + file.name
      if let there = FileManager.default.contents(atPath: path),
        try Hex.text(ContentHash.of(Array(there))) == file.sha256
      {
        continue
      }
      let bytes = try await sound(file)
      do { try Data(bytes).write(to: URL(filePath: path), options: .atomic) } catch {
        throw BackOfficeError(.fileUnwritable, subject: file.name)
      }
      fetched.append(file.name)
    }
    return fetched
  }
}

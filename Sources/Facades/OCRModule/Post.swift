internal import BonafideBackOfficeAPI
internal import BonafideBackOfficeClient
internal import BonafideCapture
internal import BonafideMedia
internal import BonafideObservations
internal import CoreModule

/// The way of pictures, films and values to the back office.
struct Post: Sendable {
  private let client: BackOfficeClient
  private let progress: @Sendable () -> Void

  init(_ client: BackOfficeClient, _ progress: @escaping @Sendable () -> Void) {
    self.client = client
    self.progress = progress
  }

  func picture(_ image: Image, as kind: EvidenceKind, named name: String) async throws(SaveFailure) -> CapturedPicture {
    let bytes: [UInt8]
    do { bytes = try PictureFile.jpeg(image) } catch {
      throw SaveFailure(error as? BonafideError ?? BonafideError(.internal, "a picture cannot be written"))
    }
    let id = try await upload(.bytes(bytes), kind, "image/jpeg", ["name": .text(name)])
    return CapturedPicture(name: name, evidence: id)
  }

  /// Nil where nothing was recorded.
  func film(_ film: RecordedFilm?, as kind: EvidenceKind) async throws(SaveFailure) -> String? {
    guard let film else { return nil }
    let values: JSONValue = ["seconds": .number(film.duration), "frames": .integer(film.frameCount)]
    return try await upload(.file(path: film.path), kind, "video/mp4", values)
  }

  func call(_ body: (BackOfficeClient) async throws(BackOfficeError) -> Void) async throws(SaveFailure) {
    do throws(BackOfficeError) { try await body(client) } catch { throw SaveFailure(error) }
    progress()
  }

  private func upload(
    _ source: UploadSource, _ kind: EvidenceKind, _ mediaType: String, _ values: JSONValue
  ) async throws(SaveFailure) -> String {
    let progress = progress
    do throws(BackOfficeError) {
      return try await client.upload(source, as: kind, mediaType: mediaType, clientValues: values) { step in
        if step.failures == 0 { progress() }
      }
    } catch { throw SaveFailure(error) }
  }
}

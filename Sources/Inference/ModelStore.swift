package import BonafideObservations
internal import Foundation

/// The models of one folder: each is checked against the manifest and loaded when it is first asked for, once,
/// whoever asks. Nothing that the manifest does not name can be loaded, so what it may hold is bounded by it.
package final class ModelStore: Sendable {
  /// Entry of the manifest that holds ONNX Runtime itself.
  static let runtimeName = "runtime"

  package let folder: String
  package let manifest: ModelManifest
  private let runtime = OnceValue<Runtime>()
  private let models: [String: OnceValue<Model>]

  /// Reads the manifest of a folder. Throws `model_missing` or `model_altered`.
  package init(folder: String) throws(BonafideError) {
    self.folder = folder
    guard let json = ModelStore.read(folder + "/" + ModelManifest.fileName) else {
      throw BonafideError(.modelMissing, "there is no model manifest in the models' folder")
    }
    var manifest = try ModelManifest(json: json)
    if let optional = ModelStore.read(folder + "/" + ModelManifest.optionalFileName) {
      try manifest.addOptional(json: optional)
    }
    self.manifest = manifest
    var models: [String: OnceValue<Model>] = [:]
    for entry in manifest.entries { models[entry.name] = OnceValue() }
    self.models = models
  }

  /// Nil where there is no such file. No more than a manifest may have, and a byte, is read.
  private static func read(_ path: String) -> Data? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    // Nil at the end of the file: an empty manifest is there, but damaged.
    return try? handle.read(upToCount: ModelManifest.maximumBytes + 1) ?? Data()
  }

  /// The network of that name, loaded on first use. Throws `model_missing`, `model_altered` or `internal`.
  package func model(_ name: String) throws -> Model {
    guard let slot = models[name], let entry = manifest.entry(name) else { throw ModelStore.unlisted(name) }
    return try slot.value {
      let file = try ModelFile(entry, in: folder)
      return try Model(name: name, bytes: file.bytes, runtime: runtime.value(openRuntime))
    }
  }

  /// The checked bytes of a file that is not a network.
  package func data(_ name: String) throws -> [UInt8] {
    guard let entry = manifest.entry(name) else { throw ModelStore.unlisted(name) }
    return try [UInt8](ModelFile(entry, in: folder).bytes)
  }

  /// Checks one entry without loading it; throws what loading would.
  package func verify(_ entry: ModelManifest.Entry) throws {
    _ = try ModelFile(entry, in: folder)
  }

  /// The version ONNX Runtime gives of itself.
  package func runtimeVersion() throws -> String { try runtime.value(openRuntime).version }

  private func openRuntime() throws -> Runtime {
    guard let entry = manifest.entry(ModelStore.runtimeName) else {
      throw ModelStore.unlisted(ModelStore.runtimeName)
    }
    let file = try ModelFile(entry, in: folder)
    return try withExtendedLifetime(file) { try Runtime(libraryAt: file.checkedPath) }
  }

  private static func unlisted(_ name: String) -> BonafideError {
    BonafideError(.modelMissing, "the manifest does not name a model '\(name)'")
  }
}

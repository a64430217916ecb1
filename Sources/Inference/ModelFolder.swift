internal import BonafideObservations
internal import Foundation

/// Where the models are looked for.
package enum ModelFolder {
  /// Environment variable that names the folder.
  package static let variable = "BONAFIDE_MODELS"
  private static let installed = ["/usr/local/share/bonafide/Models", "/usr/share/bonafide/Models"]

  /// The folder named by `BONAFIDE_MODELS`; else the first `Models` with a manifest beside the executable or in one
  /// of the folders above it; else the places where packages install. Throws `model_missing`.
  package static func find(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> String {
    if let named = environment[variable], !named.isEmpty {
      return named
    }
    for folder in besideExecutable() + installed where holdsManifest(folder) {
      return folder
    }
    throw BonafideError(
      .modelMissing, "the models were not found",
      hint: "run 'make setup', or set \(variable) to the folder that holds them")
  }

  private static func besideExecutable() -> [String] {
    guard let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
      return []
    }
    var folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
    var found: [String] = []
    while folder.path != "/", found.count < 8 {
      found.append(folder.appendingPathComponent("Models").path)
      folder.deleteLastPathComponent()
    }
    return found
  }

  private static func holdsManifest(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/" + ModelManifest.fileName)
  }
}

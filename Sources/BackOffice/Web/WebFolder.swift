internal import Foundation

/// Where the pages are looked for.
enum WebFolder {
  /// Environment variable that names the folder.
  static let variable = "BONAFIDE_WEB"
  private static let besideExecutable = ["Bonafide_BonafideBackOffice.resources/Web", "Web", "../Web"]
  private static let installed = ["/usr/local/share/bonafide/Web", "/usr/share/bonafide/Web"]

  /// The folder named by `BONAFIDE_WEB`; else the one that the build puts beside the executable, or that a package
  /// installs. Nil when there is none: a server without pages.
  static func find(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    if let named = environment[variable], !named.isEmpty { return named }
    var places = installed
    if let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      let folder = URL(filePath: executable).deletingLastPathComponent().path
      places = besideExecutable.map { "\(folder)/\($0)" } + places
    }
    return places.first { FileManager.default.fileExists(atPath: $0 + "/capture/index.html") }
  }
}

internal import BonafideInference
internal import Foundation
public import FuzzDriver

/// The list of model files: whatever is understood names plain files and hashes only.
@_cdecl("FuzzManifest_main")
public func main(_ count: CInt, _ arguments: FuzzArguments) -> CInt {
  fuzz(count, arguments) { bytes in
    guard let manifest = try? ModelManifest(json: Data(bytes)) else { return }
    for entry in manifest.entries {
      precondition(manifest.entry(entry.name) == entry)
      precondition(entry.byteCount > 0 && entry.sha256.utf8.count == 64 && !entry.licence.isEmpty)
      precondition(!entry.file.isEmpty && !entry.file.hasPrefix(".") && !entry.file.utf8.contains(UInt8(ascii: "/")))
    }
  }
}

internal import BonafideObservations
internal import COnnxRuntime
internal import Foundation

/// ONNX Runtime, opened at run time so that building and the pure tests do not need it.
final class Runtime: Sendable {
  /// The interface version asked for; 1.20 to 1.32 answer it.
  private static let interfaceVersion: UInt32 = 14
  private static let warningLevel: Int32 = 3

  let version: String
  private nonisolated(unsafe) let table: UnsafePointer<OrtApi>
  private nonisolated(unsafe) let environment: OpaquePointer
  private nonisolated(unsafe) let memory: OpaquePointer

  var api: OrtApi { table.pointee }
  var env: OpaquePointer { environment }
  var cpuMemory: OpaquePointer { memory }

  /// Opens the library at `path`. The caller has checked its hash. It stays open for the life of the process.
  init(libraryAt path: String) throws(BonafideError) {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL), let symbol = dlsym(handle, "OrtGetApiBase") else {
      throw BonafideError(.modelMissing, "ONNX Runtime cannot be loaded")
    }
    typealias GetBase = @convention(c) () -> UnsafePointer<OrtApiBase>?
    guard let base = unsafeBitCast(symbol, to: GetBase.self)()?.pointee,
      let table = base.GetApi(Runtime.interfaceVersion)
    else { throw BonafideError(.modelMissing, "this ONNX Runtime is too old or too new") }
    version = base.GetVersionString().map { String(cString: $0) } ?? "unknown"
    self.table = table
    var environment: OpaquePointer?
    var memory: OpaquePointer?
    try Runtime.check(table.pointee.CreateEnv(Runtime.warningLevel, "bonafide", &environment), table.pointee)
    try Runtime.check(table.pointee.CreateCpuMemoryInfo(1, 0, &memory), table.pointee)
    guard let environment, let memory else { throw BonafideError(.internal, "ONNX Runtime gave no environment") }
    self.environment = environment
    self.memory = memory
  }

  func check(_ status: OpaquePointer?) throws(BonafideError) {
    try Runtime.check(status, api)
  }

  private static func check(_ status: OpaquePointer?, _ api: OrtApi) throws(BonafideError) {
    guard let status else { return }
    let message = api.GetErrorMessage(status).map { String(cString: $0) } ?? "unknown"
    api.ReleaseStatus(status)
    throw BonafideError(.internal, "ONNX Runtime: \(message)")
  }
}

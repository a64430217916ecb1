internal import BonafideObservations
internal import COnnxRuntime
internal import Foundation

/// A network that is loaded and ready. May be run from several threads at once; each run uses one thread.
package final class Model: Sendable {
  package let name: String
  private let runtime: Runtime
  private nonisolated(unsafe) let session: OpaquePointer

  init(name: String, bytes: Data, runtime: Runtime) throws(BonafideError) {
    self.name = name
    self.runtime = runtime
    let api = runtime.api
    var options: OpaquePointer?
    try runtime.check(api.CreateSessionOptions(&options))
    defer { api.ReleaseSessionOptions(options) }
    try runtime.check(api.SetIntraOpNumThreads(options, 1))
    try runtime.check(api.SetInterOpNumThreads(options, 1))
    try runtime.check(api.SetSessionGraphOptimizationLevel(options, 99))
    // `session.set_denormal_as_zero` stays off: it changes the floating-point mode of whichever thread calls, and leaves
    // it changed, so that unrelated code there computes and prints small numbers wrongly.
    var session: OpaquePointer?
    let status = bytes.withUnsafeBytes {
      api.CreateSessionFromArray(runtime.env, $0.baseAddress, $0.count, options, &session)
    }
    try runtime.check(status)
    guard let session else { throw BonafideError(.internal, "ONNX Runtime gave no session") }
    self.session = session
  }

  deinit {
    runtime.api.ReleaseSession(session)
  }

  /// Runs the network on one input.
  ///
  /// Returns the named outputs in their order. Throws `internal` when shapes do not fit the network.
  package func run(_ input: consuming Tensor, named inputName: String, outputs names: [String]) throws -> [Tensor] {
    let api = runtime.api
    let shape = input.shape.map(Int64.init)
    return try input.values.withUnsafeMutableBytes { bytes in
      var value: OpaquePointer?
      try runtime.check(
        api.CreateTensorWithDataAsOrtValue(
          runtime.cpuMemory, bytes.baseAddress, bytes.count, shape, shape.count, Model.floatType, &value))
      defer { api.ReleaseValue(value) }
      let cNames = CStrings([inputName] + names)
      defer { cNames.free() }
      var outputs = [OpaquePointer?](repeating: nil, count: names.count)
      defer { for output in outputs { api.ReleaseValue(output) } }
      try cNames.pointers.withUnsafeBufferPointer { pointers in
        var inputs: [OpaquePointer?] = [value]
        let status = api.Run(
          session, nil, pointers.baseAddress, &inputs, 1, pointers.baseAddress?.advanced(by: 1), names.count,
          &outputs)
        try runtime.check(status)
      }
      return try outputs.map(copy)
    }
  }

  private static let floatType: Int32 = 1

  private func copy(_ value: OpaquePointer?) throws -> Tensor {
    let api = runtime.api
    var info: OpaquePointer?
    try runtime.check(api.GetTensorTypeAndShape(value, &info))
    defer { api.ReleaseTensorTypeAndShapeInfo(info) }
    var rank = 0
    var count = 0
    try runtime.check(api.GetDimensionsCount(info, &rank))
    try runtime.check(api.GetTensorShapeElementCount(info, &count))
    var shape = [Int64](repeating: 0, count: rank)
    try runtime.check(api.GetDimensions(info, &shape, rank))
    var data: UnsafeMutableRawPointer?
    try runtime.check(api.GetTensorMutableData(value, &data))
    guard let data else { throw BonafideError(.internal, "ONNX Runtime gave an empty output") }
    let floats = UnsafeBufferPointer(start: data.assumingMemoryBound(to: Float.self), count: count)
    return Tensor(shape: shape.map(Int.init), values: Array(floats))
  }
}

/// C copies of some strings.
private struct CStrings {
  let pointers: [UnsafePointer<CChar>?]

  init(_ strings: [String]) {
    pointers = strings.map { UnsafePointer(strdup($0)) }
  }

  func free() {
    for pointer in pointers { Foundation.free(UnsafeMutablePointer(mutating: pointer)) }
  }
}

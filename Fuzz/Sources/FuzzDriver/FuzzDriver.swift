/// What a C main function is given.
public typealias FuzzArguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

/// Set once before the driver runs, which calls from one thread.
nonisolated(unsafe) private var examine: ([UInt8]) -> Void = { _ in }

/// Runs libFuzzer with the arguments of the command line. `body` traps on what it finds.
///
/// A target calls it from a function that is exported as `<target>_main`, under which the package manager links an
/// executable's main function.
public func fuzz(_ count: CInt, _ arguments: FuzzArguments, _ body: @escaping ([UInt8]) -> Void) -> CInt {
  examine = body
  var count = count
  var arguments = arguments
  return runDriver(&count, &arguments, testOneInput)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  examine(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

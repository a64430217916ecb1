internal import BonafideMediaWire

/// What the program and its worker read from each other: whatever is understood is sent again as it came.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMessages(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let report = try? WorkerReport(bytes) { precondition((try? WorkerReport(report.message.bytes)) == report) }
  if let order = try? WorkerOrder(bytes) { precondition((try? WorkerOrder(order.message.bytes)) == order) }
  // Most random bytes are no message: the fields by themselves, too.
  var cursor = ByteCursor(bytes)
  if let kind = try? cursor.number(1, .littleEndian) {
    var fields: [Int64] = []
    while fields.count < 7, let field = try? cursor.number(8, .littleEndian) {
      fields.append(Int64(bitPattern: field))
    }
    let message = WorkerMessage(kind: Int(kind), fields)
    if case .opened(let geometry)? = try? WorkerReport(message.bytes) {
      _ = SlotLayout(width: geometry.width, height: geometry.height)
    }
    _ = try? WorkerOrder(message.bytes)
  }
  return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The package manager links an executable's main function under this name.
@_cdecl("FuzzMessages_main")
public func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var count = count
  var arguments = arguments
  return runDriver(&count, &arguments, fuzzMessages)
}

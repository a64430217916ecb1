internal import BonafideMediaWire
public import FuzzDriver

/// What the program and its worker read from each other: whatever is understood is sent again as it came.
@_cdecl("FuzzMessages_main")
public func main(_ count: CInt, _ arguments: FuzzArguments) -> CInt {
  fuzz(count, arguments) { bytes in
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
  }
}

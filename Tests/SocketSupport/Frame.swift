/// A WebSocket frame, made and read by hand (RFC 6455 §5.2).
package struct Frame: Equatable {
  package var opcode: UInt8
  package var payload: [UInt8]
  package var isFinal: Bool
  package var isMasked: Bool
  package var reserved: UInt8

  package init(opcode: UInt8, payload: [UInt8], isFinal: Bool = true, isMasked: Bool = true, reserved: UInt8 = 0) {
    self.opcode = opcode
    self.payload = payload
    self.isFinal = isFinal
    self.isMasked = isMasked
    self.reserved = reserved
  }

  package static func text(_ text: String, isFinal: Bool = true) -> Frame {
    Frame(opcode: 1, payload: Array(text.utf8), isFinal: isFinal)
  }

  package static func close(_ code: Int, _ reason: [UInt8] = []) -> Frame {
    Frame(opcode: 8, payload: [UInt8(code >> 8), UInt8(code & 255)] + reason)
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
    let mark: UInt8 = isMasked ? 0x80 : 0
    switch payload.count {
    case ..<126: bytes.append(mark | UInt8(payload.count))
    case ..<65536: bytes += [mark | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default: bytes += [mark | 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
    }
    if !isMasked { return bytes + payload }
    let mask: [UInt8] = [1, 2, 3, 4]
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
  }

  /// The code of a close frame, 1005 without one.
  package var closeCode: Int? {
    guard opcode == 8 else { return nil }
    return payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 1005
  }
}

extension RawConnection {
  /// The next frame of the server, which masks nothing; nil at the end.
  package func frame() -> Frame? {
    let start = take(2)
    guard start.count == 2 else { return nil }
    var length = Int(start[1] & 0x7F)
    if length >= 126 { length = take(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) } }
    return Frame(
      opcode: start[0] & 15, payload: take(length), isFinal: start[0] & 0x80 != 0, isMasked: start[1] & 0x80 != 0)
  }

  /// Opens a WebSocket; the answer to the handshake.
  package func openWebSocket(_ path: String = "/ws", fields: String = "") throws -> Answer {
    send(
      "GET \(path) HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(fields)\r\n")
    return try answer()
  }
}

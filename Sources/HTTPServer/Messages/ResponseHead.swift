/// The head of an answer as bytes.
enum ResponseHead {
  enum Length: Equatable {
    case known(Int)
    case chunked
    /// Told by the end of the connection: HTTP/1.0.
    case untilClose
    /// No content, and no field about it.
    case absent
  }

  enum Connection { case keepAlive, close, upgrade }

  /// Fields that are the server's own, and those that are not well-formed, are left out.
  static func write(_ response: Response, length: Length, connection: Connection, date: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    let content = response.body.length ?? 0
    bytes.reserveCapacity(512 + (content < OutputQueue.mostJoined ? content : 0))
    bytes += "HTTP/1.1 ".utf8
    bytes += String(response.status.code).utf8
    bytes.append(FieldGrammar.space)
    bytes += response.status.reason.utf8
    end(&bytes)
    bytes += date
    for field in response.fields where isOurs(field) {
      bytes += field.name.utf8
      bytes += ": ".utf8
      bytes += field.value.utf8
      end(&bytes)
    }
    switch length {
    case .known(let count):
      bytes += "Content-Length: ".utf8
      bytes += String(count).utf8
      end(&bytes)
    case .chunked:
      bytes += "Transfer-Encoding: chunked".utf8
      end(&bytes)
    case .untilClose, .absent: break
    }
    switch connection {
    case .keepAlive: break
    case .close:
      bytes += "Connection: close".utf8
      end(&bytes)
    case .upgrade:
      bytes += "Connection: Upgrade".utf8
      end(&bytes)
    }
    end(&bytes)
    return bytes
  }

  static func dateLine(seconds: Int) -> [UInt8] { Array("Date: \(HTTPDate(seconds: seconds))\r\n".utf8) }

  private static func end(_ bytes: inout [UInt8]) {
    bytes.append(FieldGrammar.carriageReturn)
    bytes.append(FieldGrammar.lineFeed)
  }

  private static let reserved = ["Content-Length", "Transfer-Encoding", "Connection", "Date", "Server", "Keep-Alive"]

  private static func isOurs(_ field: HTTPFields.Field) -> Bool {
    FieldGrammar.isToken(field.name) && FieldGrammar.isSafeValue(field.value)
      && !reserved.contains { HTTPFields.same($0, field.name) }
  }
}

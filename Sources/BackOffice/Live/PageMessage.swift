internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import Foundation

/// What the page sends as text.
struct PageMessage: Codable, Sendable {
  struct Camera: Codable, Sendable {
    var label: String?
    var width: Int?
    var height: Int?
    var facing: String?
  }

  enum Kind: String, Codable {
    case hello
    case take
    case retry
    case background
  }

  static let mostBytes = 4096

  let type: Kind
  var token: String?
  var part: CapturePart?
  var camera: Camera?

  /// Throws the end of the connection for what is no message.
  init(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard bytes.count <= PageMessage.mostBytes, (try? JSONCheck.check(bytes)) != nil,
      let message = try? JSONDecoder().decode(PageMessage.self, from: Data(bytes))
    else { throw LiveClosing.badMessage }
    self = message
  }
}

/// A picture with its number and time, as the page sends it: both as four bytes, the highest first, then the JPEG.
struct PageFrame: Sendable {
  static let headBytes = 8

  let number: UInt32
  /// Milliseconds of the page's own clock.
  let time: UInt32
  let picture: [UInt8]

  /// Throws the end of the connection for what is too large, or no JPEG.
  init(_ bytes: [UInt8], for part: CapturePart) throws {
    let most = part == .face ? 300_000 : 900_000
    let head = bytes.prefix(PageFrame.headBytes)
    guard bytes.count > PageFrame.headBytes + 4, bytes.count <= most + PageFrame.headBytes,
      bytes.dropFirst(PageFrame.headBytes).starts(with: [0xFF, 0xD8, 0xFF])
    else { throw LiveClosing.badMessage }
    number = head.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    time = head.dropFirst(4).reduce(0) { $0 << 8 | UInt32($1) }
    picture = Array(bytes.dropFirst(PageFrame.headBytes))
  }
}

/// Why the server ends a live connection. The codes are stable.
package struct LiveClosing: Error {
  static let badMessage = LiveClosing(4400, "bad message")
  static let badTime = LiveClosing(4400, "bad time")
  static let token = LiveClosing(4401, "token")
  static let noConsent = LiveClosing(4403, "no consent")
  static let notOpen = LiveClosing(4404, "the session is not open")
  static let silent = LiveClosing(4408, "silent too long")
  static let takenOver = LiveClosing(4409, "taken over")
  static let partIsDone = LiveClosing(4410, "the part is done")
  static let tooMany = LiveClosing(4429, "too many")
  static let fault = LiveClosing(4500, "fault")
  static let done = LiveClosing(1000, "")

  package let code: Int
  let words: String

  init(_ code: Int, _ words: String) {
    self.code = code
    self.words = words
  }
}

/// What the server says.
enum ServerMessage {
  struct Ready: Encodable {
    struct Picture: Encodable {
      let width: Int
      let quality: Double
      let rate: Int
    }

    let type = "ready"
    let part: CapturePart
    let steps: [String]
    let done: Int
    let attempt: Int
    let window = LiveConnection.window
    let frame: Picture
  }

  struct Seen: Encodable {
    struct Box: Encodable {
      let x: Double
      let y: Double
      let width: Double
      let height: Double
    }

    let type = "seen"
    let seq: UInt32
    var skipped: Bool?
    var guidance: String?
    var progress = 0.0
    var step: Int?
    var done = 0
    var face: Box?
    var quad: [[Double]]?
  }

  struct Step: Encodable {
    let type = "step"
    let index: Int
    let step: String
  }

  struct Passed: Encodable {
    let type = "passed"
    let index: Int
  }

  struct Part: Encodable {
    let type = "part"
    let part: CapturePart
    let state = CapturePartState.done
  }

  struct Failed: Encodable {
    let type = "failed"
    let code: String
    let message: String
    let canRetry: Bool
    let attemptsLeft: Int
  }
}

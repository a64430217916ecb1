internal import BonafideHTTPServer
internal import Foundation
public import FuzzDriver

private struct Sample: Codable, Sendable, Equatable {
  struct Part: Codable, Sendable, Equatable {
    var a: Int?
    var b: [Double]?
  }
  var a: String?
  var b: [Part]?
  var c: [String: Part]?
  var d: Bool?
}

/// JSON from outside: what is let through is JSON to Foundation too, and what becomes a value can be written again.
@_cdecl("FuzzJSON_main")
public func main(_ count: CInt, _ arguments: FuzzArguments) -> CInt {
  fuzz(count, arguments) { bytes in
    do {
      try JSONCheck.check(bytes)
    } catch {
      precondition((try? JSONBody.decode(Sample.self, from: bytes)) == nil)
      return
    }
    let depth = bytes.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
    if depth <= JSONCheck.maximumDepth { precondition((try? JSONCheck.check(bytes, maximumDepth: depth)) != nil) }
    let isHuge = bytes.contains(UInt8(ascii: "e")) || bytes.contains(UInt8(ascii: "E"))
    if !isHuge {
      precondition((try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil)
    }
    guard let sample = try? JSONBody.decode(Sample.self, from: bytes) else { return }
    guard let json = try? JSONEncoder().encode(sample) else { preconditionFailure() }
    precondition((try? JSONBody.decode(Sample.self, from: Array(json))) == sample)
  }
}

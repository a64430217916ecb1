internal import BonafideHTTPServer
public import FuzzDriver

/// A request's head and chunked content: in pieces they are what they are as a whole.
@_cdecl("FuzzRequests_main")
public func main(_ count: CInt, _ arguments: FuzzArguments) -> CInt {
  fuzz(count, arguments) { bytes in
    let step = Int(bytes.first ?? 0) % 7 + 1
    let rest = Array(bytes.dropFirst())
    if rest.first == UInt8(ascii: "#") {
      checkChunks(Array(rest.dropFirst()), step: step)
    } else {
      checkHead(rest, step: step)
    }
  }
}

private func checkHead(_ bytes: [UInt8], step: Int) {
  var scanner = HeadScanner()
  let whole = Result { try scanner.end(in: bytes[...]) }
  scanner = HeadScanner()
  var pieces = Result<Int?, any Error>.success(nil)
  for end in stride(from: 0, through: bytes.count + step - 1, by: step) {
    pieces = Result { try scanner.end(in: bytes[..<min(end, bytes.count)]) }
    if case .success(nil) = pieces { continue }
    break
  }
  precondition((try? whole.get()) == (try? pieces.get()))
  guard let end = try? whole.get() else {
    _ = try? RequestHeadParser.parse(bytes[...])
    return
  }
  precondition((1...bytes.count).contains(end) && bytes[end - 1] == 10)
  guard let head = try? RequestHeadParser.parse(bytes[..<end]) else { return }
  for segment in head.target.segments {
    precondition(segment != ".." && segment != "." && !segment.utf8.contains { [0, 47, 92].contains($0) })
  }
  for field in head.fields {
    precondition(!field.name.isEmpty && !field.value.utf8.contains { [0, 10, 13].contains($0) })
  }
  precondition(head.minorVersion == 0 || head.fields.values("host").count == 1)
  if head.framing == .chunked { precondition(!head.fields.contains("content-length") && head.minorVersion == 1) }
  if case .length(let length) = head.framing { precondition(length > 0 && !head.fields.contains("transfer-encoding")) }
}

private func checkChunks(_ bytes: [UInt8], step: Int) {
  let whole = decode(bytes, step: bytes.count + 1)
  let pieces = decode(bytes, step: step)
  precondition(whole.hasFailed == pieces.hasFailed && whole.used == pieces.used)
  // Until it is found to be broken, less or more may have been handed on.
  precondition(whole.hasFailed || whole.content == pieces.content)
  precondition(whole.content.count <= bytes.count)
}

private func decode(_ bytes: [UInt8], step: Int) -> (content: [UInt8], used: Int, hasFailed: Bool) {
  var decoder = ChunkedDecoder()
  var content: [UInt8] = []
  var used = 0
  while used < bytes.count, !decoder.isFinished {
    var piece = bytes[used..<min(bytes.count, used + step)]
    while !piece.isEmpty, !decoder.isFinished {
      let before = piece.count
      guard let part = try? decoder.decode(&piece, upTo: 1000) else { return (content, 0, true) }
      used += before - piece.count
      content += part
    }
  }
  return (content, used, false)
}

internal import BonafideMediaCodecs
internal import BonafideMediaWire
internal import BonafideObservations

/// Picture headers, EXIF, box and chunk walks; small pictures also go through their decoder.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPictures(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let cursor = ByteCursor(bytes)
  _ = ExifOrientation.read(cursor)
  _ = HEIFTransforms.present(in: cursor)
  for format in MediaFormat.allCases {
    _ = StillHeader.size(cursor, format)
    _ = StillHeader.isCut(cursor, format)
    _ = ContainerEnd.isCut(format, byteCount: count) { Array(bytes.dropFirst($0).prefix($1)) }
  }
  _ = JPEGHeader.scanCount(bytes)
  if let header = try? JPEGHeader(bytes), header.width * header.height < 1 << 16 { _ = try? JPEGCodec.decode(bytes) }
  if let header = try? PNGHeader(bytes), header.width < 512, header.height < 512 { _ = try? PNGCodec.decode(bytes) }
  if (try? WebPHeader(bytes)) != nil, count < 4096 { _ = try? WebPCodec.decode(bytes) }
  _ = MediaFormat(sniffing: bytes)
  return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The package manager links an executable's main function under this name.
@_cdecl("FuzzPictures_main")
public func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var count = count
  var arguments = arguments
  return runDriver(&count, &arguments, fuzzPictures)
}

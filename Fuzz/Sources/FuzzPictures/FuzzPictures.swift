internal import BonafideMediaCodecs
internal import BonafideMediaWire
internal import BonafideObservations
public import FuzzDriver

/// Picture headers, EXIF, box and chunk walks; small pictures also go through their decoder.
@_cdecl("FuzzPictures_main")
public func main(_ count: CInt, _ arguments: FuzzArguments) -> CInt {
  fuzz(count, arguments) { bytes in
    let cursor = ByteCursor(bytes)
    _ = ExifOrientation.read(cursor)
    _ = HEIFTransforms.present(in: cursor)
    for format in MediaFormat.allCases {
      _ = StillHeader.size(cursor, format)
      _ = StillHeader.isCut(cursor, format)
      _ = ContainerEnd.isCut(format, byteCount: bytes.count) { Array(bytes.dropFirst($0).prefix($1)) }
    }
    _ = JPEGHeader.scanCount(bytes)
    if let header = try? JPEGHeader(bytes), header.width * header.height < 1 << 16 { _ = try? JPEGCodec.decode(bytes) }
    if let header = try? PNGHeader(bytes), header.width < 512, header.height < 512 { _ = try? PNGCodec.decode(bytes) }
    if (try? WebPHeader(bytes)) != nil, bytes.count < 4096 { _ = try? WebPCodec.decode(bytes) }
    _ = MediaFormat(sniffing: bytes)
  }
}

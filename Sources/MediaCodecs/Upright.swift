internal import BonafideMedia

/// Lets `fill` write stored pixels (rows without padding) and makes an upright picture of them; upright ones go
/// straight to their place.
func upright(
  width: Int, height: Int, orientation: Orientation, fill: (UnsafeMutableRawBufferPointer) throws -> Void
) throws -> Image {
  if orientation == .up {
    return try Image(width: width, height: height) { try fill(UnsafeMutableRawBufferPointer($0)) }
  }
  try ImageLimits.check(width: width, height: height)
  let stored = UnsafeMutableRawBufferPointer.allocate(byteCount: width * height * Image.bytesPerPixel, alignment: 64)
  defer { stored.deallocate() }
  // A decoder that stops early must not leave somebody else's memory in the picture.
  stored.initializeMemory(as: UInt8.self, repeating: 0)
  try fill(stored)
  return try Image(
    stored: UnsafeRawBufferPointer(stored), width: width, height: height,
    bytesPerRow: width * Image.bytesPerPixel, orientation: orientation)
}

internal import BonafideMediaWire
internal import Glibc

/// The shared memory of one frame, as the worker sees it.
struct FrameSlot {
  let layout: SlotLayout
  let bytes: UnsafeMutableRawBufferPointer

  /// Nil when the memory is not as large as it has to be.
  init?(width: Int, height: Int) {
    guard let layout = SlotLayout(width: width, height: height) else { return nil }
    var status = stat()
    guard fstat(WorkerDescriptor.frameMemory, &status) == 0, Int(status.st_size) >= layout.byteCount else {
      return nil
    }
    let address = mmap(
      nil, layout.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, WorkerDescriptor.frameMemory, 0)
    guard let address, address != MAP_FAILED else { return nil }
    self.layout = layout
    bytes = UnsafeMutableRawBufferPointer(start: address, count: layout.byteCount)
  }

  var start: UnsafeMutablePointer<UInt8>? { bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) }

  /// Blends what is transparent with white.
  func compositeOnWhite() {
    for row in 0..<layout.height {
      let from = row * layout.bytesPerRow
      WhiteBackground.composite(UnsafeMutableRawBufferPointer(rebasing: bytes[from..<(from + layout.width * 4)]))
    }
  }
}

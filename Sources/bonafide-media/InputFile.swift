internal import BonafideMediaWire
internal import CFFmpeg
internal import Glibc

/// The input, read at positions of its own: the descriptor's position is shared with the program.
final class InputFile {
  let byteCount: Int
  private var position = 0

  init(byteCount: Int) {
    self.byteCount = byteCount
  }

  /// Bytes read, 0 at the end, or nil when reading fails.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int? {
    guard offset >= 0, offset < byteCount, !buffer.isEmpty else { return 0 }
    let wanted = min(buffer.count, byteCount - offset)
    while true {
      let count = pread(WorkerDescriptor.file, buffer.baseAddress, wanted, offset)
      if count < 0 && errno == EINTR { continue }
      return count < 0 ? nil : count
    }
  }

  /// The whole file. Throws `tooLarge`.
  func contents() throws -> [UInt8] {
    guard byteCount <= PictureLimits.fileBytes else { throw WorkerFailure.tooLarge }
    return [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, filled in
      while filled < byteCount {
        let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        guard let count = read(into: rest, at: filled), count > 0 else { return }
        filled += count
      }
    }
  }

  /// For libavformat.
  func readNext(into buffer: UnsafeMutableRawBufferPointer) -> Int32 {
    guard let count = read(into: buffer, at: position) else { return bonafide_averror(EIO) }
    guard count > 0 else { return bonafide_averror_eof() }
    position += count
    return Int32(count)
  }

  /// For libavformat.
  func seek(to offset: Int64, whence: Int32) -> Int64 {
    let base: Int
    switch whence & ~Int32(AVSEEK_FORCE) {
    case Int32(AVSEEK_SIZE): return Int64(byteCount)
    case SEEK_SET: base = 0
    case SEEK_CUR: base = position
    case SEEK_END: base = byteCount
    default: return Int64(bonafide_averror(EINVAL))
    }
    let (target, overflow) = base.addingReportingOverflow(Int(offset))
    guard !overflow, target >= 0 else { return Int64(bonafide_averror(EINVAL)) }
    position = target
    return Int64(target)
  }
}

/// libavformat's view of the input; `file` must outlive it.
func makeInputContext(_ file: InputFile) -> UnsafeMutablePointer<AVIOContext>? {
  let size = 1 << 16
  guard let buffer = av_malloc(size) else { return nil }
  return avio_alloc_context(
    buffer.assumingMemoryBound(to: UInt8.self), Int32(size), 0, Unmanaged.passUnretained(file).toOpaque(),
    readInput, nil, seekInput)
}

private func readInput(_ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int32)
  -> Int32
{
  guard let opaque, let buffer, size > 0 else { return bonafide_averror(EINVAL) }
  let file = Unmanaged<InputFile>.fromOpaque(opaque).takeUnretainedValue()
  return file.readNext(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
}

private func seekInput(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
  guard let opaque else { return Int64(bonafide_averror(EINVAL)) }
  return Unmanaged<InputFile>.fromOpaque(opaque).takeUnretainedValue().seek(to: offset, whence: whence)
}

extension InputFile {
  /// Up to `count` (at most 64 KB) bytes from a place in the file; fewer at its end.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    let count = min(max(0, count), 1 << 16)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = read(into: UnsafeMutableRawBufferPointer(buffer), at: offset) ?? 0
    }
  }
}

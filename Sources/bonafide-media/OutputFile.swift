internal import BonafideMediaWire
internal import CFFmpeg
internal import Glibc

/// The file that is written, as libavformat sees it: any number of views, each with a position of its own.
final class OutputFile {
  fileprivate final class View {
    let file: OutputFile
    var position = 0

    init(_ file: OutputFile) {
      self.file = file
    }
  }

  /// Whether anything could not be written.
  fileprivate(set) var failed = false

  /// A view for writing and reading; give it back with `free`.
  func makeContext(forWriting: Bool = true) -> UnsafeMutablePointer<AVIOContext>? {
    let size = 1 << 16
    guard let buffer = av_malloc(size) else { return nil }
    let view = Unmanaged.passRetained(View(self))
    let context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(size), forWriting ? 1 : 0, view.toOpaque(), readOutput,
      writeOutput, seekOutput)
    if context == nil {
      av_free(buffer)
      view.release()
    }
    return context
  }

  func free(_ context: UnsafeMutablePointer<AVIOContext>?) {
    guard let context else { return }
    if let opaque = context.pointee.opaque { Unmanaged<View>.fromOpaque(opaque).release() }
    av_free(context.pointee.buffer)
    var pointer: UnsafeMutablePointer<AVIOContext>? = context
    avio_context_free(&pointer)
  }
}

private func readOutput(_ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int32)
  -> Int32
{
  guard let opaque, let buffer, size > 0 else { return bonafide_averror(EINVAL) }
  let view = Unmanaged<OutputFile.View>.fromOpaque(opaque).takeUnretainedValue()
  let count = pread(WorkerDescriptor.file, buffer, Int(size), view.position)
  guard count > 0 else { return count == 0 ? bonafide_averror_eof() : bonafide_averror(EIO) }
  view.position += count
  return Int32(count)
}

private func writeOutput(_ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int32)
  -> Int32
{
  guard let opaque, let buffer, size >= 0 else { return bonafide_averror(EINVAL) }
  let view = Unmanaged<OutputFile.View>.fromOpaque(opaque).takeUnretainedValue()
  var done = 0
  while done < Int(size) {
    let count = pwrite(WorkerDescriptor.file, buffer + done, Int(size) - done, view.position)
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else {
      view.file.failed = true
      return bonafide_averror(EIO)
    }
    done += count
    view.position += count
  }
  return size
}

private func seekOutput(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
  guard let opaque else { return Int64(bonafide_averror(EINVAL)) }
  let view = Unmanaged<OutputFile.View>.fromOpaque(opaque).takeUnretainedValue()
  var status = stat()
  guard fstat(WorkerDescriptor.file, &status) == 0 else { return Int64(bonafide_averror(EIO)) }
  let base: Int
  switch whence & ~Int32(AVSEEK_FORCE) {
  case Int32(AVSEEK_SIZE): return Int64(status.st_size)
  case SEEK_SET: base = 0
  case SEEK_CUR: base = view.position
  case SEEK_END: base = Int(status.st_size)
  default: return Int64(bonafide_averror(EINVAL))
  }
  guard base + Int(offset) >= 0 else { return Int64(bonafide_averror(EINVAL)) }
  view.position = base + Int(offset)
  return Int64(view.position)
}

/// `AVFormatContext.io_open` of the muxer.
func openOutputAgain(
  _ context: UnsafeMutablePointer<AVFormatContext>?,
  _ target: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
  _ url: UnsafePointer<CChar>?, _ flags: Int32, _ options: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard let target, let opaque = context?.pointee.opaque, flags == AVIO_FLAG_READ else {
    return bonafide_averror(EACCES)
  }
  target.pointee = Unmanaged<OutputFile>.fromOpaque(opaque).takeUnretainedValue().makeContext(forWriting: false)
  return target.pointee == nil ? bonafide_averror(ENOMEM) : 0
}

/// `AVFormatContext.io_close2` of the muxer.
func closeOutputAgain(
  _ context: UnsafeMutablePointer<AVFormatContext>?, _ target: UnsafeMutablePointer<AVIOContext>?
) -> Int32 {
  guard let opaque = context?.pointee.opaque else { return bonafide_averror(EINVAL) }
  Unmanaged<OutputFile>.fromOpaque(opaque).takeUnretainedValue().free(target)
  return 0
}

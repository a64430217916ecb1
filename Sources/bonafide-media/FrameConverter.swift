internal import BonafideMediaWire
internal import CFFmpeg

/// Turns FFmpeg's frames of any pixel format into 4-byte RGB of one size.
final class FrameConverter {
  /// Speed or exactness.
  enum Quality {
    /// Nearest chroma at equal size: five times as fast, and what a player shows.
    case film
    case still
  }

  fileprivate struct Source: Equatable {
    var width: Int32
    var height: Int32
    var format: Int32
    var matrix: Int32
    var isFullRange: Bool
  }

  private let quality: Quality
  private var context: OpaquePointer?
  private var source: Source?

  init(_ quality: Quality) {
    self.quality = quality
  }

  deinit {
    sws_freeContext(context)
  }

  func convert(_ frame: UnsafeMutablePointer<AVFrame>, to slot: FrameSlot) throws {
    let format = AVPixelFormat(rawValue: frame.pointee.format)
    guard let description = av_pix_fmt_desc_get(format)?.pointee else { throw WorkerFailure.undecodable }
    let hasAlpha = description.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 || format == AV_PIX_FMT_PAL8
    try prepare(Source(of: frame.pointee, description), slot, hasAlpha: hasAlpha)

    let lines = withUnsafePointer(to: &frame.pointee.data) { data in
      withUnsafePointer(to: &frame.pointee.linesize) { sizes in
        data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 8) { planes in
          sizes.withMemoryRebound(to: Int32.self, capacity: 8) { strides in
            var target: [UnsafeMutablePointer<UInt8>?] = [slot.start, nil, nil, nil]
            let targetStride: [Int32] = [Int32(slot.layout.bytesPerRow), 0, 0, 0]
            return sws_scale(context, planes, strides, 0, frame.pointee.height, &target, targetStride)
          }
        }
      }
    }
    guard lines == Int32(slot.layout.height) else { throw WorkerFailure.undecodable }
    if hasAlpha { slot.compositeOnWhite() }
  }

  private func prepare(_ wanted: Source, _ slot: FrameSlot, hasAlpha: Bool) throws {
    guard wanted != source else { return }
    sws_freeContext(context)
    context = nil
    source = nil
    let sameSize = Int(wanted.width) == slot.layout.width && Int(wanted.height) == slot.layout.height
    let flags =
      quality == .film && sameSize
      ? SWS_BILINEAR : SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP
    context = sws_getContext(
      wanted.width, wanted.height, AVPixelFormat(rawValue: wanted.format), Int32(slot.layout.width),
      Int32(slot.layout.height), hasAlpha ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB0, Int32(flags), nil, nil, nil)
    guard let context else { throw WorkerFailure.undecodable }
    // Fails for sources that are RGB already, and then does not matter.
    sws_setColorspaceDetails(
      context, sws_getCoefficients(wanted.matrix), wanted.isFullRange ? 1 : 0,
      sws_getCoefficients(Int32(SWS_CS_DEFAULT)), 1, 0, 1 << 16, 1 << 16)
    source = wanted
  }
}

extension FrameConverter.Source {
  fileprivate init(of frame: AVFrame, _ description: AVPixFmtDescriptor) {
    width = frame.width
    height = frame.height
    format = frame.format
    switch frame.colorspace {
    case AVCOL_SPC_BT709: matrix = Int32(SWS_CS_ITU709)
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: matrix = Int32(SWS_CS_ITU601)
    case AVCOL_SPC_FCC: matrix = Int32(SWS_CS_FCC)
    case AVCOL_SPC_SMPTE240M: matrix = Int32(SWS_CS_SMPTE240M)
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: matrix = Int32(SWS_CS_BT2020)
    default:
      // Not said: high definition is BT.709, the rest BT.601, as players assume.
      matrix = Int32(max(width, height) >= 1280 || min(width, height) > 576 ? SWS_CS_ITU709 : SWS_CS_ITU601)
    }
    switch frame.color_range {
    case AVCOL_RANGE_JPEG: isFullRange = true
    case AVCOL_RANGE_MPEG: isFullRange = false
    default:
      // Not said: grey pictures and the old "J" formats are full range.
      let name = description.name.map { String(cString: $0) } ?? ""
      isFullRange = description.nb_components <= 2 || name.hasPrefix("yuvj")
    }
  }
}

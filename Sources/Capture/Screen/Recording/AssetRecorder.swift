#if canImport(AVFoundation)
  internal import AVFoundation
  internal import BonafideMedia
  internal import BonafideObservations
  internal import Foundation

  /// Encodes with the device's own encoder.
  final class AssetRecorder: FilmRecorder {
    /// Times are exact to this part of a second.
    private static let timescale: Int32 = 90_000
    /// Seconds that `finish()` waits for the file's end.
    private static let patience = 10.0

    private let url: URL
    private let writer: AVAssetWriter
    private var input: AVAssetWriterInput?
    private var adaptor: AVAssetWriterInputPixelBufferAdaptor?

    init(path: String) throws {
      url = URL(fileURLWithPath: path)
      writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    }

    func append(_ image: Image, time: Double) throws {
      let adaptor = try self.adaptor ?? begin(image)
      guard let pool = adaptor.pixelBufferPool else { throw broken }
      var made: CVPixelBuffer?
      guard CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made) == kCVReturnSuccess, let buffer = made else {
        throw broken
      }
      image.write(to: buffer)
      // Of a few frames that the encoder still holds; the line behind waits, the camera does not.
      while !adaptor.assetWriterInput.isReadyForMoreMediaData, writer.status == .writing {
        Thread.sleep(forTimeInterval: 0.002)
      }
      let stamp = CMTime(value: Int64((time * Double(Self.timescale)).rounded()), timescale: Self.timescale)
      guard adaptor.append(buffer, withPresentationTime: stamp) else { throw broken }
    }

    func finish() throws {
      guard let input else { throw BonafideError(.noFrames, "no frame was given for the film") }
      input.markAsFinished()
      let done = DispatchSemaphore(value: 0)
      writer.finishWriting { done.signal() }
      guard done.wait(timeout: .now() + Self.patience) == .success, writer.status == .completed else { throw broken }
    }

    func cancel() {
      if writer.status == .writing { writer.cancelWriting() }
      try? FileManager.default.removeItem(at: url)
    }

    private func begin(_ image: Image) throws -> AVAssetWriterInputPixelBufferAdaptor {
      // Chroma has half the resolution: both sides are even.
      let (width, height) = (image.width + image.width % 2, image.height + image.height % 2)
      let input = AVAssetWriterInput(
        mediaType: .video,
        outputSettings: [
          AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: width, AVVideoHeightKey: height,
          AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: FilmBounds.bitRate],
        ])
      input.expectsMediaDataInRealTime = true
      let adaptor = AVAssetWriterInputPixelBufferAdaptor(
        assetWriterInput: input,
        sourcePixelBufferAttributes: [
          kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
          kCVPixelBufferWidthKey as String: width, kCVPixelBufferHeightKey as String: height,
        ])
      guard writer.canAdd(input) else { throw broken }
      writer.add(input)
      guard writer.startWriting() else { throw broken }
      writer.startSession(atSourceTime: .zero)
      (self.input, self.adaptor) = (input, adaptor)
      return adaptor
    }

    private var broken: BonafideError { BonafideError(.cannotOpen, "the film cannot be written") }
  }

  extension Image {
    /// Red and blue change places; rows and columns beyond the picture stay as they are.
    fileprivate func write(to buffer: CVPixelBuffer) {
      CVPixelBufferLockBaseAddress(buffer, [])
      defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
      guard let base = CVPixelBufferGetBaseAddress(buffer) else { return }
      let stride = CVPixelBufferGetBytesPerRow(buffer)
      let columns = min(width, CVPixelBufferGetWidth(buffer))
      withPixels { pixels in
        for row in 0..<min(height, CVPixelBufferGetHeight(buffer)) {
          let target = base.advanced(by: row * stride).assumingMemoryBound(to: UInt8.self)
          for column in 0..<columns {
            let from = row * bytesPerRow + column * 4
            let to = column * 4
            target[to] = pixels[from + 2]
            target[to + 1] = pixels[from + 1]
            target[to + 2] = pixels[from]
            target[to + 3] = 255
          }
        }
      }
    }
  }
#endif

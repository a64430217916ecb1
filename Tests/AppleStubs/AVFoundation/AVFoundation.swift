@_exported public import CoreMedia
public import Dispatch
public import Foundation

public struct AVMediaType: Sendable {
  public static let video = AVMediaType()
}

public struct AVFileType: Sendable {
  public static let mp4 = AVFileType()
}

public enum AVAuthorizationStatus: Int, Sendable {
  case notDetermined
  case restricted
  case denied
  case authorized
}

public final class AVCaptureDevice {
  public enum Position: Int, Sendable {
    case unspecified
    case back
    case front
  }
  public struct DeviceType: Sendable {
    public static let builtInWideAngleCamera = DeviceType()
  }
  public var localizedName: String { "" }
  public static func authorizationStatus(for type: AVMediaType) -> AVAuthorizationStatus { .denied }
  public static func requestAccess(for type: AVMediaType) async -> Bool { false }
  public static func `default`(for type: AVMediaType) -> AVCaptureDevice? { nil }
  public static func `default`(
    _ device: DeviceType, for type: AVMediaType?, position: Position
  ) -> AVCaptureDevice? { nil }
}

open class AVCaptureInput {}
public final class AVCaptureDeviceInput: AVCaptureInput {
  public init(device: AVCaptureDevice) throws {}
}

public enum AVCaptureVideoOrientation: Int { case portrait = 1 }

public final class AVCaptureConnection {
  public var isVideoOrientationSupported: Bool { false }
  public var videoOrientation: AVCaptureVideoOrientation = .portrait
  public var isVideoMirroringSupported: Bool { false }
  public var automaticallyAdjustsVideoMirroring = true
  public var isVideoMirrored = false
}

open class AVCaptureOutput {
  public func connection(with type: AVMediaType) -> AVCaptureConnection? { nil }
}

public final class AVCaptureVideoDataOutput: AVCaptureOutput {
  public override init() {}
  public var videoSettings: [String: Any]!
  public var alwaysDiscardsLateVideoFrames = true
  public func setSampleBufferDelegate(
    _ delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?, queue: DispatchQueue?
  ) {}
}

public protocol AVCaptureVideoDataOutputSampleBufferDelegate: AnyObject {
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

public final class AVCaptureSession: @unchecked Sendable {
  public struct Preset: Sendable {
    public static let hd1280x720 = Preset()
  }
  public init() {}
  public var sessionPreset = Preset()
  public func beginConfiguration() {}
  public func commitConfiguration() {}
  public func canAddInput(_ input: AVCaptureInput) -> Bool { false }
  public func canAddOutput(_ output: AVCaptureOutput) -> Bool { false }
  public func addInput(_ input: AVCaptureInput) {}
  public func addOutput(_ output: AVCaptureOutput) {}
  public func startRunning() {}
  public func stopRunning() {}
}

public enum AVVideoCodecType { case h264 }
public let AVVideoCodecKey = ""
public let AVVideoWidthKey = ""
public let AVVideoHeightKey = ""
public let AVVideoCompressionPropertiesKey = ""
public let AVVideoAverageBitRateKey = ""

public final class AVAssetWriterInput {
  public init(mediaType: AVMediaType, outputSettings: [String: Any]?) {}
  public var expectsMediaDataInRealTime = false
  public var isReadyForMoreMediaData: Bool { false }
  public func markAsFinished() {}
}

public final class AVAssetWriterInputPixelBufferAdaptor {
  public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]?) {
    assetWriterInput = input
  }
  public let assetWriterInput: AVAssetWriterInput
  public var pixelBufferPool: CVPixelBufferPool? { nil }
  public func append(_ buffer: CVPixelBuffer, withPresentationTime time: CMTime) -> Bool { false }
}

public final class AVAssetWriter {
  public enum Status: Int {
    case unknown
    case writing
    case completed
    case failed
    case cancelled
  }
  public init(outputURL: URL, fileType: AVFileType) throws {}
  public var status: Status { .unknown }
  public func canAdd(_ input: AVAssetWriterInput) -> Bool { false }
  public func add(_ input: AVAssetWriterInput) {}
  public func startWriting() -> Bool { false }
  public func startSession(atSourceTime time: CMTime) {}
  public func finishWriting(completionHandler: @escaping @Sendable () -> Void) {}
  public func cancelWriting() {}
}

public final class AVAudioPlayer {
  public init(contentsOf url: URL) throws {}
  @discardableResult public func play() -> Bool { false }
  public func stop() {}
}

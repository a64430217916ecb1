@_exported public import CoreVideo

public struct CMTime: Sendable {
  public init(value: Int64, timescale: Int32) {}
  public static let zero = CMTime(value: 0, timescale: 1)
}

public final class CMSampleBuffer {}

public func CMSampleBufferGetImageBuffer(_ sample: CMSampleBuffer) -> CVImageBuffer? { nil }
public func CMSampleBufferGetPresentationTimeStamp(_ sample: CMSampleBuffer) -> CMTime { .zero }
public func CMTimeGetSeconds(_ time: CMTime) -> Double { 0 }

// The vendor's signatures name types of Apple's frameworks. Where these do not exist, ours stand under the same names.
#if canImport(UIKit)
  @_exported public import UIKit
#else
  @_exported public import BonafideCapture
  @_exported public import BonafideMedia

  /// An upright picture.
  public typealias UIImage = Image
  /// What a capture is shown on.
  public typealias UIViewController = any CaptureScreen
#endif

#if canImport(AVFoundation)
  @_exported public import AVFoundation
#else
  /// Which camera.
  public enum AVCaptureDevice {
    public enum Position: Int, Sendable, Hashable {
      case unspecified
      case back
      case front
    }
  }
#endif

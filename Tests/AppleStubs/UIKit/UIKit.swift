@_exported public import CoreGraphics
@_exported public import ObjectiveC
public import AVFoundation
@_exported public import Foundation

public final class UIImage: NSObject, @unchecked Sendable {
  public init(cgImage: CGImage) {}
  public func jpegData(compressionQuality: CGFloat) -> Data? { nil }
}

open class CALayer {
  public var frame = CGRect.zero
  public func addSublayer(_ layer: CALayer) {}
}

public final class CAShapeLayer: CALayer {
  public override init() {}
  public var path: CGPath?
  public var fillColor: CGColor?
  public var strokeColor: CGColor?
  public var lineWidth: CGFloat = 1
}

public struct AVLayerVideoGravity: Sendable {
  public static let resizeAspectFill = AVLayerVideoGravity()
}

public final class AVCaptureVideoPreviewLayer: CALayer {
  public init(session: AVCaptureSession) { self.session = session }
  public var session: AVCaptureSession?
  public var videoGravity = AVLayerVideoGravity()
}

public final class UIColor {
  public static var systemGreen: UIColor { UIColor() }
  public static var white: UIColor { UIColor() }
  public var cgColor: CGColor { fatalError() }
}

public struct UIEdgeInsets {
  public var top: CGFloat = 0
  public var bottom: CGFloat = 0
}

@MainActor open class UIResponder: NSObject {
  nonisolated override init() { super.init() }
}

@MainActor open class UIView: UIResponder {
  public var frame = CGRect.zero
  public var bounds = CGRect.zero
  public var layer: CALayer { CALayer() }
  public var safeAreaInsets: UIEdgeInsets { UIEdgeInsets() }
  public var accessibilityLabel: String?
  public func addSubview(_ view: UIView) {}
}

public enum NSTextAlignment { case center }

@MainActor open class UILabel: UIView {
  public override nonisolated init() { super.init() }
  public var text: String?
  public var textAlignment = NSTextAlignment.center
  public var numberOfLines = 1
  public var textColor: UIColor?
  public var adjustsFontForContentSizeCategory = false
}

@MainActor open class UIProgressView: UIView {
  public override nonisolated init() { super.init() }
  public var progress: Float = 0
}

@MainActor open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public nonisolated init(rawValue: UInt) { self.rawValue = rawValue }
    public static let touchUpInside = Event(rawValue: 1 << 6)
  }
  public func addTarget(_ target: Any?, action: Selector, for event: Event) {}
}

@MainActor public final class UIButton: UIControl {
  public enum ButtonType { case close }
  public init(type: ButtonType) { super.init() }
}

public enum UIModalPresentationStyle { case fullScreen }

@MainActor open class UIViewController: UIResponder {
  public init(nibName: String?, bundle: Bundle?) { super.init() }
  public required init?(coder: NSCoder) { nil }
  public var view: UIView! { nil }
  public var modalPresentationStyle = UIModalPresentationStyle.fullScreen
  public func present(_ other: UIViewController, animated: Bool, completion: (() -> Void)?) {}
  public func dismiss(animated: Bool, completion: (() -> Void)?) {}
  open func viewDidLoad() {}
  open func viewDidLayoutSubviews() {}
}

public enum UIApplication {
  public static let willResignActiveNotification = Notification.Name("")
  public static let didEnterBackgroundNotification = Notification.Name("")
}

public enum UIAccessibility {
  public enum Notification { case announcement }
  public static func post(notification: Notification, argument: Any?) {}
}

extension NotificationCenter {
  public func addObserver(_ observer: Any, selector: Selector, name: Notification.Name?, object: Any?) {}
}

#if canImport(UIKit) && canImport(AVFoundation)
  internal import AVFoundation
  internal import Foundation
  internal import BonafideCapture
  internal import BonafideObservations
  internal import UIKit

  /// The preview with guidance over it. Shows and reports; all rules are in the flow.
  final class CameraViewController: UIViewController {
    private var camera: DeviceCamera
    private let preview: AVCaptureVideoPreviewLayer
    private let guidance = UILabel()
    private let progress = UIProgressView()
    private let outline = CAShapeLayer()
    private let cancel = UIButton(type: .close)

    init(_ camera: DeviceCamera) {
      self.camera = camera
      preview = AVCaptureVideoPreviewLayer(session: camera.session)
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    /// Another camera on the screen that is there already.
    func turn(to other: DeviceCamera) {
      camera.stop()
      camera = other
      preview.session = other.session
    }

    func stop() {
      NotificationCenter.default.removeObserver(self)
      camera.stop()
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      preview.videoGravity = .resizeAspectFill
      view.layer.addSublayer(preview)
      outline.fillColor = nil
      outline.lineWidth = 3
      outline.strokeColor = UIColor.systemGreen.cgColor
      view.layer.addSublayer(outline)
      guidance.textAlignment = .center
      guidance.numberOfLines = 0
      guidance.textColor = .white
      guidance.adjustsFontForContentSizeCategory = true
      for item in [guidance, progress, cancel] as [UIView] { view.addSubview(item) }
      cancel.accessibilityLabel = text("close")
      cancel.addTarget(self, action: #selector(closedByPerson), for: .touchUpInside)
      let center = NotificationCenter.default
      center.addObserver(
        self, selector: #selector(inactive), name: UIApplication.willResignActiveNotification, object: nil)
      center.addObserver(
        self, selector: #selector(interrupted), name: UIApplication.didEnterBackgroundNotification, object: nil)
    }

    override func viewDidLayoutSubviews() {
      super.viewDidLayoutSubviews()
      let bounds = view.bounds
      preview.frame = bounds
      outline.frame = bounds
      let safe = view.safeAreaInsets
      cancel.frame = CGRect(x: bounds.width - 60, y: safe.top + 8, width: 44, height: 44)
      guidance.frame = CGRect(x: 20, y: bounds.height - safe.bottom - 140, width: bounds.width - 40, height: 90)
      progress.frame = CGRect(x: 20, y: bounds.height - safe.bottom - 40, width: bounds.width - 40, height: 8)
    }

    func display(_ message: ScreenMessage) {
      switch message {
      case .guidance(let key):
        guidance.text = text(key)
        // For people who do not see it.
        UIAccessibility.post(notification: .announcement, argument: guidance.text)
      case .progress(let filled, let segments):
        progress.progress = segments > 0 ? Float(filled) / Float(segments) : 0
      case .stepProgress: break
      case .outline(let corners): draw(corners.map { CGPoint(x: $0.x, y: $0.y) })
      case .sound: break
      }
    }

    /// Corners in pixels of the frame; the preview fills the screen with it.
    private func draw(_ corners: [CGPoint]) {
      guard let first = corners.first, let size = camera.frameSize else {
        outline.path = nil
        return
      }
      let scale = max(view.bounds.width / size.width, view.bounds.height / size.height)
      let left = (view.bounds.width - size.width * scale) / 2
      let top = (view.bounds.height - size.height * scale) / 2
      func place(_ point: CGPoint) -> CGPoint { CGPoint(x: left + point.x * scale, y: top + point.y * scale) }
      let path = CGMutablePath()
      path.move(to: place(first))
      for corner in corners.dropFirst() { path.addLine(to: place(corner)) }
      path.closeSubpath()
      outline.path = path
    }

    private func text(_ key: String) -> String {
      EnQualifyCore.look.texts[key] ?? Bundle.main.localizedString(forKey: key, value: nil, table: "EnQualify")
    }

    @objc private func closedByPerson() { camera.put(.closedByPerson) }
    @objc private func inactive() { camera.put(.inactive) }
    @objc private func interrupted() { camera.put(.interrupted) }
  }
#endif

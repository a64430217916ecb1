#if canImport(UIKit) && canImport(AVFoundation)
  internal import AVFoundation
  internal import BonafideCapture
  internal import BonafideObservations
  internal import UIKit

  /// The camera, presented over the view controller that the app gave. Held by the flow while it runs; the app's
  /// controller is held weakly.
  @MainActor final class ViewControllerScreen: CaptureScreen {
    private weak var owner: UIViewController?
    private var view: CameraViewController?

    init(_ owner: UIViewController) { self.owner = owner }

    var hasOwner: Bool { owner != nil }

    func open(_ camera: CameraPosition) async throws(BonafideError) -> any CameraFeed {
      guard let owner else { throw BonafideError(.serviceUnavailable, "the screen is gone") }
      let device = try DeviceCamera(camera)
      if let view {
        view.turn(to: device)
      } else {
        let new = CameraViewController(device)
        new.modalPresentationStyle = .fullScreen
        owner.present(new, animated: true, completion: nil)
        view = new
      }
      device.start()
      return device
    }

    func show(_ message: ScreenMessage) {
      if case .sound(let name) = message { SoundPlayer.shared.play(name) } else { view?.display(message) }
    }

    func close() {
      view?.stop()
      view?.dismiss(animated: true, completion: nil)
      view = nil
    }
  }
#endif

package import BonafideCapture

#if canImport(UIKit)
  package import UIKit
#endif

/// The screen behind what an app gives: the one for all calls with the same view controller, so that a second step goes
/// on where the first one left the camera.
@MainActor package enum PlatformScreen {
  #if canImport(UIKit)
    private static var last: (owner: ObjectIdentifier, screen: ViewControllerScreen)?

    package static func of(_ viewController: UIViewController) -> any CaptureScreen {
      if let last, last.owner == ObjectIdentifier(viewController), last.screen.hasOwner { return last.screen }
      let screen = ViewControllerScreen(viewController)
      last = (ObjectIdentifier(viewController), screen)
      return screen
    }
  #else
    package static func of(_ viewController: UIViewController) -> any CaptureScreen { viewController }
  #endif
}

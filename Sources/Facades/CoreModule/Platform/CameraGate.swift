/// Whether the app may use the camera.
package protocol CameraGate: Sendable {
  /// Asks the person where that is needed. Nil when the camera may be used.
  @MainActor func refusal() async -> EnQualifyInitializeError?
}

#if !canImport(AVFoundation)
  /// There is nobody to ask: whether a camera works is seen when it is opened.
  struct OpenGate: CameraGate {
    func refusal() async -> EnQualifyInitializeError? { nil }
  }
#endif

enum PlatformGate {
  static func make() -> any CameraGate {
    #if canImport(AVFoundation)
      DeviceCameraGate()
    #else
      OpenGate()
    #endif
  }
}

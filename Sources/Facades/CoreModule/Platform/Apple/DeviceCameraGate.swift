#if canImport(AVFoundation)
  internal import AVFoundation
  internal import Foundation

  /// Asks the person for the camera, where the app may ask at all.
  struct DeviceCameraGate: CameraGate {
    func refusal() async -> EnQualifyInitializeError? {
      // Without this text iOS would end the process on the question.
      let reason = Bundle.main.object(forInfoDictionaryKey: "NSCameraUsageDescription") as? String
      guard let reason, !reason.isEmpty else { return .cameraUsageDescriptionMissing }
      switch AVCaptureDevice.authorizationStatus(for: .video) {
      case .authorized: break
      case .restricted: return .cameraPermissionRestricted
      case .notDetermined:
        guard await AVCaptureDevice.requestAccess(for: .video) else { return .cameraPermissionDenied }
      case .denied: return .cameraPermissionDenied
      @unknown default: return .cameraPermissionDenied
      }
      return AVCaptureDevice.default(for: .video) == nil ? .cameraUnavailable : nil
    }
  }
#endif

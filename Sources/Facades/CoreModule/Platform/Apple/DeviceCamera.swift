#if canImport(AVFoundation)
  internal import AVFoundation
  internal import BonafideCapture
  internal import BonafideMedia
  internal import BonafideObservations
  internal import Foundation

  /// A camera of this device. Started and stopped on a queue of its own, as AVFoundation asks for.
  final class DeviceCamera: NSObject, CameraFeed, @unchecked Sendable {
    let session = AVCaptureSession()
    let isLive = true

    private let queue = DispatchQueue(label: "EnQualify.camera")
    private let lock = NSLock()
    private var waiting: CheckedContinuation<CameraEvent?, Never>?
    private var pending: [CameraEvent] = []
    private var isOver = false
    private var first: Double?
    private let name: String
    private var size: (width: Int, height: Int)?

    /// Pixels of the frames; nil before the first.
    var frameSize: CGSize? { lock.withLock { size.map { CGSize(width: $0.width, height: $0.height) } } }

    /// Throws `service_unavailable` when there is no such camera, or another program has it.
    init(_ position: CameraPosition) throws(BonafideError) {
      let unavailable = BonafideError(.serviceUnavailable, "the camera cannot be started")
      guard
        let device = AVCaptureDevice.default(
          .builtInWideAngleCamera, for: .video, position: position == .front ? .front : .back)
      else { throw unavailable }
      name = device.localizedName
      super.init()
      let input: AVCaptureDeviceInput
      do { input = try AVCaptureDeviceInput(device: device) } catch { throw unavailable }
      let output = AVCaptureVideoDataOutput()
      output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
      output.alwaysDiscardsLateVideoFrames = true
      output.setSampleBufferDelegate(self, queue: queue)
      session.beginConfiguration()
      session.sessionPreset = .hd1280x720
      guard session.canAddInput(input), session.canAddOutput(output) else {
        session.commitConfiguration()
        throw unavailable
      }
      session.addInput(input)
      session.addOutput(output)
      if let connection = output.connection(with: .video) {
        // Upright for a device that is held upright, and as another person sees the scene.
        if connection.isVideoOrientationSupported { connection.videoOrientation = .portrait }
        if connection.isVideoMirroringSupported {
          connection.automaticallyAdjustsVideoMirroring = false
          connection.isVideoMirrored = false
        }
      }
      session.commitConfiguration()
    }

    func start() { queue.async { [self] in session.startRunning() } }

    func stop() {
      queue.async { [self] in session.stopRunning() }
      put(nil)
    }

    func put(_ event: CameraEvent?) {
      lock.lock()
      let reader = waiting
      waiting = nil
      if event == nil { isOver = true } else if reader == nil, let event { keep(event) }
      lock.unlock()
      reader?.resume(returning: event)
    }

    /// Called with the lock held. A newer frame takes an older one's place; happenings stay.
    private func keep(_ event: CameraEvent) {
      if case .frame = event, case .frame? = pending.last { pending.removeLast() }
      pending.append(event)
    }

    func next() async throws(BonafideError) -> CameraEvent? {
      await withCheckedContinuation { continuation in
        lock.lock()
        defer { lock.unlock() }
        if !pending.isEmpty {
          continuation.resume(returning: pending.removeFirst())
        } else if isOver {
          continuation.resume(returning: nil)
        } else {
          waiting = continuation
        }
      }
    }
  }

  extension DeviceCamera: AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
      guard let image = Image(sampleBuffer) else { return }
      let now = CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(sampleBuffer))
      guard now.isFinite else { return }
      let start = first ?? now
      first = start
      lock.withLock { size = (image.width, image.height) }
      put(.frame(Frame(image: image, time: now - start, camera: name)))
    }
  }
#endif

/// A screen that a film is shown on again. Lengths are in the screen's own pixels.
struct ScreenDevice: Sendable {
  let panelWidth: Double
  let panelHeight: Double
  /// Width of the film on the panel; it is 4 : 3.
  let filmWidth: Double
  let bezel: Double
  /// Linear light of the frame around the panel.
  let bezelLight: SIMD3<Float>
  /// Colour of white, and what black lets through.
  let white: SIMD3<Float>
  let black: Float
  /// How deep the dark bands of the refresh are, and how many there are on a picture.
  let bandDepth: Float
  let bandCount: Double
  /// Degrees by which a hand turns it, pixels of the picture by which it moves it.
  let handTurn: Double
  let handShift: Double
  /// Width of the film as a share of the picture's.
  private(set) var share: Double

  /// 24 inches, 1920 × 1080, 92 pixels an inch, on a desk; the camera stands before it.
  static let monitor = ScreenDevice(
    panelWidth: 1920, panelHeight: 1080, filmWidth: 1440, bezel: 44, bezelLight: SIMD3(0.020, 0.020, 0.022),
    white: SIMD3(0.94, 0.98, 1), black: 0.004, bandDepth: 0.04, bandCount: 2.3, handTurn: 0.4, handShift: 1.5,
    share: 0.9)
  /// 10 inches, 2048 × 1536, 264 pixels an inch, held in a hand.
  static let tablet = ScreenDevice(
    panelWidth: 2048, panelHeight: 1536, filmWidth: 2048, bezel: 105, bezelLight: SIMD3(0.012, 0.012, 0.012),
    white: SIMD3(1, 0.98, 0.93), black: 0.003, bandDepth: 0, bandCount: 1, handTurn: 2.5, handShift: 5, share: 0.82)
  /// 6.1 inches, 2340 × 1080, 460 pixels an inch, held in a hand, lying.
  static let phone = ScreenDevice(
    panelWidth: 2340, panelHeight: 1080, filmWidth: 1440, bezel: 70, bezelLight: SIMD3(0.008, 0.008, 0.009),
    white: SIMD3(0.97, 1, 0.97), black: 0.0005, bandDepth: 0.05, bandCount: 4.2, handTurn: 3, handShift: 6, share: 0.8)
  /// The monitor from so near that only the film is seen.
  static let nearMonitor = monitor.near
}

extension ScreenDevice {
  /// The same from so near that only the film is seen.
  var near: ScreenDevice {
    var near = self
    near.share = 1.12
    return near
  }
}

internal import BonafideObservations

extension Setting {
  static let rigidInterval = Setting(
    "attack.rigid.interval", .seconds, in: 0.03...1, default: 0.1, source: "a mouth changes within it; about 0.5 ms")
  static let rigidPause = Setting(
    "attack.rigid.pause", .seconds, in: 0.1...5, default: 0.4, source: "a comparison takes about 5 ms")
  static let rigidSamples = Setting(
    "attack.rigid.samples.max", .count, in: 4...400, default: 60, source: "bounds the time")
  static let rigidLeast = Setting(
    "attack.rigid.samples.min", .count, in: 1...50, default: 3, source: "an upper quartile needs some")
  static let rigidEyes = Setting(
    "attack.rigid.eyes.min", .pixels, in: 20...200, default: 40,
    source: "distance of the outer eye corners; the face is looked at with 46")
  static let rigidPose = Setting(
    "attack.rigid.pose.max", .degrees, in: 1...15, default: 4, source: "a turn moves skin in the picture as well")
  static let rigidShape = Setting(
    "attack.rigid.shape.max", .ratio, in: 0.005...0.2, default: 0.025,
    source: "measured: the mesh's pose hardly follows a turned print; the length of its nose does")
  static let rigidStretch = Setting(
    "attack.rigid.stretch.max", .ratio, in: 0.01...0.5, default: 0.06,
    source: "the head was turned where one picture has to be stretched by more to fit the other")
  static let rigidLips = Setting(
    "attack.rigid.lips.min", .ratio, in: 0.005...0.3, default: 0.03,
    source: "change of the lips by distance of the outer eye corners; less is not worth a comparison")
  static let rigidMouth = Setting(
    "attack.rigid.mouth.min", .ratio, in: 2...100, default: 12,
    source: "change of luma at the mouth; measured 20...40 for smiles and speech, 5 for prints without holes")
  static let rigidMask = Setting(
    "attack.rigid.mask", .ratio, in: 0...1, default: 0.04,
    source: "measured: drawn prints with holes 0.023...0.031, after CRF 30 up to 0.040")
  static let rigidSkin = Setting(
    "attack.rigid.skin", .ratio, in: 0...1, default: 0.06,
    source: "measured: six real clips 0.093...0.21, drawn faces that smile 0.061...0.067")

  static let planeInterval = Setting(
    "attack.background.interval", .seconds, in: 0.05...1, default: 0.2, source: "a head turns by 4 degrees within it")
  static let planePause = Setting(
    "attack.background.pause", .seconds, in: 0.1...5, default: 0.4, source: "a comparison takes about 4 ms")
  static let planeSamples = Setting(
    "attack.background.samples.max", .count, in: 4...400, default: 60, source: "bounds the time")
  static let planeLeast = Setting(
    "attack.background.samples.min", .count, in: 1...50, default: 4, source: "a lower quartile needs some")
  static let planeFace = Setting(
    "attack.background.face.min", .pixels, in: 10...120, default: 24,
    source: "width of the face in a picture 160 pixels wide")
  static let planeTurn = Setting(
    "attack.background.turn.min", .ratio, in: 0.01...0.5, default: 0.05,
    source: "how much more the face is squeezed one way than the other; a shift or zoom of the camera does not do it")
  static let planeTexture = Setting(
    "attack.background.texture.min", .ratio, in: 0.1...100, default: 1.5,
    source: "lesser eigenvalue of a tile's gradients; below, a tile can be found again along an edge only")
  static let planeAlike = Setting(
    "attack.background.alike.min", .ratio, in: 0.3...1, default: 0.8, source: "correlation of a tile found again")
  static let planeTiles = Setting(
    "attack.background.tiles.min", .count, in: 6...100, default: 10, source: "a homography has eight unknowns")
  static let planeAgree = Setting(
    "attack.background.agree.min", .ratio, in: 0.1...1, default: 0.5, source: "share of tiles that move as one plane")
  static let planeOne = Setting(
    "attack.background.one", .ratio, in: 0...2, default: 0.45,
    source: "measured, lower quartiles: turned prints 0.18...0.22, bent ones 0.28...0.34, waved ones 0.28...0.51")
  static let planeTwo = Setting(
    "attack.background.two", .ratio, in: 0...3, default: 0.75,
    source: "measured, lower quartiles: six real clips 0.85...1.29, drawn heads 0.96...1.02")

  static let rigid: [Setting] = [
    .rigidInterval, .rigidPause, .rigidSamples, .rigidLeast, .rigidEyes, .rigidPose, .rigidShape, .rigidStretch,
    .rigidLips, .rigidMouth, .rigidMask, .rigidSkin, .planeInterval, .planePause, .planeSamples, .planeLeast,
    .planeFace, .planeTurn, .planeTexture, .planeAlike, .planeTiles, .planeAgree, .planeOne, .planeTwo,
  ]
}

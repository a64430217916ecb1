package import BonafideObservations

/// The checks of a card that is tilted or touched.
extension Setting {
  package static let cardStartTimeout = Setting(
    "liveness.card.timeout.start", .seconds, in: 1...600, default: 10, source: "C-022; design: until the card is found")
  package static let cardTimeout = Setting(
    "liveness.card.timeout", .seconds, in: 2...600, default: 30, source: "C-022; design: for one check of a card")
  package static let cardLostMost = Setting(
    "liveness.card.lost.seconds", .seconds, in: 0...60, default: 0.5,
    source: "design: a card that is out of sight for longer may have been exchanged, and everything begins anew")
  package static let cardDifferentFrames = Setting(
    "liveness.card.different.frames", .count, in: 1...30, default: 3,
    source: "design: frames in a row that show another card; a single one may be a blur")

  package static let cardScreen = Setting(
    "liveness.card.screen.min", .ratio, in: 0...1, default: 0.3,
    source:
      "measured: of 28 drawn frames of backs without a screen three have 0.33...0.47, no other more than 0.28; a frame "
      + "alone decides nothing")
  package static let cardScreenFrames = Setting(
    "liveness.card.screen.frames", .count, in: 1...100, default: 3,
    source: "design: frames that were looked at; fewer do not show a screen")
  package static let cardScreenShare = Setting(
    "liveness.card.screen.share", .ratio, in: 0.1...1, default: 0.5,
    source: "design: share of them that has to show lines; fewer may be chance")

  package static let hologramFrames = Setting(
    "liveness.hologram.frames", .count, in: 5...200, default: 12, source: "C-053; design: several frames")
  package static let hologramLeastTime = Setting(
    "liveness.hologram.seconds", .seconds, in: 0...30, default: 1.5, source: "design: to tilt takes as long")
  package static let hologramTilt = Setting(
    "liveness.hologram.tilt", .degrees, in: 4...60, default: 14,
    source: "set on a few drawn films: range of views about one axis within which a foil shows several colours")
  package static let hologramTurn = Setting(
    "liveness.hologram.turn", .ratio, in: 0.005...1, default: 0.05,
    source: "set on a few drawn films: by how much colours spread away from the line to white; prints have less")
  package static let hologramControl = Setting(
    "liveness.hologram.control", .ratio, in: 1...20, default: 2,
    source: "design: the print beside it has to spread less by this factor")
  package static let hologramFollow = Setting(
    "liveness.hologram.follow", .ratio, in: 0...1, default: 0.3,
    source:
      "measured on drawn films: share of the spread that the view explains; of colours that change by themselves at most "
      + "0.17, of foils 0.4 to 0.9, of one in seven less than 0.25")
  package static let hologramNear = Setting(
    "liveness.hologram.near", .degrees, in: 0.5...10, default: 2,
    source:
      "measured on drawn films: within 3 degrees colours of most foils change as between any views, of some within 2")
  package static let hologramApart = Setting(
    "liveness.hologram.apart", .seconds, in: 0.1...10, default: 0.4,
    source: "design: the same view at another time, so that what changes slowly by itself is noticed")
  package static let hologramPairs = Setting(
    "liveness.hologram.pairs", .count, in: 1...500, default: 5, source: "design: of the same view at another time")
  package static let hologramSpeed = Setting(
    "liveness.hologram.speed", .degrees, in: 30...2000, default: 180,
    source: "design: degrees a second; no hand tilts a card as fast most of the time, shuffled frames do")
  package static let hologramStep = Setting(
    "liveness.hologram.step", .seconds, in: 0...1, default: 0.09,
    source: "design: between two views whose way is looked at; over less the error of corners counts")
  package static let hologramRoughness = Setting(
    "liveness.hologram.roughness", .ratio, in: 0.3...2, default: 1.1,
    source: "design: a card tilted to and fro in 2 s has 0.6 at five frames a second, shuffled frames have 1.7")

  package static let concealFreeFrames = Setting(
    "liveness.conceal.free.frames", .count, in: 1...60, default: 3, source: "C-085 (2), (5); design")
  package static let concealFrames = Setting(
    "liveness.conceal.frames", .count, in: 1...60, default: 5, source: "C-085 (4)")
  package static let concealCovered = Setting(
    "liveness.conceal.covered", .ratio, in: 0.1...1, default: 0.6, source: "C-085 (3)")
  package static let concealVisible = Setting(
    "liveness.conceal.visible", .ratio, in: 0.1...1, default: 0.7, source: "C-085 (3)")
  package static let concealFree = Setting(
    "liveness.conceal.free", .ratio, in: 0...0.5, default: 0.2,
    source: "design: share of the element up to which it counts as free")
  package static let concealInside = Setting(
    "liveness.conceal.inside", .ratio, in: 0.1...1, default: 0.8,
    source:
      "set on a few drawn films: share of the element that looks different with nothing over it; stickers have 0.9 and "
      + "more, a foil that sways with the hand up to 0.6")
  package static let concealSkin = Setting(
    "liveness.conceal.skin", .ratio, in: 0...1, default: 0.5,
    source: "design: meant for drawn fingers of six tones, not measured apart")
  package static let concealRelief = Setting(
    "liveness.conceal.relief", .ratio, in: 0...1, default: 0.04,
    source: "set on a few drawn films: a finger is darker towards its sides, paper under the same light is even")

  static let livenessCards: [Setting] = [
    cardStartTimeout, cardTimeout, cardLostMost, cardDifferentFrames, cardScreen, cardScreenFrames, cardScreenShare,
    hologramFrames, hologramLeastTime, hologramTilt,
    hologramTurn, hologramControl, hologramFollow, hologramNear, hologramApart, hologramPairs, hologramSpeed,
    hologramStep, hologramRoughness,
    concealFreeFrames, concealFrames, concealCovered, concealVisible, concealFree, concealInside, concealSkin,
    concealRelief,
  ]
}

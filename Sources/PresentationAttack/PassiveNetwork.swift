package import BonafideInference
package import BonafideMedia
package import BonafideObservations
internal import Foundation

/// The slot for networks that tell a live face from a picture of one on a single frame, in the form of MiniFASNet: 80 × 80
/// pixels, BGR of 0…255, softmax over classes of which one is "live". None is shipped; what the optional part of the
/// models' manifest names is used.
package struct PassiveNetwork: Sendable {
  package static let cueName = "network"
  private static let side = 80

  /// A crop: how far its middle lies from the face's, and how large it is, in shares.
  private struct Jitter {
    var x = 0.0
    var y = 0.0
    var size = 1.0
  }

  private let models: ModelStore
  private let slots: [ModelManifest.PassiveNetwork]
  private var next = -Double.infinity
  private var scores: [Double] = []
  private var trace = CueTrace()

  /// Nil when the optional part of the manifest names no such network.
  package init?(models: ModelStore) {
    slots = models.manifest.passiveNetworks
    guard !slots.isEmpty else { return nil }
    self.models = models
  }

  /// Throws what loading a network throws: one that was altered must not be taken for one that is not there.
  package mutating func add(_ image: Image, face: Rect, at time: Double, settings: Settings) throws {
    guard time >= next, scores.count < Int(settings[.networkSamples]), face.width >= 20, face.height >= 20 else {
      return
    }
    next = time + settings[.networkInterval]
    let away = settings[.networkJitter]
    let jitters = [
      Jitter(), Jitter(x: away / 2), Jitter(x: -away / 2), Jitter(y: away / 2, size: 1 + away),
      Jitter(y: -away / 2, size: 1 - away),
    ]
    var sum = 0.0
    for slot in slots {
      let model = try models.model(slot.model)
      for jitter in jitters { sum += try PassiveNetwork.live(image, face, slot, jitter, model) }
    }
    let score = sum / Double(slots.count * jitters.count)
    scores.append(score)
    trace.add(score, at: time)
  }

  /// Median over the looks of the mean probability of "live".
  package var reading: CueReading {
    guard let score = median(scores) else {
      return CueReading(PassiveNetwork.cueName, nil, "the face is too small or was not seen")
    }
    return CueReading(
      PassiveNetwork.cueName, score,
      "an optional network holds the face for live with \(percent(score)), over \(scores.count) frames")
  }

  var evidence: CueEvidence {
    CueEvidence(
      cue: PassiveNetwork.cueName, label: "probability of live, by the network", points: trace.points,
      isJudged: true)
  }

  private static func live(
    _ image: Image, _ face: Rect, _ slot: ModelManifest.PassiveNetwork, _ jitter: Jitter, _ model: Model
  ) throws -> Double {
    let crop = crop(of: face, in: image.size, scale: slot.cropScale, jitter)
    let factor = max(1, Int(min(crop.width, crop.height) / Double(2 * side)))
    // What is smaller than half is averaged first.
    let source = factor > 1 ? try image.reduced(by: factor) : image
    let share = 1 / Double(factor)
    let step = (x: crop.width * share / Double(side), y: crop.height * share / Double(side))
    let map = AffineMap(
      a: step.x, b: 0, tx: crop.x * share + step.x / 2 - 0.5, c: 0, d: step.y,
      ty: crop.y * share + step.y / 2 - 0.5)
    let input = Tensor(shape: [1, 3, side, side]) {
      source.sample(
        into: $0, width: side, height: side, map: map, layout: .planarBGR, scale: 1, border: .replicate)
    }
    let results = try model.run(input, named: slot.input, outputs: [slot.output])
    guard let values = results.first?.values, values.indices.contains(slot.liveClass), values.count <= 64 else {
      throw BonafideError(.internal, "the network '\(slot.model)' answered in an unknown shape")
    }
    return softmax(values)[slot.liveClass]
  }

  private static func softmax(_ values: [Float]) -> [Double] {
    let sum = values.reduce(0) { $0 + Double($1) }
    // Some networks of that form end in a softmax already.
    if values.allSatisfy({ $0 >= 0 && $0 <= 1 }), abs(sum - 1) < 1e-3 { return values.map(Double.init) }
    let top = Double(values.max() ?? 0)
    let powers = values.map { exp(Double($0) - top) }
    let total = powers.reduce(0, +)
    return powers.map { $0 / max(total, 1e-12) }
  }

  /// The face's box, that many times as large; made smaller and moved so that it lies in the picture, as the networks
  /// were trained.
  private static func crop(of face: Rect, in size: Size, scale: Double, _ jitter: Jitter) -> Rect {
    let fitting = min((size.height - 1) / face.height, (size.width - 1) / face.width, scale * jitter.size)
    let width = face.width * fitting
    let height = face.height * fitting
    let x = face.center.x + jitter.x * face.width - width / 2
    let y = face.center.y + jitter.y * face.height - height / 2
    return Rect(
      x: min(max(x, 0), max(0, size.width - width)), y: min(max(y, 0), max(0, size.height - height)), width: width,
      height: height)
  }
}

internal import BonafideTravelDocument
internal import Foundation

/// What the line reader says about a strip: for every four pixels of its width the probabilities of no character and
/// of each of the 37.
struct ReadStrip: Sendable {
  /// Blank, A…Z, 0…9, filler.
  static let classes = 38
  /// Frames from one character to the next where the number of characters was guessed right.
  static let usualPitch = LineStrips.pitch / 4

  let frames: Int
  /// `frames` × `classes`, 0…1.
  private let probabilities: [Float]
  /// The likeliest class of a frame is a character.
  private let isCharacter: [Bool]

  init(logits: ArraySlice<Float>) {
    let frames = logits.count / ReadStrip.classes
    self.frames = frames
    var probabilities = [Float](repeating: 0, count: frames * ReadStrip.classes)
    var isCharacter = [Bool](repeating: false, count: frames)
    for frame in 0..<frames {
      let start = logits.startIndex + frame * ReadStrip.classes
      let row = logits[start..<start + ReadStrip.classes]
      let highest = row.max() ?? 0
      var sum: Float = 0
      for (index, value) in row.enumerated() {
        let power = exp(value - highest)
        probabilities[frame * ReadStrip.classes + index] = power
        sum += power
      }
      for index in 0..<ReadStrip.classes { probabilities[frame * ReadStrip.classes + index] /= sum }
      isCharacter[frame] = row.first.map { $0 < highest } ?? false
    }
    self.probabilities = probabilities
    self.isCharacter = isCharacter
  }

  func blank(_ frame: Int) -> Float { probabilities[frame * ReadStrip.classes] }

  /// Whether there is text within a character and a half of an end.
  var touchesLeft: Bool { (0..<min(6, frames)).contains { blank($0) < 0.3 } }
  var touchesRight: Bool { (max(0, frames - 6)..<frames).contains { blank($0) < 0.3 } }

  /// Frames from one character to the next, from the runs of frames that hold characters.
  var pitch: Double {
    var centers: [Double] = []
    var start: Int?
    for frame in 0...frames {
      let inside = frame < frames && isCharacter[frame]
      if inside {
        start = start ?? frame
      } else if let first = start {
        centers.append(Double(first + frame - 1) / 2)
        start = nil
      }
    }
    let distances = zip(centers, centers.dropFirst()).map { $1 - $0 }.filter { $0 > 2.4 && $0 < 6.5 }
    guard distances.count >= 5 else { return ReadStrip.usualPitch }
    return distances.reduce(0, +) / Double(distances.count)
  }

  /// Probabilities of the 37 characters around a frame: its own and those of both neighbours, added up.
  private func evidence(_ frame: Int) -> [Float] {
    var sums = [Float](repeating: 0, count: ReadStrip.classes - 1)
    for near in max(0, frame - 1)...min(frames - 1, frame + 1) {
      for index in sums.indices { sums[index] += probabilities[near * ReadStrip.classes + index + 1] }
    }
    return sums
  }

  /// The strip read as exactly `count` characters at nearly even distances. Nil when it is too short for that.
  ///
  /// Of all placements the one is taken that is likeliest: every character is where one was seen, every frame between
  /// two is blank, and the distances vary little.
  func fit(count: Int) -> UnplacedLine.Fit? {
    guard let places = StripAlignment(self, count: count) else { return nil }
    return UnplacedLine.Fit(score: places.score, characters: places.frames.map(characterLogs))
  }

  /// Log-probabilities of the characters at a frame, in the order of `MRZAlphabet.characters`.
  private func characterLogs(_ frame: Int) -> [Float] {
    let sums = evidence(frame).map { $0 + 1e-7 }
    let total = sums.reduce(0, +)
    // Digits come first there, letters here.
    let ordered = sums[26..<36] + sums[0..<26] + sums[36..<37]
    return ordered.map { log($0 / total) }
  }

  /// How surely there is some character at a frame: the best one's share, as a logarithm.
  func presence(_ frame: Int) -> Double {
    let near = min(frames - 1, frame + 1) - max(0, frame - 1) + 1
    return Double(log(max((evidence(frame).max() ?? 0) / Float(near), 1e-6)))
  }
}

/// Where the characters of a strip are, when their number is known. Found by dynamic programming.
private struct StripAlignment {
  let score: Double
  /// One a character, from left to right.
  let frames: [Int]

  private static let leastBlank: Float = -5
  private static let spread = 0.75

  init?(_ strip: ReadStrip, count: Int) {
    let total = strip.frames
    let pitch = strip.pitch
    let steps = (2...8).filter { Double($0) > 0.55 * pitch && Double($0) < 1.5 * pitch + 0.5 }
    guard count > 0, let shortest = steps.first, (count - 1) * shortest < total else { return nil }
    let presence = (0..<total).map(strip.presence)
    // blanks[b] − blanks[a]: what it costs that the frames a..<b are blank.
    var blanks = [0.0]
    for frame in 0..<total {
      blanks.append(blanks[frame] + Double(max(log(strip.blank(frame)), StripAlignment.leastBlank)))
    }
    let unreachable = -1e9
    var best = (0..<total).map { presence[$0] + blanks[max($0 - 1, 0)] }
    var cameFrom: [[UInt8]] = []
    let spacing = steps.map { step -> Double in
      let off = (Double(step) - pitch) / StripAlignment.spread
      return -0.5 * off * off
    }
    for _ in 1..<max(1, count) {
      var next = [Double](repeating: unreachable, count: total)
      var from = [UInt8](repeating: 0, count: total)
      for (step, prior) in zip(steps, spacing) where step < total {
        for frame in step..<total {
          let gap = step > 3 ? blanks[frame - 1] - blanks[min(frame - step + 2, total)] : 0
          let value = best[frame - step] + presence[frame] + gap + prior
          if value > next[frame] {
            next[frame] = value
            from[frame] = UInt8(step)
          }
        }
      }
      best = next
      cameFrom.append(from)
    }
    let ends = best.indices.map { best[$0] + blanks[total] - blanks[min($0 + 2, total)] }
    guard var frame = ends.indices.max(by: { ends[$0] < ends[$1] }), ends[frame] > unreachable / 2 else { return nil }
    score = ends[frame]
    var frames = [frame]
    for from in cameFrom.reversed() {
      frame -= Int(from[frame])
      frames.append(frame)
    }
    self.frames = frames.reversed()
  }
}

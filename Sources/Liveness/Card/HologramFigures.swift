internal import BonafideObservations
internal import Foundation

/// One view of the hologram: from where, and in which colours.
struct HologramView: Sendable, Hashable, Codable {
  let time: Double
  let tilt: CardTilt
  let element: [RelativeColor?]
  let control: [RelativeColor?]
}

/// What all views together say. Pure numbers; `HologramWatch` compares them with what is asked.
package struct HologramFigures: Sendable, Hashable {
  /// Range of the views about the axis with more, degrees.
  package let tilt: Double
  /// How far the element's colours spread away from the line between the print's own colour and white, along which
  /// glare moves them. Nil when too little of the element could be seen.
  package let turn: Double?
  /// The same of the print beside it.
  package let control: Double
  /// Share of the spread that the view explains, below 0 where it explains nothing. Nil without the same view twice.
  package let follow: Double?
  /// Pairs of the same view at another time.
  package let pairs: Int
  /// Median speed of the views, degrees a second.
  package let speed: Double
  /// How much the way of the views turns from one to the next: 0 where it is straight and even, about 1.7 where each
  /// view is anywhere.
  package let roughness: Double

  init(_ views: [HologramView], _ settings: LivenessSettings) {
    tilt = max(
      HologramFigures.range(views.map(\.tilt.across)), HologramFigures.range(views.map(\.tilt.down)))
    turn = HologramFigures.turn(views.map(\.element))
    control = HologramFigures.turn(views.map(\.control)) ?? 0
    let speeds = zip(views, views.dropFirst()).map { $0.tilt.distance(to: $1.tilt) / max($1.time - $0.time, 1e-3) }
    speed = speeds.isEmpty ? 0 : speeds.sorted()[speeds.count / 2]
    roughness = HologramFigures.roughness(views, settings)
    (follow, pairs) = HologramFigures.follow(views, settings)
  }

  /// Colours of the same view at another time, against what each of the two has in common with quite other views, so
  /// that views with much colour are compared with their like.
  private static func follow(_ views: [HologramView], _ settings: LivenessSettings) -> (share: Double?, pairs: Int) {
    var near: [(Int, Int, distance: Double)] = []
    var sums = [Double](repeating: 0, count: views.count)
    var counts = [Double](repeating: 0, count: views.count)
    for (index, view) in views.enumerated() {
      for (number, other) in views[..<index].enumerated() where view.time - other.time >= settings[.hologramApart] {
        guard let distance = HologramFigures.distance(view.element, other.element) else { continue }
        let apart = view.tilt.distance(to: other.tilt)
        if apart <= settings[.hologramNear] {
          near.append((number, index, distance))
        } else if apart >= settings[.hologramNear] * 4 {
          for place in [number, index] {
            sums[place] += distance
            counts[place] += 1
          }
        }
      }
    }
    let pairs = near.filter { counts[$0.0] > 0 && counts[$0.1] > 0 }
    let expected = pairs.reduce(0) { $0 + (sums[$1.0] / counts[$1.0] + sums[$1.1] / counts[$1.1]) / 2 }
    guard pairs.count >= settings.count(.hologramPairs), expected > 0 else { return (nil, pairs.count) }
    return (1 - pairs.reduce(0) { $0 + $1.distance } / expected, pairs.count)
  }

  /// Length of all changes of the step from view to view, by the length of all steps.
  private static func roughness(_ views: [HologramView], _ settings: LivenessSettings) -> Double {
    var kept: [HologramView] = []
    for view in views where kept.last.map({ view.time - $0.time >= settings[.hologramStep] }) ?? true {
      kept.append(view)
    }
    let steps = zip(kept, kept.dropFirst()).map {
      CardTilt(across: $1.tilt.across - $0.tilt.across, down: $1.tilt.down - $0.tilt.down)
    }
    let none = CardTilt(across: 0, down: 0)
    let length = steps.reduce(0) { $0 + $1.distance(to: none) }
    let turns = zip(steps, steps.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    return length > 0 ? turns / length : 0
  }

  /// Of the middle nine tenths.
  private static func range(_ values: [Double]) -> Double {
    guard values.count >= 2 else { return 0 }
    let sorted = values.sorted()
    let cut = sorted.count / 20
    return sorted[sorted.count - 1 - cut] - sorted[cut]
  }

  /// Mean square of the colours' distance over the parts that both views show.
  private static func distance(_ first: [RelativeColor?], _ second: [RelativeColor?]) -> Double? {
    var sum = 0.0
    var count = 0
    for case let (a?, b?) in zip(first, second) {
      let (red, blue) = (a.red - b.red, a.blue - b.blue)
      sum += red * red + blue * blue
      count += 1
    }
    return count * 3 >= first.count && count > 0 ? sum / Double(count) : nil
  }

  /// Deviation across the line of the largest spread, mean of the half of the parts that have more.
  private static func turn(_ views: [[RelativeColor?]]) -> Double? {
    let parts = views.map(\.count).min() ?? 0
    var spreads: [Double] = []
    for part in 0..<parts {
      let colors = views.compactMap { $0[part] }
      guard colors.count >= 6, colors.count * 2 >= views.count else { continue }
      let count = Double(colors.count)
      let red = colors.reduce(0) { $0 + $1.red } / count
      let blue = colors.reduce(0) { $0 + $1.blue } / count
      var (rr, bb, rb) = (0.0, 0.0, 0.0)
      for color in colors {
        let (r, b) = (color.red - red, color.blue - blue)
        rr += r * r / count
        bb += b * b / count
        rb += r * b / count
      }
      let half = (rr + bb) / 2
      let root = ((rr - bb) * (rr - bb) / 4 + rb * rb).squareRoot()
      spreads.append(max(0, half - root).squareRoot())
    }
    guard spreads.count * 3 >= parts, parts > 0, !spreads.isEmpty else { return nil }
    let best = spreads.sorted(by: >).prefix(max(1, parts / 2))
    return best.reduce(0, +) / Double(best.count)
  }
}

internal import BonafideObservations

/// Finds places for the names of boxes: above, below or beside their boxes, inside the picture, and away from the other
/// boxes and names as far as that goes.
struct LabelPlacement {
  private let picture: Size
  private let boxes: [Rect]
  private var taken: [Rect] = []

  /// Names that cover each other cannot be read; one that covers a box hides what is shown there.
  private static let coveredName = 4.0
  /// In heights of a name; lower boxes are taken for lines of text.
  private static let lineHeight = 1.6

  init(in picture: Size, around boxes: [Rect]) {
    self.picture = picture
    self.boxes = boxes
  }

  /// The place of a name of this size; nil when the picture is too small for it.
  mutating func place(_ size: Size, beside box: Rect) -> Rect? {
    guard size.width <= picture.width else { return nil }
    var best: (place: Rect, cost: Double)?
    for place in candidates(size, beside: box) {
      let cost = cost(of: place)
      if cost < best?.cost ?? .infinity { best = (place, cost) }
      if cost == 0 { break }
    }
    if let best { taken.append(best.place) }
    return best?.place
  }

  /// In the order of preference. A name below a line of text looks like that of the next line, so beside it is better.
  private func candidates(_ size: Size, beside box: Rect) -> [Rect] {
    let gap = size.height / 12
    let right = box.maxX - size.width
    let lower = box.maxY - size.height
    let above = [box.x, right].map { ($0, box.y - gap - size.height) }
    let below = [box.x, right].map { ($0, box.maxY + gap) }
    let beside = [box.maxX + gap, box.x - gap - size.width].flatMap { [($0, box.y), ($0, lower)] }
    let isLine = box.height < LabelPlacement.lineHeight * size.height
    let corners = above + (isLine ? beside + below : below + beside)
    return corners.compactMap { x, y in
      guard y >= 0, y + size.height <= picture.height else { return nil }
      return Rect(
        x: min(max(x, 0), picture.width - size.width), y: y, width: size.width, height: size.height)
    }
  }

  private func cost(of place: Rect) -> Double {
    let names = taken.reduce(0) { $0 + ($1.intersection(place)?.area ?? 0) }
    return boxes.reduce(names * LabelPlacement.coveredName) { $0 + ($1.intersection(place)?.area ?? 0) }
  }
}

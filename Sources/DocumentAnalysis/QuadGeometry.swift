package import BonafideObservations

/// Four corners of a document, clockwise from its top left.
extension [Point] {
  /// The corners of the document the other way up.
  package var turnedOver: [Point] { count == 4 ? [self[2], self[3], self[0], self[1]] : self }

  /// Mean length of its upper and lower side, and of its left and right one; nothing of what has no four corners.
  package var sides: Size {
    guard count == 4 else { return Size(width: 0, height: 0) }
    return Size(
      width: (self[0].distance(to: self[1]) + self[3].distance(to: self[2])) / 2,
      height: (self[1].distance(to: self[2]) + self[0].distance(to: self[3])) / 2)
  }
}

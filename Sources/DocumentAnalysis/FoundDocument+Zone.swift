package import BonafideObservations

extension FoundDocument {
  /// Whether the middle of a zone lies within the document. Its ends may not: where a finger hides them, the zone may have
  /// been taken for longer than it is.
  package func holds(_ zone: [Point]) -> Bool {
    guard zone.count == 4 else { return false }
    let middle = (zone[0] + zone[1] + zone[2] + zone[3]) * 0.25
    return quad.indices.allSatisfy { index in
      let (from, to) = (quad[index], quad[(index + 1) % quad.count])
      return (to.x - from.x) * (middle.y - from.y) - (to.y - from.y) * (middle.x - from.x) >= 0
    }
  }

  /// The same document with its corners in the order that its zone tells: the upper side runs as the zone is read. Nil
  /// for a zone that runs across it.
  package func upright(by zone: [Point]) -> FoundDocument? {
    guard zone.count == 4, quad.count == 4 else { return nil }
    let along = zone[1] + zone[2] - zone[0] - zone[3]
    let upper = quad[1] + quad[2] - quad[0] - quad[3]
    let cosine = upper.dot(along) / max(1e-9, upper.length * along.length)
    guard abs(cosine) > 0.7 else { return nil }
    guard cosine < 0 else { return self }
    return FoundDocument(
      quad: quad.turnedOver, score: score, kind: kind, cutByEdge: cutByEdge, quality: quality,
      hint: hint)
  }
}

extension Point {
  fileprivate var length: Double { dot(self).squareRoot() }
}

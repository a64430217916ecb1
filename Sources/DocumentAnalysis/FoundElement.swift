package import BonafideObservations

/// Something to be looked at that was found on a side of a document.
package struct FoundElement: Sendable, Hashable {
  package let element: SecurityElement
  /// How sure it is that the element is there, 0…1; half is where there and not there are equally likely.
  package let confidence: Double
  /// Pixels of the flattened picture.
  package let box: Rect

  package init(element: SecurityElement, confidence: Double, box: Rect) {
    self.element = element
    self.confidence = confidence
    self.box = box
  }
}

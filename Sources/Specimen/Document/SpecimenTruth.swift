package import BonafideObservations

/// What a specimen picture shows and where, in pixels of that picture.
package struct SpecimenTruth: Sendable, Codable, Hashable {
  package enum Side: String, Sendable, Codable { case front, back, page }

  /// Anything that has a place: corners clockwise from its own top left, and the upright box around them.
  package struct Place: Sendable, Codable, Hashable {
    package var quad: [Point]
    package var box: Rect

    init(_ quad: [Point]) {
      self.quad = quad
      box = Rect(around: quad) ?? Rect(x: 0, y: 0, width: 0, height: 0)
    }
  }

  package struct Field: Sendable, Codable, Hashable {
    /// As `document read` names them, and `motherName`, `fatherName`, `placeOfBirth`, `dateOfIssue`, `authority`.
    package let name: String
    /// Dates `YYYY-MM-DD`.
    package let value: String
    package let printed: String
    package var place: Place
  }

  package struct Element: Sendable, Codable, Hashable {
    /// `flag`, `mli`, `signature`, `crescent`, `barcode`, `chip`, `icao_logo`, `ovi`, `portrait`.
    package let name: String
    package var place: Place
  }

  package struct Zone: Sendable, Codable, Hashable {
    package let lines: [String]
    package var place: Place
  }

  /// `specimen`, as in every output about synthetic media.
  package var profile = "specimen"
  package let kind: SpecimenDocumentKind
  package let side: Side
  package let seed: UInt64
  package let flaw: SpecimenFlaw?
  package var scene: SpecimenSceneTruth?
  package var width: Int
  package var height: Int
  /// Corners of the document, clockwise from its own top left.
  package var corners: [Point]
  package var fields: [Field] = []
  package var elements: [Element] = []
  package var mrz: Zone?

  package func element(_ name: String) -> Element? { elements.first { $0.name == name } }
  package func field(_ name: String) -> Field? { fields.first { $0.name == name } }

  /// The same truth in a picture that shows this one elsewhere.
  func moved(width: Int, height: Int, _ place: (Point) -> Point) -> SpecimenTruth {
    var moved = self
    moved.width = width
    moved.height = height
    moved.corners = corners.map(place)
    for index in fields.indices { moved.fields[index].place = Place(fields[index].place.quad.map(place)) }
    for index in elements.indices { moved.elements[index].place = Place(elements[index].place.quad.map(place)) }
    if let zone = mrz { moved.mrz?.place = Place(zone.place.quad.map(place)) }
    return moved
  }
}

/// How a scene was lit and held.
package struct SpecimenSceneTruth: Sendable, Codable, Hashable {
  /// Standard deviations: of the blur in pixels, of the noise in levels.
  package var blur: Double
  package var noise: Double
  /// Levels that the brightest place of the glare adds; 0 for none.
  package var glare: Double
  package var glareBox: Rect?
  /// Box of what covers an edge of the document.
  package var finger: Rect?
}

internal import BonafideDocumentAnalysis
internal import BonafideFaceAnalysis
internal import BonafideInference
internal import BonafideMedia
internal import BonafideObservations
internal import BonafideTravelDocument

/// Looks at one picture of a document: where it is and which way up, its zone, its portrait and its print.
struct SideReader: Sendable {
  private let zones: MRZReader
  private let finder: DocumentFinder
  private let faces: FaceAnalyzer
  private let texts: TextReader
  private let settings: Settings

  init(models: ModelStore, faces: FaceAnalyzer, settings: Settings) {
    zones = MRZReader(models: models, settings: settings)
    finder = DocumentFinder(settings: settings)
    texts = TextReader(models: models, settings: settings)
    self.faces = faces
    self.settings = settings
  }

  /// Throws `no_document` when nothing in the picture is a document's.
  func read(_ picture: Image) throws -> SideReading {
    let zone = try zones.read(picture)
    let found = try document(in: picture, zone: zone?.quad)
    guard let flat = try flattened(picture, found) else { throw SideReader.nothing }
    var view = try upright(flat, zone: zone)
    if view.lines == nil, view.face == nil, zone.map(SideReader.isTurkish) == true {
      // The back of the Turkish card prints nothing that is compared, and print takes longest to read.
      view.lines = []
    }
    if view.lines == nil {
      let skipped = zone.flatMap { view.flat.flat($0.quad) } ?? []
      view.lines = try texts.read(view.flat.image, skipping: skipped)
    }
    let lines = view.lines ?? []
    guard zone != nil || found != nil || lines.count >= Int(settings[.documentLinesLeast]) else {
      throw SideReader.nothing
    }
    // Nothing at all on it: a table, a screen, a sheet of paper.
    guard zone != nil || view.face != nil || lines.count >= Int(settings[.documentLinesLeast]) else {
      throw SideReader.nothing
    }
    return SideReading(
      flat: view.flat, found: found, zone: zone,
      portrait: view.face.map { SideReading.Portrait($0, in: view.flat.image.size) }, lines: lines,
      signs: try CopySigns(of: picture, quad: view.flat.quad, settings: settings))
  }

  private static func isTurkish(_ zone: MRZReading) -> Bool {
    let read = zone.zone.zone
    return zone.isSound && read.format == .td1 && read.lines.first?.dropFirst(2).hasPrefix("TUR") == true
  }

  private static let nothing = BonafideError(
    .noDocument, "no document was found in the picture",
    hint: "show the whole card or page, flat, in even light, and let it fill the picture")

  /// Where a finger hides a side, the picture's edge may be taken for it; then the document that is seen without asking
  /// the zone counts, if the zone lies in it.
  private func document(in picture: Image, zone: [Point]?) throws -> FoundDocument? {
    let first = try finder.documents(in: picture, zone: zone).first
    guard let zone, let first, first.kind == .unknown || first.cutByEdge, first.score > 0.1 else { return first }
    let other = try finder.documents(in: picture).first { other in
      other.kind != .unknown && !other.cutByEdge && other.score >= first.score && other.holds(zone)
    }
    return other?.upright(by: zone) ?? first
  }

  // MARK: Flat and upright

  private func flattened(_ picture: Image, _ found: FoundDocument?) throws -> FlatDocument? {
    let (right, bottom) = (Double(picture.width - 1), Double(picture.height - 1))
    let frame = [Point(x: 0, y: 0), Point(x: right, y: 0), Point(x: right, y: bottom), Point(x: 0, y: bottom)]
    let quad = found?.quad ?? frame
    let (across, down) = found.map { ($0.quality.width, $0.quality.height) } ?? (right, bottom)
    let most = settings[found?.kind == .id1 ? .documentFlatWidthCard : .documentFlatWidth]
    let width = Int(min(max(across, most * 0.6), most).rounded())
    return try FlatDocument(picture, quad: quad, width: width, aspect: aspect(found, across / max(down, 1)))
  }

  /// Of the document itself where its kind is known, so that a view at an angle does not press it together.
  private func aspect(_ found: FoundDocument?, _ seen: Double) -> Double {
    let known: Double? =
      switch found?.kind {
      case .id1: 85.60 / 53.98
      case .id3: 125.0 / 88
      case .unknown, nil: nil
      }
    guard let known, let found, found.score > 0.1, !found.cutByEdge else { return seen }
    return seen >= 1 ? known : 1 / known
  }

  private struct View {
    var flat: FlatDocument
    var face: FaceObservation?
    var lines: [TextLine]?
  }

  /// A zone says which way up it is; without one a face does, and without that the print.
  private func upright(_ flat: FlatDocument, zone: MRZReading?) throws -> View {
    if let face = try face(on: flat) { return View(flat: flat, face: face) }
    if let zone {
      // On the back of a card a face that is hard to see is none.
      return View(flat: flat, face: zone.zone.zone.format == .td1 ? nil : try faceUnderPrint(on: flat))
    }
    guard let over = try flat.turnedOver() else { return View(flat: flat) }
    if let face = try face(on: over) { return View(flat: over, face: face) }
    if let face = try faceUnderPrint(on: flat) { return View(flat: flat, face: face) }
    let lines = try texts.read(flat.image)
    let letters = SideReader.certainLetters(lines)
    // Print that is upside down is read as little, and that without certainty.
    guard letters < 60 else { return View(flat: flat, lines: lines) }
    let others = try texts.read(over.image)
    return SideReader.certainLetters(others) > letters
      ? View(flat: over, lines: others) : View(flat: flat, lines: lines)
  }

  private static func certainLetters(_ lines: [TextLine]) -> Int {
    lines.reduce(0) { $0 + ($1.confidence > 0.85 ? $1.text.count : 0) }
  }

  /// The largest face. One that is small for a portrait is an element beside it, or somebody in a drawing.
  private func face(on flat: FlatDocument) throws -> FaceObservation? { try face(in: flat.image) }

  /// Fine lines that are printed over a portrait hide it from the detector; smoothed away, a little or a lot, they do not.
  private func faceUnderPrint(on flat: FlatDocument) throws -> FaceObservation? {
    let (width, height) = (flat.image.width, flat.image.height)
    for setting in [Setting.documentPortraitSmooth, .documentPortraitSmoother] {
      let factor = Int((Double(width) / settings[setting]).rounded())
      guard factor > 1 else { continue }
      let smooth = try flat.image.reduced(by: factor).resized(width: width, height: height)
      if let face = try face(in: smooth) { return face }
    }
    return nil
  }

  private func face(in image: Image) throws -> FaceObservation? {
    let least = settings[.documentPortraitLeast] * Double(image.width)
    return try faces.uprightFaces(in: image).first { $0.box.height >= least }
  }
}

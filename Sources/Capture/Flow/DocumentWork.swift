internal import BonafideMedia
internal import BonafideObservations
internal import BonafideTravelDocument

/// What a frame brought a step to.
struct DocumentSight: Sendable {
  enum End: Sendable {
    case done(DocumentFinding)
    case failed(DocumentFlowFailure.Kind, reason: String)
  }

  /// What the person should do.
  var guidance: String
  /// 0…1
  var progress = 0.0
  /// Corners of the document, pixels of the frame; nil where they are not known.
  var outline: [Point]?
  var end: End?
}

/// What a step found.
enum DocumentFinding: Sendable {
  case type(DocumentReading)
  case side(DocumentCapture.Side, DocumentReading)
  /// With what was read of the card in it, where that is known.
  case film(DocumentCapture.Film, DocumentReading?)
}

/// One step: frames in, until it ends. Throws only what is a fault of ours.
protocol DocumentWork: Sendable {
  mutating func observe(_ frame: Frame) throws -> DocumentSight
  /// No frame comes any more. Nil where that is no end of its own.
  mutating func finish() throws -> DocumentSight.End?
  /// What keeps it from being done, for the report of a time that is over.
  var obstacle: String { get }
  /// What was read of a zone that was not accepted.
  var rejectedZone: DocumentReading? { get }
}

extension DocumentWork {
  var rejectedZone: DocumentReading? { nil }
}

/// What works of all steps need.
struct DocumentEngine: Sendable {
  let reader: DocumentReader
  let identity: DocumentIdentity
  let makeWatch: @Sendable (DocumentSide) -> SideWatch
  let settings: Settings
  let today: CalendarDate
  let expectedNumber: String?

  /// Nil where the picture shows no document.
  func side(of picture: Image) throws -> SideReading? {
    do { return try reader.side(of: picture) } catch let error as BonafideError where error.code == .noDocument {
      return nil
    }
  }

  func reading(front: SideReading, back: SideReading? = nil) throws -> DocumentReading {
    try reader.reading(front: front, back: back, today: today, expectedNumber: expectedNumber)
  }

  /// Whether the number that was given can be one.
  var isExpectationSound: Bool {
    expectedNumber.map { NationalNumber.holds($0, of: "TUR") != false } ?? false
  }

  /// The middle of the picture's levels, 0…1, from a few places of it.
  static func brightness(_ image: Image) -> Double {
    let step = max(1, min(image.width, image.height) / 40)
    var (sum, count) = (0, 0)
    image.withPixels { pixels in
      for y in stride(from: step / 2, to: image.height, by: step) {
        for x in stride(from: step / 2, to: image.width, by: step) {
          let at = (y * image.width + x) * Image.bytesPerPixel
          sum += 299 * Int(pixels[at]) + 587 * Int(pixels[at + 1]) + 114 * Int(pixels[at + 2])
          count += 1
        }
      }
    }
    return count > 0 ? Double(sum) / Double(count) / 255_000 : 0
  }

  /// `more_light` where a picture is too dark to find anything in it (C-025), else `other`.
  func guidance(_ other: String, in image: Image) -> String {
    DocumentEngine.brightness(image) < settings[.documentDarkest] ? SideWatch.Hint.moreLight.rawValue : other
  }
}

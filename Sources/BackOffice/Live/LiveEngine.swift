package import BonafideBackOfficeAPI
package import BonafideObservations

/// Watches pictures as they come and says what the person should do. What it sees decides nothing: the judge looks at the
/// same pictures again.
package protocol LiveEngine: Sendable {
  /// Throws when `work.snapshot` is of another version, or of nothing.
  func begin(_ work: LiveWork) throws -> any LiveRun
  /// Where an element that has to be covered lies on the card; nil where that is not known.
  func place(ofElement name: String) -> CardArea?
}

extension LiveEngine {
  package func place(ofElement name: String) -> CardArea? { nil }
}

/// One try at one part.
package struct LiveWork: Sendable {
  package let part: CapturePart
  /// The challenge.
  package let steps: [String]
  package let settings: Settings
  /// What has to be covered in the touch test.
  package let element: String?
  /// Of another run of the same try, which has ended without a result.
  package let snapshot: [UInt8]?
}

/// A try that goes on. Blocks; called by one thread at a time.
package protocol LiveRun: AnyObject, Sendable {
  /// - `picture`: JPEG, as it came.
  /// - `time`: seconds, growing.
  /// - `isCut`: pictures are missing before this one.
  /// - `isWanted`: the person has asked for this picture of a document to be taken.
  ///
  /// Throws a `BonafideError` that concerns the input for what is no picture.
  func observe(_ picture: [UInt8], at time: Double, isCut: Bool, isWanted: Bool) throws -> LiveSight
  /// For another run to go on with; nil where there is nothing to keep.
  func snapshot() throws -> [UInt8]?
}

/// What was seen in one picture.
package struct LiveSight: Sendable {
  package enum End: Sendable {
    /// All that was asked for was seen.
    case passed
    case failed(Reason)
  }

  /// Pixels.
  package var width: Int
  package var height: Int
  /// Stable code of what the person should do.
  package var guidance: String?
  /// Of the running step, 0…1.
  package var progress = 0.0
  /// The running step, by its place.
  package var step: Int?
  /// Steps that are over.
  package var done = 0
  /// Shares of the picture: left, top, width, height.
  package var face: [Double]?
  /// Corners of the card, shares of the picture.
  package var card: [[Double]]?
  /// Whether this picture is the one to keep.
  package var isBest = false
  package var end: End?

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

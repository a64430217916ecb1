package import BonafideObservations

/// A picture in a report.
package struct ReportPicture: Sendable, Hashable {
  /// A JPEG or PNG file; anything else is shown as missing.
  package var file: [UInt8]
  package var caption: String
  /// Seconds by presentation time stamps; nil for a still picture.
  package var time: Double?
  /// In pixels, as the file is stored; needed for the box.
  package var size: Size?
  /// Where the face is, in pixels of the picture.
  package var face: Rect?

  package init(file: [UInt8], caption: String, time: Double? = nil, size: Size? = nil, face: Rect? = nil) {
    self.file = file
    self.caption = caption
    self.time = time
    self.size = size
    self.face = face
  }
}

internal import BonafideObservations
internal import Foundation

/// A picture with its caption, and a box around the face.
package struct PictureFigure {
  let picture: ReportPicture

  package init(_ picture: ReportPicture) {
    self.picture = picture
  }

  package var markup: Markup {
    let time: Markup = picture.time == nil ? "" : " <span class=\"time\">\(ReportNumber.seconds(picture.time))</span>"
    let caption: Markup = "<figcaption>\(picture.caption)\(time)</figcaption>"
    guard let address = PictureFigure.address(of: picture.file) else {
      return "<figure class=\"photo\"><p class=\"missing\">The picture cannot be shown.</p>\(caption)</figure>\n"
    }
    let image: Markup = "<img src=\"\(address)\" alt=\"\(description)\" />"
    return "<figure class=\"photo\"><div class=\"frame\">\(image)\(box)</div>\(caption)</figure>\n"
  }

  private var description: String {
    let time = picture.time.map { " at \(ReportNumber.seconds($0))" } ?? ""
    return "\(picture.caption)\(time)" + (picture.face == nil ? "" : ", the face is framed")
  }

  private var box: Markup {
    guard let size = picture.size, let face = picture.face, size.width >= 1, size.height >= 1,
      size.width.isFinite, size.height.isFinite, face.area.isFinite,
      let seen = face.intersection(Rect(x: 0, y: 0, width: size.width, height: size.height))
    else { return "" }
    let number = ReportNumber.coordinate
    let place: Markup = """
      x="\(number(seen.x))" y="\(number(seen.y))" width="\(number(seen.width))" height="\(number(seen.height))"
      """
    return """
      <svg class="box" viewBox="0 0 \(number(size.width)) \(number(size.height))" aria-hidden="true">\
      <rect class="under" \(place) /><rect class="over" \(place) /></svg>
      """
  }

  /// A data address of a JPEG or PNG file, told by its first bytes; nil for anything else.
  package static func address(of file: [UInt8]) -> String? {
    guard let type = mediaType(of: file) else { return nil }
    return "data:\(type);base64," + Data(file).base64EncodedString()
  }

  private static func mediaType(of file: [UInt8]) -> String? {
    if file.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    return nil
  }
}

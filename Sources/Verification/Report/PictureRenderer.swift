internal import BonafideObservations
internal import Foundation

/// Puts a picture into the page itself, with the face's box drawn over it.
struct PictureRenderer {
  let picture: VerificationReport.Picture

  var html: String {
    guard let type = mediaType, picture.size.width > 0, picture.size.height > 0 else { return "" }
    let data = Data(picture.bytes).base64EncodedString()
    let width = number(picture.size.width, decimals: 1)
    let height = number(picture.size.height, decimals: 1)
    let caption = escaped(picture.caption)
    var svg = "<svg viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"\(caption)\">"
    svg += "<image width=\"\(width)\" height=\"\(height)\" href=\"data:\(type);base64,\(data)\"/>"
    if let box = picture.face {
      let values = [box.x, box.y, box.width, box.height].map { number($0, decimals: 1) }
      svg +=
        "<rect class=\"box\" x=\"\(values[0])\" y=\"\(values[1])\" width=\"\(values[2])\" height=\"\(values[3])\"/>"
    }
    return "<figure class=\"picture\">\(svg)</svg><figcaption>\(caption)</figcaption></figure>"
  }

  /// By the first bytes; nil for anything that is not a JPEG or PNG.
  private var mediaType: String? {
    if picture.bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if picture.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    return nil
  }
}

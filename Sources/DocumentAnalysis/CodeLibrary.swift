internal import BonafideMedia
internal import BonafideObservations
internal import CZXing

/// ZXing-C++, in values.
enum CodeLibrary {
  struct Region {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  struct Reading {
    var symbology: Symbology
    var text: String
    /// Four, from the code's own top-left corner clockwise, in pixels of the picture that was read.
    var corners: [Point]
  }

  /// Reads the codes in some parts of a picture, in a process of its own. One that fails there ends the reading; what
  /// was read before counts.
  ///
  /// Throws `service_unavailable` when there can be no such process.
  static func read(_ picture: GreyImage, in regions: [Region], only symbology: Symbology?) throws -> [Reading] {
    let parts = regions.map {
      bonafide_code_region(x: Int32($0.x), y: Int32($0.y), width: Int32($0.width), height: Int32($0.height))
    }
    let codes = UnsafeMutablePointer<bonafide_codes>.allocate(capacity: 1)
    defer { codes.deallocate() }
    let status = picture.pixels.withUnsafeBufferPointer { pixels in
      parts.withUnsafeBufferPointer { parts in
        var request = bonafide_code_picture(
          pixels: pixels.baseAddress, width: Int32(picture.width), height: Int32(picture.height),
          regions: parts.baseAddress, region_count: Int32(parts.count),
          format: symbology.map { Int32($0.format.rawValue) } ?? 0)
        return bonafide_codes_read_apart(&request, codes)
      }
    }
    guard status != BONAFIDE_CODES_UNAVAILABLE else {
      throw BonafideError(
        .serviceUnavailable, "no process can be started to read codes in",
        hint: "allow seccomp filters and another process")
    }
    return readings(codes)
  }

  private static func readings(_ codes: UnsafeMutablePointer<bonafide_codes>) -> [Reading] {
    guard let text = UnsafeRawPointer(bonafide_codes_text(codes)) else { return [] }
    return withUnsafeBytes(of: &codes.pointee.codes) { raw in
      raw.bindMemory(to: bonafide_code.self).prefix(Int(codes.pointee.count)).compactMap { code in
        guard let symbology = Symbology(format: code.format) else { return nil }
        let bytes = UnsafeRawBufferPointer(start: text + Int(code.text_start), count: Int(code.text_length))
        let c = code.corners
        let corners = [(c.0, c.1), (c.2, c.3), (c.4, c.5), (c.6, c.7)].map { Point(x: Double($0.0), y: Double($0.1)) }
        return Reading(symbology: symbology, text: String(decoding: bytes, as: UTF8.self), corners: corners)
      }
    }
  }
}

extension Symbology {
  fileprivate init?(format: Int32) {
    guard let known = Symbology.allCases.first(where: { Int32($0.format.rawValue) == format }) else { return nil }
    self = known
  }

  fileprivate var format: bonafide_code_format {
    switch self {
    case .aztec: BONAFIDE_CODE_AZTEC
    case .codabar: BONAFIDE_CODE_CODABAR
    case .code39: BONAFIDE_CODE_CODE39
    case .code93: BONAFIDE_CODE_CODE93
    case .code128: BONAFIDE_CODE_CODE128
    case .dataBar: BONAFIDE_CODE_DATA_BAR
    case .dataBarExpanded: BONAFIDE_CODE_DATA_BAR_EXPANDED
    case .dataMatrix: BONAFIDE_CODE_DATA_MATRIX
    case .ean8: BONAFIDE_CODE_EAN8
    case .ean13: BONAFIDE_CODE_EAN13
    case .itf: BONAFIDE_CODE_ITF
    case .maxiCode: BONAFIDE_CODE_MAXI_CODE
    case .microQR: BONAFIDE_CODE_MICRO_QR
    case .pdf417: BONAFIDE_CODE_PDF417
    case .qr: BONAFIDE_CODE_QR
    case .upcA: BONAFIDE_CODE_UPC_A
    case .upcE: BONAFIDE_CODE_UPC_E
    }
  }
}

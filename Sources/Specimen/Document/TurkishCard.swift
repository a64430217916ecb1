internal import BonafideObservations
internal import BonafideTravelDocument

/// Front (C-100) and back (C-101) in the manner of the Turkish identity card.
enum TurkishCard {
  static func drawFront(_ sheet: DocumentSheet, _ holder: SpecimenHolder) {
    sheet.ground(SecurityPrint.draw)
    sheet.ground { drawing, rect, palette, _ in SecurityPrint.specimenMark(drawing, rect, palette.title) }
    sheet.element("flag", at: 4, 3, 6.9, 4.6, CardElements.flag)
    sheet.title("TÜRKİYE CUMHURİYETİ KİMLİK KARTI", at: 14, 2.6, size: 2.9, sheet.palette.title, fitting: 50)
    sheet.title("REPUBLIC OF TÜRKİYE IDENTITY CARD", at: 14, 6, size: 1.9, sheet.palette.label, fitting: 46)
    sheet.title("SPECIMEN", at: 67, 3, size: 2.8, Ink(0.8, 0.1, 0.1), fitting: 15)
    sheet.field(
      "identityNumber", "T.C. Kimlik No / TR Identity No", holder.identityNumber, at: 4.2, 10.3, size: 3.3, fitting: 25)
    sheet.element("portrait", at: 4.2, 17.6, 24, 30, CardElements.portrait(sheet.portrait))
    sheet.field("surname", "Soyadı / Surname", holder.surname, at: 32.5, 10.6)
    sheet.field("givenNames", "Adı / Given Name(s)", holder.givenNames, at: 32.5, 17.2)
    sheet.field(
      "dateOfBirth", "Doğum Tarihi / Date of Birth", holder.dateOfBirth.description, printed: holder.dateOfBirth.dotted,
      at: 32.5, 23.8, fitting: 21)
    let sex = holder.sex == .female ? "K / F" : "E / M"
    sheet.field("sex", "Cinsiyeti / Gender", holder.sex.rawValue, printed: sex, at: 56.5, 23.8, fitting: 18)
    sheet.field("documentNumber", "Seri No / Document No", holder.documentNumber, at: 32.5, 30.4, fitting: 21)
    sheet.field("nationality", "Uyruğu / Nationality", "TUR", printed: "T.C. / TUR", at: 56.5, 30.4, fitting: 18)
    sheet.field(
      "expiryDate", "Son Geçerlilik / Valid Until", holder.expiryDate.description, printed: holder.expiryDate.dotted,
      at: 32.5, 37, fitting: 21)
    sheet.caption("İmzası / Signature", at: 32.5, 43.4)
    sheet.element("signature", at: 33, 45.2, 20, 5, CardElements.signature)
    sheet.element("crescent", at: 69.5, 9.2, 12, 12, CardElements.crescent)
    sheet.element(
      "mli", at: 64.5, 36.8, 16.5, 13, CardElements.laserImage(sheet.portrait, holder.dateOfBirth.dotted))
  }

  static func drawBack(_ sheet: DocumentSheet, _ holder: SpecimenHolder) throws {
    sheet.ground(SecurityPrint.draw)
    sheet.ground { drawing, rect, palette, _ in SecurityPrint.specimenMark(drawing, rect, palette.title) }
    sheet.title("SPECIMEN", at: 4.5, 3, size: 2.8, Ink(0.8, 0.1, 0.1), fitting: 15)
    sheet.element("barcode", at: 30, 3, 42, 5.6, CardElements.barCode(holder.documentNumber))
    sheet.element("chip", at: 6, 11.5, 13, 11.5, CardElements.chip)
    sheet.field("motherName", "Anne Adı / Mother's Name", holder.motherName, at: 25, 11, size: 2.9)
    sheet.field("fatherName", "Baba Adı / Father's Name", holder.fatherName, at: 25, 17, size: 2.9)
    sheet.field("authority", "Veren Makam / Issued By", holder.authority, at: 25, 23, size: 2.9)
    sheet.element("icao_logo", at: 66, 11.5, 10.5, 6.5, CardElements.chipLogo)
    sheet.element("ovi", at: 66, 20.5, 12, 8, CardElements.colorShift("TC"))
    sheet.zone(try holder.zone(.turkishCard))
  }
}

extension CalendarDate {
  /// `dd.MM.yyyy`
  var dotted: String { "\(CalendarDate.two(day)).\(CalendarDate.two(month)).\(year)" }

  /// Day, month in English and French, year, e.g. `07 FEB/FÉV 1990`.
  var inWords: String { "\(CalendarDate.two(day)) \(CalendarDate.months[month - 1]) \(year)" }

  /// The month in English alone.
  var inEnglish: String { "\(CalendarDate.two(day)) \(CalendarDate.months[month - 1].prefix(3)) \(year)" }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

  /// ICAO Doc 9303-3, section 4.7.
  private static let months = [
    "JAN/JAN", "FEB/FÉV", "MAR/MARS", "APR/AVR", "MAY/MAI", "JUN/JUIN", "JUL/JUIL", "AUG/AOÛT", "SEP/SEPT", "OCT/OCT",
    "NOV/NOV", "DEC/DÉC",
  ]
}

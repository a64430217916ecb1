internal import BonafideObservations
internal import BonafideTravelDocument

/// How a document of Utopia writes days.
private enum DayForm: CaseIterable {
  case words, english, dotted

  func text(_ date: CalendarDate) -> String {
    switch self {
    case .words: date.inWords
    case .english: date.inEnglish
    case .dotted: date.dotted
    }
  }

  static func of(_ holder: SpecimenHolder) -> DayForm {
    allCases[(holder.dateOfBirth.day + holder.expiryDate.day) % allCases.count]
  }
}

extension DocumentSheet {
  fileprivate func day(
    _ name: String, _ label: String, _ date: CalendarDate, _ form: DayForm, at x: Double, _ y: Double,
    size: Double = 3.2, fitting width: Double
  ) {
    field(name, label, date.description, printed: form.text(date), at: x, y, size: size, fitting: width)
  }
}

/// A TD1 card of Utopia.
enum UtopianCard {
  static func drawFront(_ sheet: DocumentSheet, _ holder: SpecimenHolder) {
    let form = DayForm.of(holder)
    sheet.ground(SecurityPrint.draw)
    sheet.ground { drawing, rect, palette, _ in SecurityPrint.specimenMark(drawing, rect, palette.title) }
    sheet.title("UTOPIA / UTOPIE", at: 4.5, 2.6, size: 3.4, sheet.palette.title, fitting: 34)
    sheet.title("IDENTITY CARD / CARTE D'IDENTITÉ", at: 4.5, 6.8, size: 2, sheet.palette.label, fitting: 46)
    sheet.title("SPECIMEN", at: 64, 3.2, size: 2.8, Ink(0.8, 0.1, 0.1), fitting: 16)
    sheet.element("portrait", at: 4.5, 13, 26, 33, CardElements.portrait(sheet.portrait))
    sheet.field("surname", "Surname / Nom", holder.surname, at: 35, 11)
    sheet.field("givenNames", "Given names / Prénoms", holder.givenNames, at: 35, 17.4)
    sheet.field("sex", "Sex / Sexe", holder.sex.rawValue, at: 35, 23.8, fitting: 12)
    sheet.field("nationality", "Nationality / Nationalité", "UTO", printed: "UTOPIAN/UTO", at: 50, 23.8, fitting: 26)
    sheet.day(
      "dateOfBirth", "Date of birth / Date de naissance", holder.dateOfBirth, form, at: 35, 30.2, size: 3, fitting: 26)
    sheet.day(
      "expiryDate", "Date of expiry / Date d'expiration", holder.expiryDate, form, at: 35, 36.6, size: 3, fitting: 26)
    sheet.field("documentNumber", "Document No. / N° du document", holder.documentNumber, at: 35, 43, fitting: 27)
    sheet.caption("Signature", at: 66, 41)
    sheet.element("signature", at: 65, 43.5, 15, 5, CardElements.signature)
    sheet.element("ovi", at: 69, 30, 11, 8, CardElements.colorShift("UTO"))
  }

  static func drawBack(_ sheet: DocumentSheet, _ holder: SpecimenHolder) throws {
    let form = DayForm.of(holder)
    sheet.ground(SecurityPrint.draw)
    sheet.ground { drawing, rect, palette, _ in SecurityPrint.specimenMark(drawing, rect, palette.title) }
    sheet.title("SPECIMEN", at: 62, 3, size: 2.8, Ink(0.8, 0.1, 0.1), fitting: 16)
    sheet.field("placeOfBirth", "Place of birth / Lieu de naissance", holder.placeOfBirth, at: 5, 4, size: 2.9)
    sheet.field("authority", "Authority / Autorité", holder.authority, at: 5, 10.6, size: 2.9)
    sheet.day(
      "dateOfIssue", "Date of issue / Date de délivrance", holder.dateOfIssue, form, at: 5, 17.2, size: 2.9,
      fitting: 30)
    sheet.field("identityNumber", "Personal No. / N° personnel", holder.identityNumber, at: 5, 23.8, size: 2.9)
    sheet.element("chip", at: 45, 9.5, 13, 11.5, CardElements.chip)
    sheet.element("icao_logo", at: 66, 10, 10.5, 6.5, CardElements.chipLogo)
    sheet.element("barcode", at: 42, 24, 38, 5.4, CardElements.barCode(holder.documentNumber))
    sheet.zone(try holder.zone(.card))
  }
}

/// The data page of a passport of Utopia.
enum UtopianPassport {
  static func draw(_ sheet: DocumentSheet, _ holder: SpecimenHolder) throws {
    let form = DayForm.of(holder)
    sheet.ground(SecurityPrint.draw)
    sheet.ground { drawing, rect, palette, _ in SecurityPrint.specimenMark(drawing, rect, palette.title) }
    sheet.title("UTOPIA / UTOPIE", at: 6, 3.6, size: 4.2, sheet.palette.title, fitting: 42)
    sheet.title("PASSPORT / PASSEPORT", at: 6, 8.8, size: 2.6, sheet.palette.label, fitting: 38)
    sheet.title("SPECIMEN", at: 98, 4, size: 3.6, Ink(0.8, 0.1, 0.1), fitting: 21)
    sheet.element("portrait", at: 6.5, 16, 34, 43, CardElements.portrait(sheet.portrait))
    sheet.field("documentCode", "Type / Type", "P", at: 46, 9.5, size: 3.2, fitting: 12)
    sheet.field("issuingState", "Code / Code", "UTO", at: 61, 9.5, size: 3.2, fitting: 14)
    sheet.field("documentNumber", "Passport No. / N° de passeport", holder.documentNumber, at: 80, 9.5, size: 3.2)
    sheet.field("surname", "Surname / Nom", holder.surname, at: 46, 16.6, size: 3.2, fitting: 46)
    sheet.field("givenNames", "Given names / Prénoms", holder.givenNames, at: 46, 23.7, size: 3.2, fitting: 46)
    sheet.field("nationality", "Nationality / Nationalité", "UTO", printed: "UTOPIAN", at: 46, 30.8, size: 3.2)
    sheet.field("identityNumber", "Personal No. / N° personnel", holder.identityNumber, at: 84, 30.8, size: 3.2)
    sheet.day(
      "dateOfBirth", "Date of birth / Date de naissance", holder.dateOfBirth, form, at: 46, 37.9, size: 3.2, fitting: 34
    )
    sheet.field("sex", "Sex / Sexe", holder.sex.rawValue, at: 46, 45, size: 3.2, fitting: 12)
    sheet.field(
      "placeOfBirth", "Place of birth / Lieu de naissance", holder.placeOfBirth, at: 63, 45, size: 3.2, fitting: 34)
    sheet.day(
      "dateOfIssue", "Date of issue / Date de délivrance", holder.dateOfIssue, form, at: 46, 52.1, size: 3.2,
      fitting: 34)
    sheet.field("authority", "Authority / Autorité", holder.authority, at: 84, 52.1, size: 3.2, fitting: 36)
    sheet.day(
      "expiryDate", "Date of expiry / Date d'expiration", holder.expiryDate, form, at: 46, 59.2, size: 3.2, fitting: 34)
    sheet.element("signature", at: 86, 59.6, 28, 6, CardElements.signature)
    sheet.element("icao_logo", at: 82, 3, 9, 5.2, CardElements.chipLogo)
    sheet.element("ovi", at: 104, 38, 14, 10, CardElements.colorShift("UTO"))
    sheet.zone(try holder.zone(.passport))
  }
}

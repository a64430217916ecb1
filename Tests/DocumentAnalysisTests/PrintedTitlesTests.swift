import BonafideDocumentAnalysis
import BonafideObservations
import Testing

@Suite struct PrintedTitlesTests {
  private func titles(_ texts: String...) -> PrintedTitles {
    PrintedTitles(lines: texts.map { TextLine(text: $0, confidence: 0.9, quad: []) })
  }

  @Test func aTurkishFrontIsKnownByItsTitleAndLabels() {
    let front = titles(
      "TÜRKİYE CUMHURİYETİ KİMLİK KARTI", "T.C. Kimlik No / TR Identity No", "Soyadı / Surname",
      "Seri No / Document No",
      "Doğum Tarihi / Date of Birth")
    #expect(front.turkishCardFront == 1)
    #expect(front.identityCard)
    #expect(!front.passport && !front.visa && !front.residencePermit)
  }

  @Test func twoMisreadMarksAreEnoughAndOneIsNot() {
    #expect(titles("TÜRKlYE CUMHURIYETl", "Son Geçerlllik / Valid Until").turkishCardFront == 0.5)
    #expect(titles("Soyadi").turkishCardFront == 0)
    #expect(titles("PERSONALAUSWEIS", "Name/Surname/Nom", "Geburtstag/Date of birth").turkishCardFront == 0)
  }

  @Test(arguments: [
    "PASSPORT", "PASSEPORT", "TÜRKİYE CUMHURİYETİ PASAPORT", "REISEPASS / PASSPORT", "PASAPORTE",
  ])
  func passportsAreKnown(_ title: String) {
    #expect(titles(title).passport)
    #expect(!titles(title).visa)
  }

  @Test(arguments: [
    "IDENTITY CARD", "PERSONALAUSWEIS", "CARTE D'IDENTITÉ", "KİMLİK KARTI", "DOWÓD OSOBISTY", "ldentity card",
  ])
  func identityCardsAreKnown(_ title: String) {
    #expect(titles(title).identityCard)
  }

  @Test(arguments: ["VISA", "VISUM", "VİZE", "UNITED STATES VISA"])
  func visasAreKnown(_ title: String) {
    #expect(titles(title).visa)
    #expect(!titles(title).passport)
  }

  @Test(arguments: [
    "RESIDENCE PERMIT", "TITRE DE SÉJOUR", "AUFENTHALTSTITEL", "OTURMA İZNİ", "PERMANENT RESIDENT CARD",
  ])
  func residencePermitsAreKnown(_ title: String) {
    #expect(titles(title).residencePermit)
  }

  @Test func theNumberOfAPassportIsNoTitle() {
    #expect(!titles("VISA", "Passport No. / N° de passeport").passport)
  }

  @Test func namesAndNothingAreNoTitles() {
    for text in ["", "MUSTERMANN ERIKA", "12.08.1964", String(repeating: "ANNA ", count: 2000)] {
      let read = titles(text)
      #expect(!read.passport && !read.visa && !read.identityCard && !read.residencePermit && read.turkishCardFront == 0)
    }
  }
}

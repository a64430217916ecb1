import BonafideTravelDocument
import Testing

@Suite("A national number")
struct NationalNumberTests {
  /// C-108; the test number of the Dutch RvIG; the DNI of the Spanish specimens and of the ministry's page; the examples
  /// of the Wikipedia articles on CNP, isikukood and the Belgian number.
  @Test(
    "that is right",
    arguments: [
      (NationalNumber.Kind.turkey, "12345678950"), (.netherlands, "111222333"), (.netherlands, "123456782"),
      (.spain, "12345678Z"), (.spain, "99999999R"), (.spain, "X1234567L"), (.romania, "1630615123457"),
      (.estonia, "37605030299"), (.estonia, "36805280109"), (.belgium, "85073003328"), (.belgium, "17073003384"),
    ])
  func right(kind: NationalNumber.Kind, number: String) {
    #expect(kind.isValid(Array(number.utf8)))
    for last in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8 where last != number.utf8.last {
      #expect(!kind.isValid(Array(number.utf8.dropLast()) + [last]))
    }
  }

  @Test(
    "that is wrong, too short, too long or of other characters",
    arguments: [
      (NationalNumber.Kind.turkey, "12345678901"), (.turkey, "02345678950"), (.turkey, "1234567895"), (.turkey, ""),
      (.turkey, "1234567895A"), (.netherlands, "000000000"), (.netherlands, "1234567822"), (.spain, "99999999A"),
      (.spain, "A9999999R"), (.spain, "999999999"), (.romania, "1630615123458"), (.estonia, "37605030298"),
      (.belgium, "85073003329"), (.belgium, "<<<<<<<<<<<"),
    ])
  func wrong(kind: NationalNumber.Kind, number: String) {
    #expect(!kind.isValid(Array(number.utf8)))
  }

  @Test("is found in the optional data of its state alone")
  func place() throws {
    let spanish = try read(
      "IDESPBAA000589599999999R<<<<<<", "8001014F2501017ESP<<<<<<<<<<<7", "ESPANOLA<ESPANOLA<<CARMEN<<<<<")
    #expect(spanish.nationalNumber?.value == "99999999R" && spanish.nationalNumber?.isValid == true)
    let utopian = try read(
      "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10")
    #expect(utopian.nationalNumber == nil)
  }
}

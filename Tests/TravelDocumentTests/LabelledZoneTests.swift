import BonafideTravelDocument
import Foundation
import Testing

/// Zones with their truth, which lie beside the package and not in it.
@Suite("Labelled zones", .enabled(if: Place.haveTestData, "skipped: no test data"))
struct LabelledZoneTests {
  private static let names = [
    "doc": \MRZChecks.documentNumber, "dob": \.dateOfBirth, "exp": \.expiryDate,
    "opt": \.optional, "comp": \.composite,
  ]

  private func failing(_ checks: MRZChecks) -> Set<String> {
    Set(LabelledZoneTests.names.filter { checks[keyPath: $0.value] == false }.keys)
  }

  @Test("from unit tests are read as their truth says", arguments: LabelledZone.strings)
  func string(row: LabelledZone) throws {
    let mrz = try read(row.lines)
    #expect(mrz.format.rawValue == row.format)
    #expect(mrz.checks.allHold == (row["all_check_digits_ok"] == "1"))
    #expect(mrz.isValid == (row["valid"] == "1"))
    #expect(failing(mrz.checks) == Set(row["failing"].split(separator: " ").map(String.init)))
    try expectFields(of: mrz, row)
  }

  @Test("of documents are read as their truth says", arguments: LabelledZone.documents)
  func document(row: LabelledZone) throws {
    let mrz = try read(row.lines)
    #expect(mrz.format.rawValue == row.format)
    #expect(mrz.checks.allHold == (row["all_check_digits_ok"] == "1"))
    #expect(failing(mrz.checks) == Set(row["failing"].split(separator: " ").map(String.init)))
    try expectFields(of: mrz, row)
  }

  private func expectFields(of mrz: MRZ, _ row: LabelledZone) throws {
    #expect(mrz.issuingState.value ?? "" == row["issuing_state"])
    #expect(mrz.documentNumber.value ?? "" == row["number"])
    #expect(mrz.dateOfBirth.raw == row["dob"])
    #expect(mrz.expiryDate?.raw ?? "" == row["expiry"])
    #expect(mrz.sex.raw == row["sex"])
    #expect(mrz.nationality.value ?? "" == row["nationality"])
    #expect(mrz.name.surname.value ?? "" == row["surname"])
    #expect(mrz.name.givenNames.value ?? "" == row["given"])
    let optional = [mrz.optional.value ?? "", mrz.optional2?.value ?? ""]
    #expect(optional.filter { !$0.isEmpty }.joined(separator: "|") == row["optional"])
  }
}

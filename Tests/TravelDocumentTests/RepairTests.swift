import BonafideObservations
import BonafideTravelDocument
import Foundation
import Testing

private let turkish = [
  "I<TURA12B345675<12345678950<<<", "9001011F3001019TUR<<<<<<<<<<<2", "ORNEK<<AYSE<DENEME<<<<<<<<<<<<",
]
private let utopian = [
  "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
]

private func repairText(_ lines: [String], _ settings: Settings = .defaults) throws -> RepairedZone {
  try MRZRepair.repair(MRZZone(lines: lines.map { Array($0.utf8) }), settings)
}

/// Sure of everything but some columns, for which the candidates are given with their probabilities.
private func repair(
  _ lines: [String], as format: MRZFormat, doubts: [(line: Int, column: Int, candidates: [(Character, Double)])]
) throws -> RepairedZone {
  var read = lines.map { line in
    ReadLine(line.utf8.map { ReadCharacter([.init($0, logProbability: log(0.9999))]) })
  }
  for doubt in doubts {
    read[doubt.line - 1].characters[doubt.column - 1] = ReadCharacter(
      doubt.candidates.map { .init($0.0.asciiValue ?? 0, logProbability: log($0.1)) })
  }
  return try MRZRepair.repair(read, as: format)
}

@Suite("A misread zone, as text")
struct TextRepairTests {
  @Test("that is right stays as it is")
  func right() throws {
    let repaired = try repairText(turkish)
    #expect(repaired.outcome == .sound && repaired.corrected.isEmpty && repaired.zone.lines == turkish)
  }

  @Test("with letters among digits gets its digits back")
  func date() throws {
    let repaired = try repairText([turkish[0], "9OOI011F3001019TUR<<<<<<<<<<<Z", turkish[2]])
    #expect(repaired.outcome == .repaired && repaired.zone.lines == turkish)
    #expect(
      repaired.corrected == [
        MRZCorrection(line: 2, column: 2, from: "O", to: "0"), MRZCorrection(line: 2, column: 3, from: "O", to: "0"),
        MRZCorrection(line: 2, column: 4, from: "I", to: "1"), MRZCorrection(line: 2, column: 30, from: "Z", to: "2"),
      ])
    #expect(repaired.raw.lines[1] == "9OOI011F3001019TUR<<<<<<<<<<<Z")
  }

  @Test(
    "of a Turkish card gets the form of its number back (C-106)",
    arguments: ["I<TURAI2B345675<12345678950<<<", "I<TURA1Z83456T5<12345678950<<<", "I<TURA128345675<12345678950<<<"])
  func form(line: String) throws {
    let repaired = try repairText([line, turkish[1], turkish[2]])
    // T for 7 is in no table.
    let isRepairable = !line.contains("T5")
    #expect(repaired.outcome == (isRepairable ? .repaired : .unrepaired))
    #expect(repaired.zone.lines[0] == (isRepairable ? turkish[0] : line))
  }

  @Test("gets letters in names, which no check digit covers")
  func names() throws {
    let repaired = try repairText(["P<UT0ER1K550N<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", utopian[1]])
    #expect(repaired.outcome == .sound && repaired.zone.lines == utopian && repaired.corrected.count == 5)
  }

  @Test("whose digits are wrong keeps them, and the field is marked")
  func wrongDigit() throws {
    let repaired = try repairText([turkish[0], "9001012F3001019TUR<<<<<<<<<<<2", turkish[2]])
    #expect(repaired.outcome == .unrepaired && repaired.corrected.isEmpty)
    #expect(MRZ(repaired.zone, today: today).dateOfBirth.flaw == .checkDigit)
  }

  @Test("is not repaired where a second misreading could go unnoticed")
  func unnoticed() throws {
    // L898902C3 has no known form: its 6 might be a G to every check digit.
    let repaired = try repairText([utopian[0], "L898902C36UTO74O8122F1204159ZE184226B<<<<<10"])
    #expect(repaired.outcome == .ambiguous && repaired.corrected.isEmpty)
    let bold = Settings.defaults.setting(.mrzRepairMisread, to: 0.001)
    #expect(try repairText([utopian[0], "L898902C36UTO74O8122F1204159ZE184226B<<<<<10"], bold).zone.lines == utopian)
  }

  @Test("keeps a correction in one field that its check digit confirms when another is beyond repair")
  func partly() throws {
    let repaired = try repairText([utopian[0], "L898902C56UTO74O8122F1204159ZE184226B<<<<<10"])
    #expect(repaired.outcome == .unrepaired)
    #expect(repaired.corrected == [MRZCorrection(line: 2, column: 16, from: "O", to: "0")])
  }
}

@Suite("A misread zone, with probabilities")
struct ProbableRepairTests {
  @Test("takes the one candidate that the check digits ask for")
  func unique() throws {
    var lines = utopian
    lines[1] = "L8989O2C36UTO7408122F1204159ZE184226B<<<<<10"
    let repaired = try repair(lines, as: .td3, doubts: [(2, 6, [("O", 0.7), ("0", 0.2999)])])
    #expect(repaired.outcome == .repaired && repaired.zone.lines == utopian)
    #expect(repaired.corrected == [MRZCorrection(line: 2, column: 6, from: "O", to: "0")])
  }

  @Test("takes two candidates together")
  func two() throws {
    let repaired = try repair(
      utopian, as: .td3, doubts: [(2, 6, [("O", 0.6), ("0", 0.3999)]), (2, 3, [("B", 0.6), ("9", 0.3999)])])
    #expect(repaired.outcome == .repaired && repaired.zone.lines == utopian)
  }

  @Test("takes none of two readings that both have all check digits right")
  func ambiguous() throws {
    // Both columns weigh 1, and 9 is as much more than 8 as 1 is than 0.
    let misread = [utopian[0], "L888902C36UTO7408122F1204159ZE184226B<<<<<10"]
    let repaired = try repair(
      misread, as: .td3, doubts: [(2, 3, [("8", 0.6), ("9", 0.3999)]), (2, 6, [("0", 0.6), ("1", 0.3999)])])
    #expect(repaired.outcome == .ambiguous && repaired.zone.lines == misread)
    #expect(MRZ(repaired.zone, today: today).documentNumber.flaw == .checkDigit)
  }

  @Test("takes none where the recogniser names a character that no check digit tells from the read one")
  func twin() throws {
    let repaired = try repair(
      utopian, as: .td3, doubts: [(2, 6, [("O", 0.6), ("0", 0.3999)]), (2, 4, [("8", 0.7), ("S", 0.2999)])])
    #expect(repaired.outcome == .ambiguous && repaired.corrected.isEmpty)
  }

  @Test("takes none that is too unlikely")
  func unlikely() throws {
    let repaired = try repair(utopian, as: .td3, doubts: [(2, 6, [("O", 0.9995), ("0", 0.0001)])])
    #expect(repaired.outcome == .unrepaired && repaired.zone == repaired.raw)
  }

  @Test("holds a column to its kind of character, however unlikely that is")
  func column() throws {
    let repaired = try repair(utopian, as: .td3, doubts: [(2, 16, [("Q", 0.99), ("0", 0.00001)])])
    #expect(repaired.outcome == .repaired && repaired.zone.lines == utopian)
  }
}

@Suite("Candidates that make no sense")
struct HostileCandidateTests {
  @Test("are passed over", arguments: [Double.nan, .infinity, -.infinity, 1e308, -1e308, 5])
  func numbers(value: Double) throws {
    for format in MRZFormat.allCases {
      let character = ReadCharacter(
        MRZAlphabet.characters.map { .init($0, logProbability: value) } + [.init(0xFF, logProbability: 0)])
      let line = ReadLine(Array(repeating: character, count: format.lineLength))
      let repaired = try MRZRepair.repair(Array(repeating: line, count: format.lineCount), as: format)
      #expect(repaired.raw.bytes.count == format.characterCount)
    }
  }

  @Test("do not take for ever: many, all equally likely, with the widest settings", .timeLimit(.minutes(1)))
  func many() throws {
    var settings = Settings.defaults
    for setting in Setting.declaredMRZRepair { settings = settings.setting(setting, to: setting.range.lowerBound) }
    settings = settings.setting(.mrzRepairChanges, to: 4)
    var chance = Chance()
    for format in MRZFormat.allCases {
      let lines = (0..<format.lineCount).map { _ in
        ReadLine(
          (0..<format.lineLength).map { _ in
            ReadCharacter(
              (0..<1000).map { _ in
                .init(
                  UInt8.random(in: 0...255, using: &chance), logProbability: Double.random(in: -9...0, using: &chance))
              })
          })
      }
      _ = try MRZRepair.repair(lines, as: format, settings)
    }
  }

  @Test("are filler where a column has none")
  func none() throws {
    let line = ReadLine(Array(repeating: ReadCharacter([]), count: 30))
    #expect(try MRZRepair.repair([line, line, line], as: .td1).raw.lines[0] == String(repeating: "<", count: 30))
  }

  @Test("in lines of another shape are refused", arguments: [[], [0, 0], [30, 30, 29], [44, 44, 44], [1_000_000]])
  func shape(lengths: [Int]) {
    let lines = lengths.map { ReadLine(text: [UInt8](repeating: 0x3C, count: $0)) }
    for format in MRZFormat.allCases {
      #expect(throws: BonafideError(.noMRZ, "")) { try MRZRepair.repair(lines, as: format) }
    }
  }
}

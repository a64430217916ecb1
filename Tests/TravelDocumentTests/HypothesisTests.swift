import BonafideTravelDocument
import Testing

/// Lines as a recogniser gives them that is sure of every character.
private func unplaced(_ texts: [String], score: Double = 0) -> [UnplacedLine] {
  texts.map { text in
    let characters = text.utf8.map { byte in MRZAlphabet.characters.map { $0 == byte ? Float(-0.01) : -12 } }
    return UnplacedLine(fits: [text.utf8.count: .init(score: score, characters: characters)])
  }
}

// ICAO Doc 9303-4 and 9303-5, the specimens of Utopia.
private let passport = [
  "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
]
private let card = [
  "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
]

struct HypothesisTests {
  @Test func `two long lines are a passport`() throws {
    let found = try #require(MRZHypothesis.best(for: unplaced(passport)))
    #expect(found.format == .td3 && found.firstLine == 0 && found.lines.count == 2)
    #expect(try MRZRepair.repair(found.lines, as: found.format).zone.lines == passport)
  }

  @Test func `three short lines are a card`() throws {
    #expect(try #require(MRZHypothesis.best(for: unplaced(card))).format == .td1)
  }

  @Test func `a V in front makes a visa`() throws {
    let visa = ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX4009078F96121096ZE184226B<<<<<<"]
    #expect(try #require(MRZHypothesis.best(for: unplaced(visa))).format == .mrva)
  }

  @Test func `a line of other text before the zone is left out`() throws {
    let above = "REPUBLIC<OF<UTOPIA<MINISTRY<OF<THE<INTERIORS"
    let found = try #require(MRZHypothesis.best(for: unplaced([above] + passport)))
    #expect(found.format == .td3 && found.firstLine == 1)
  }

  @Test func `where letter and zero are equally likely the zero is taken`() throws {
    var lines = unplaced(passport)
    let text = Array(passport[1].utf8)
    let place = try #require(text.firstIndex(of: UInt8(ascii: "0")))
    let characters = text.enumerated().map { index, byte in
      MRZAlphabet.characters.map { candidate -> Float in
        if index == place { return candidate == UInt8(ascii: "0") || candidate == UInt8(ascii: "O") ? -0.7 : -12 }
        return candidate == byte ? -0.01 : -12
      }
    }
    lines[1] = UnplacedLine(fits: [44: .init(score: 0, characters: characters)])
    let found = try #require(MRZHypothesis.best(for: lines))
    #expect(try MRZRepair.repair(found.lines, as: found.format).raw.lines == passport)
  }

  @Test(arguments: [0, 1])
  func `fewer lines than any format has are nothing`(count: Int) {
    #expect(MRZHypothesis.best(for: Array(unplaced(passport).prefix(count))) == nil)
  }

  @Test func `fits of the wrong shape are passed over`() {
    let broken = UnplacedLine(fits: [44: .init(score: 0, characters: [[0]]), 30: .init(score: .nan, characters: [])])
    #expect(MRZHypothesis.best(for: [broken, broken, broken]) == nil)
  }
}

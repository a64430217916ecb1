internal import BonafideDocumentAnalysis
internal import BonafideMedia
internal import BonafideObservations
internal import BonafideTravelDocument
internal import BonafideVerification

/// Puts together what was read from the pictures of one document.
struct DocumentAssembly {
  private let sides: [DocumentSide: SideReading]
  private let zones: [DocumentSide: MRZ]
  private let titles: [DocumentSide: PrintedTitles]
  private let today: CalendarDate
  private let settings: Settings

  init(_ sides: [DocumentSide: SideReading], today: CalendarDate, settings: Settings) {
    self.sides = sides
    self.today = today
    self.settings = settings
    let titles = sides.mapValues { PrintedTitles(lines: $0.lines) }
    let read = sides.compactMapValues { side in side.zone.map { MRZ($0.zone.zone, today: today) } }
    let anyHolds = read.values.contains(where: \.isValid)
    zones = read.filter { image, mrz in
      // Print that was taken for a zone: beside a real one, or under the title of a front.
      mrz.isValid || !anyHolds && (titles[image]?.turkishCardFront ?? 0) < settings[.documentTitleLeast]
    }
    self.titles = titles
  }

  func reading(_ expectedNumber: String?) throws -> DocumentReading {
    let zoneImage = zoneImage
    let mrz = zoneImage.flatMap { zones[$0] }
    let type = type(mrz)
    let zone = zoneImage.flatMap { sides[$0]?.zone }
    var reading = DocumentReading(
      type: type, sides: sides, evidence: DocumentEvidence(type: type, zone: state(of: zone, mrz)))
    reading.mrz = mrz
    reading.zone = zone
    reading.zoneImage = zoneImage
    let used = used(type)
    let (printed, doubtful) = printed(mrz, on: used)
    reading.printed = printed
    if let mrz {
      let checks = CrossCheck.all(mrz: mrz, printed: printed.map(\.entry), doubtful: doubtful)
      if reading.evidence.zone == .unclear {
        // What was misread disagrees with everything.
        reading.crossChecks = checks.map {
          CrossCheck(field: $0.field, mrz: $0.mrz, printed: $0.printed, agrees: $0.agrees == true ? true : nil)
        }
      } else {
        (reading.crossChecks, reading.evidence.doubtfulInZone) = zone.map { doubted(checks, mrz, $0) } ?? (checks, [])
      }
    }
    reading.portrait = portrait(on: used)
    reading.isExpired = isExpired(mrz, printed)
    try look(at: type, used, &reading)
    complete(&reading, expectedNumber)
    return reading
  }

  // MARK: What it is

  /// The picture whose zone counts: the one that holds, the front's where both do.
  private var zoneImage: DocumentSide? {
    let seen = DocumentSide.allCases.filter { zones[$0] != nil }
    return seen.first { zones[$0]?.isValid == true } ?? seen.first
  }

  private func type(_ mrz: MRZ?) -> DocumentType {
    if let mrz {
      switch mrz.format {
      case .td3: return .passport
      case .mrva, .mrvb: return .visa
      case .idfra: return .card
      case .td1, .td2: break
      }
      if mrz.format == .td1, mrz.issuingState.value == "TUR", mrz.documentCode.raw.hasPrefix("I") {
        return .turkishCard
      }
      return mrz.documentCode.raw.hasPrefix("P") ? .passport : .card
    }
    let found = DocumentSide.allCases.compactMap { titles[$0] }
    if found.contains(where: isTurkishCardFront) { return .turkishCard }
    if found.contains(where: \.passport) { return .passport }
    if found.contains(where: \.visa) { return .visa }
    return found.contains { $0.identityCard || $0.residencePermit } ? .card : .unknown
  }

  /// A passport's or visa's second picture says nothing about it.
  private func used(_ type: DocumentType) -> [DocumentSide] {
    let given = DocumentSide.allCases.filter { sides[$0] != nil }
    guard type == .passport || type == .visa, given.count == 2 else { return given }
    return [zoneImage ?? .front]
  }

  // MARK: What it says

  /// Of both sides; labelled readings before others, the front's before the back's.
  private func printed(
    _ mrz: MRZ?, on used: [DocumentSide]
  ) -> (fields: [DocumentReading.Printed], doubtful: Set<DocumentField>) {
    let sound = mrz.flatMap { $0.isValid ? $0 : nil }
    var found: [DocumentReading.Printed] = []
    var doubtful: Set<DocumentField> = []
    for image in used {
      guard let side = sides[image] else { continue }
      let fields = PrintedFields(lines: side.lines, mrz: sound, today: today, settings: settings)
      found += fields.entries.map {
        DocumentReading.Printed(entry: $0, box: side.flat.box($0.box), image: image)
      }
      doubtful.formUnion(fields.doubts.map(\.field))
    }
    let fields = DocumentField.allCases.compactMap { field in
      let own = found.filter { $0.entry.field == field }
      return own.first { $0.entry.locatedBy == .label } ?? own.first
    }
    return (fields, doubtful.subtracting(fields.map(\.entry.field)))
  }

  /// Where the print says what a doubtful character of the zone may be too, it does not disagree: no check digit covers
  /// names, sex and states.
  private func doubted(
    _ checks: [CrossCheck], _ mrz: MRZ, _ zone: MRZReading
  ) -> (checks: [CrossCheck], doubtful: Set<DocumentField>) {
    let others = zone.otherZones.map { MRZ($0, today: today) }.filter { $0.checks == mrz.checks }
    var doubtful: Set<DocumentField> = []
    let settled = checks.map { check -> CrossCheck in
      guard check.agrees == false, let printed = check.printed,
        others.contains(where: { $0.agrees(check.field, printed: printed) == true })
      else { return check }
      doubtful.insert(check.field)
      return CrossCheck(field: check.field, mrz: check.mrz, printed: printed, agrees: nil)
    }
    return (settled, doubtful)
  }

  private func isExpired(_ mrz: MRZ?, _ printed: [DocumentReading.Printed]) -> Bool? {
    if let mrz, mrz.expiryDate?.flaw == nil, let expired = mrz.isExpired(on: today) { return expired }
    let text = printed.first { $0.entry.field == .expiryDate }?.entry.value
    return text.flatMap { CalendarDate(iso: $0) }.map { $0 < today }
  }

  /// The largest on any side. The back of a card carries at most a second, smaller one.
  private func portrait(on used: [DocumentSide]) -> DocumentReading.Portrait? {
    let found = used.compactMap { image -> DocumentReading.Portrait? in
      guard let side = sides[image], let portrait = side.portrait else { return nil }
      return DocumentReading.Portrait(reading: portrait, box: side.flat.box(portrait.box), image: image)
    }
    return found.max { $0.reading.face.box.area < $1.reading.face.box.area }
  }

  // MARK: What it looks like

  private func look(at type: DocumentType, _ used: [DocumentSide], _ reading: inout DocumentReading) throws {
    for image in used {
      guard let side = sides[image] else { continue }
      let signs = side.signs
      reading.evidence.isGreyCopy = DocumentAssembly.either(reading.evidence.isGreyCopy, signs.isGreyCopy)
      reading.evidence.isScreen = DocumentAssembly.either(reading.evidence.isScreen, signs.isScreen)
      guard type == .turkishCard else { continue }
      let own = role(of: image)
      for found in try ElementFinder(settings: settings).elements(in: side.flat.image, side: own) {
        reading.elements.append(
          ElementSighting(
            element: found.element, confidence: found.confidence, box: side.flat.box(found.box), flatBox: found.box,
            image: image))
      }
      for element in SecurityElement.allCases where element.side == own {
        let seen = reading.elements.filter { $0.element == element }.map(\.confidence).max()
        reading.evidence.elements.updateValue(seen, forKey: element)
      }
    }
    reading.elements.sort {
      SecurityElement.allCases.firstIndex(of: $0.element) ?? 0 < SecurityElement.allCases.firstIndex(of: $1.element)
        ?? 0
    }
  }

  private static func either(_ one: Bool?, _ other: Bool?) -> Bool? {
    guard let one, let other else { return one ?? other }
    return one || other
  }

  /// Which side of a card a picture really shows.
  private func role(of image: DocumentSide) -> DocumentSide {
    if zones[image] != nil { return .back }
    if let titles = titles[image], isTurkishCardFront(titles) || sides[image]?.portrait != nil { return .front }
    return image
  }

  private func isTurkishCardFront(_ titles: PrintedTitles) -> Bool {
    titles.turkishCardFront >= settings[.documentTitleLeast]
  }

  // MARK: Evidence

  private func state(of zone: MRZReading?, _ mrz: MRZ?) -> DocumentEvidence.Zone {
    guard let zone, let mrz else { return .missing }
    if mrz.isValid { return .valid }
    let isDoubtful = !zone.doubts.isEmpty || zone.zone.outcome == .ambiguous
    return isDoubtful ? .unclear : .invalid
  }

  private func complete(_ reading: inout DocumentReading, _ expectedNumber: String?) {
    reading.evidence.crossChecks = reading.crossChecks
    reading.evidence.expired = reading.isExpired
    reading.evidence.hasPortrait = reading.portrait != nil
    reading.evidence.shown = shown(reading.type)
    let printedImages = Set(reading.printed.map(\.image))
    reading.evidence.zoneIsOnOtherSide =
      reading.zoneImage.map { zone in printedImages.contains { $0 != zone } } ?? false
    if let mrz = reading.mrz, mrz.isValid {
      let flaws = [mrz.dateOfBirth.flaw, mrz.expiryDate?.flaw]
      reading.evidence.hasImpossibleDate =
        flaws.contains(.impossible) || isBeforeBirth(mrz.expiryDate?.value, mrz.dateOfBirth.value)
    }
    let zoneNumber = reading.evidence.zone == .unclear ? nil : reading.mrz?.nationalNumber?.value
    let numbers = [zoneNumber, reading.printedValue(of: .identityNumber)].compactMap { $0 }
    let state = reading.value(of: .issuingState) ?? (reading.type == .turkishCard ? "TUR" : "")
    let held = numbers.compactMap { NationalNumber.holds($0, of: state) }
    reading.evidence.nationalNumberHolds = held.isEmpty ? nil : held.allSatisfy { $0 }
    if let expectedNumber {
      reading.evidence.isNumberExpected = true
      let wanted = expectedNumber.filter { !$0.isWhitespace }
      let read = numbers.map { $0.filter { !$0.isWhitespace } }
      reading.evidence.isExpectedNumber = read.isEmpty ? nil : read.allSatisfy { $0 == wanted }
    }
  }

  private func isBeforeBirth(_ expiry: CalendarDate?, _ birth: CalendarDate?) -> Bool {
    guard let expiry, let birth else { return false }
    return expiry <= birth
  }

  private func shown(_ type: DocumentType) -> Set<DocumentEvidence.Shown> {
    let isSingle = sides[.back] == nil
    var shown: Set<DocumentEvidence.Shown> = []
    if let front = zones[.front], let back = zones[.back], front.isValid, back.isValid,
      front.zone.bytes != back.zone.bytes
    {
      shown.insert(.twoDocuments)
    }
    if type != .turkishCard, zoneImage != nil, titles.values.contains(where: isTurkishCardFront) {
      shown.insert(.twoDocuments)
    }
    switch type {
    case .passport, .visa:
      if !isSingle { shown.insert(zoneImage == .back ? .sidesSwapped : .backNotNeeded) }
    case .turkishCard:
      if isSingle {
        shown.insert(role(of: .front) == .front ? .backMissing : .frontMissing)
      } else if role(of: .front) == role(of: .back) {
        shown.formUnion([.sameSideTwice, role(of: .front) == .front ? .backMissing : .frontMissing])
      } else if role(of: .front) == .back {
        shown.insert(.sidesSwapped)
      }
    case .card:
      let isZoneOnly = zones[.front] != nil && sides[.front]?.portrait == nil
      if isSingle {
        if isZoneOnly { shown.insert(.frontMissing) } else if zones[.front] == nil { shown.insert(.backMissing) }
      } else if let front = zones[.front], let back = zones[.back] {
        if front.zone.bytes == back.zone.bytes { shown.insert(.sameSideTwice) }
      } else if zones[.front] != nil, sides[.front]?.portrait == nil, sides[.back]?.portrait != nil {
        shown.insert(.sidesSwapped)
      } else if zones.isEmpty {
        shown.insert(.backMissing)
      }
    case .unknown: break
    }
    return shown
  }
}

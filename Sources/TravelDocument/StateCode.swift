/// The codes for issuing states, organisations and nationalities in machine-readable zones.
package enum StateCode {
  /// Whether a code of one to three letters, without fillers, is in the list.
  package static func isKnown(_ code: ArraySlice<UInt8>) -> Bool {
    guard let place = place(code) else { return false }
    return known[place / 64] & (1 << UInt64(place % 64)) != 0
  }

  /// ISO 3166-1 alpha-3.
  private static let iso = """
    ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS BIH BLM BLR
    BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP
    CZE DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB
    GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN
    KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD
    MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN
    PCN PER PHL PLW PNG POL PRI PRK PRT PRY PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM
    SPM SRB SSD STP SUR SVK SVN SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR
    UMI URY USA UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE
    """

  /// ICAO Doc 9303-3, section 5: Germany; kinds of British nationals; the United Nations and Kosovo; other
  /// organisations; persons without a nationality; the European Union; Utopia, the country of the specimens.
  private static let icao = """
    D GBD GBN GBO GBP GBS UNO UNA UNK RKS XKX XBA XIM XCC XCE XCO XEC XPO XES XMP XOM XDC XXA XXB XXC XXK XXX EUE UTO
    """

  /// Withdrawn from ISO 3166-1 (part 3 of that standard) while passports that carry them were still about.
  private static let former = "ANT ROM SCG TMP YUG ZAR"

  /// A bit for each code, of 27³.
  private static let known: [UInt64] = {
    var bits = [UInt64](repeating: 0, count: 27 * 27 * 27 / 64 + 1)
    for list in [iso, icao, former] {
      for code in list.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
        guard let place = place(Array(code)[...]) else { continue }
        bits[place / 64] |= 1 << UInt64(place % 64)
      }
    }
    return bits
  }()

  private static func place(_ code: ArraySlice<UInt8>) -> Int? {
    guard (1...3).contains(code.count), code.allSatisfy(MRZAlphabet.isLetter) else { return nil }
    return code.reduce(0) { $0 * 27 + Int($1) - 0x40 }
  }
}

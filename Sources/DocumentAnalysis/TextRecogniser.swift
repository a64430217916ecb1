internal import BonafideInference
internal import BonafideMedia
internal import BonafideObservations

/// Reads lines of text with one of PP-OCR's recognition networks.
struct TextRecogniser: Sendable {
  /// Which network: the raw value is what its entries in the manifest end with.
  enum Network: String, Sendable {
    case thorough = ""
    /// Takes a fifth of the time, and confuses small marks more often.
    case fast = "_fast"

    var modelName: String { "text_recognition" + rawValue }
    var charactersName: String { "text_characters" + rawValue }
  }

  /// What the network takes.
  static let height = 48
  private static let narrowest = 64
  /// Lines longer than ten times their height are headings, labels in several languages or a zone's: what is beyond is
  /// pressed together, which halves the time of a whole page.
  private static let unpressed = 480.0
  private static let pressing = 0.5
  private static let widest = 960.0
  private static let columnsOfStep = 8

  private let network: Network
  private let models: ModelStore
  private let settings: Settings
  private let alphabet = OnceValue<TextAlphabet>()

  init(_ network: Network, models: ModelStore, settings: Settings) {
    self.network = network
    self.models = models
    self.settings = settings
  }

  /// What stands in some regions of a picture, in their order. Nil where nothing does, or where there is more to read
  /// than the settings allow. One line at a time: runs of several take as long, and would have to be filled up.
  func read(_ regions: [TextRegions.Region], of pyramid: inout Pyramid) throws -> [TextLine?] {
    var left = Int(settings[.textColumnsMost])
    var lines: [TextLine?] = []
    for region in regions {
      left -= TextRecogniser.width(of: region)
      guard left >= 0 else { break }
      lines.append(try read(region, of: &pyramid))
    }
    return lines + Array(repeating: nil, count: regions.count - lines.count)
  }

  private static func width(of region: TextRegions.Region) -> Int {
    max(narrowest, (ownWidth(of: region) + columnsOfStep - 1) / columnsOfStep * columnsOfStep)
  }

  /// Pixels that the line takes of its strip.
  private static func ownWidth(of region: TextRegions.Region) -> Int {
    let natural = region.length / max(region.height, 1e-9) * Double(height)
    let pressed = natural > unpressed ? unpressed + pressing * (natural - unpressed) : natural
    return Int(min(max(pressed, 8), widest).rounded())
  }

  private func read(_ region: TextRegions.Region, of pyramid: inout Pyramid) throws -> TextLine? {
    let height = TextRecogniser.height
    let width = TextRecogniser.width(of: region)
    let own = min(width, TextRecogniser.ownWidth(of: region))
    let pixels = try pyramid.strip(of: region, width: own, height: height)
    var padded = [Float](repeating: 0, count: 3 * height * width)
    for row in 0..<3 * height {
      for x in 0..<own { padded[row * width + x] = pixels[row * own + x] }
    }
    let input = Tensor(shape: [1, 3, height, width], values: padded)
    let results = try models.model(network.modelName).run(input, named: "x", outputs: ["fetch_name_0"])
    let alphabet = try alphabet.value {
      try TextAlphabet(list: models.data(network.charactersName))
    }
    guard let result = results.first, result.shape.count == 3, result.shape[0] == 1,
      result.shape[2] == alphabet.classCount, result.values.count == result.shape[1] * alphabet.classCount
    else { throw BonafideError(.internal, "the text recogniser answered in an unknown shape") }
    return line(
      TextRecogniser.decoded(result.values, alphabet, share: Double(own) / Double(width)), at: region)
  }

  /// The most likely class at each step, repetitions and blanks left out (CTC, best path).
  ///
  /// `share`: how much of the width the line takes; the rest is filled up.
  private static func decoded(
    _ values: [Float], _ alphabet: TextAlphabet, share: Double
  ) -> [TextLine.Character] {
    let steps = values.count / alphabet.classCount
    var runs: [TextRun] = []
    var last = TextAlphabet.blank
    values.withUnsafeBufferPointer { values in
      for step in 0..<steps {
        let own = UnsafeBufferPointer(rebasing: values[step * alphabet.classCount..<(step + 1) * alphabet.classCount])
        var best = TextAlphabet.blank
        for index in 1..<alphabet.classCount where own[index] > own[best] { best = index }
        if best != TextAlphabet.blank {
          if best != last { runs.append(TextRun(best, alphabet)) }
          runs[runs.count - 1].add(step, own, alphabet)
        }
        last = best
      }
    }
    return runs.map { $0.character(of: alphabet, stepWidth: 1 / (Double(steps) * max(share, 1e-9))) }
  }

  private func line(_ characters: [TextLine.Character], at region: TextRegions.Region) -> TextLine? {
    var characters = CapitalWords.restored(characters)[...]
    while characters.first?.text == " " { characters.removeFirst() }
    while characters.last?.text == " " { characters.removeLast() }
    guard !characters.isEmpty else { return nil }
    let confidence = characters.reduce(0) { $0 + $1.confidence } / Double(characters.count)
    guard confidence >= settings[.textConfidenceLeast] else { return nil }
    return TextLine(
      text: String(characters.map(\.text)), confidence: confidence, quad: region.corners,
      characters: Array(characters))
  }
}

import BonafideDocumentAnalysis
import BonafideObservations

/// A line of level print, letters half as wide as it is high, whose characters have probabilities of their own where they are given.
func line(
  _ text: String, x: Double, y: Double, height: Double = 20, confidence: Double = 0.98, unsure: [Int: Double] = [:]
) -> TextLine {
  let width = Double(text.count) * height * 0.5
  let count = Double(max(1, text.count))
  return TextLine(
    text: text, confidence: confidence,
    quad: [
      Point(x: x, y: y), Point(x: x + width, y: y), Point(x: x + width, y: y + height), Point(x: x, y: y + height),
    ],
    characters: text.enumerated().map {
      TextLine.Character(text: $1, confidence: unsure[$0] ?? confidence, place: (Double($0) + 0.5) / count)
    })
}

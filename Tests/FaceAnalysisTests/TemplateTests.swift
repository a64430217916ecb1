import BonafideFaceAnalysis
import Foundation
import Testing

private func axis(_ index: Int, _ value: Float = 1) -> [Float] {
  var values = [Float](repeating: 0, count: FaceTemplate.dimension)
  values[index] = value
  return values
}

@Test func `a template has length one and keeps its direction`() throws {
  var raw = axis(0, 3)
  raw[127] = -4
  let template = try #require(FaceTemplate(normalising: raw))
  #expect(abs(template.values[0] - 0.6) < 1e-6)
  #expect(abs(template.values[127] + 0.8) < 1e-6)
  #expect(template.values[1..<127].allSatisfy { $0 == 0 })
}

@Test func `similarity is the cosine, whatever the lengths`() throws {
  let a = try #require(FaceTemplate(normalising: axis(0, 1e-3)))
  let far = try #require(FaceTemplate(normalising: axis(0, -1e3)))
  let across = try #require(FaceTemplate(normalising: axis(5, 2)))
  var between = axis(0)
  between[5] = 1
  let slanted = try #require(FaceTemplate(normalising: between))
  #expect(a.similarity(to: a) == 1)
  #expect(a.similarity(to: far) == -1)
  #expect(a.similarity(to: across) == 0)
  #expect(abs(a.similarity(to: slanted) - 0.5.squareRoot()) < 1e-6)
  #expect(a.similarity(to: slanted) == slanted.similarity(to: a))
}

@Test func `similarity never leaves its range`() throws {
  var random = Chance()
  for _ in 0..<200 {
    let raw = (0..<FaceTemplate.dimension).map { _ in Float.random(in: -10...10, using: &random) }
    let template = try #require(FaceTemplate(normalising: raw))
    let opposite = try #require(FaceTemplate(normalising: raw.map { -$0 }))
    #expect((0.9999...1).contains(template.similarity(to: template)))
    #expect((-1 ... -0.9999).contains(template.similarity(to: opposite)))
  }
}

@Test(
  arguments: [
    [], [1], [Float](repeating: 1, count: 127), [Float](repeating: 1, count: 129), axis(0, 0), axis(3, .nan),
    axis(3, .infinity), axis(3, -.infinity), axis(3, 1e30), axis(3, 1e-30),
  ] as [[Float]])
func `numbers that have no direction make no template`(raw: [Float]) {
  #expect(FaceTemplate(normalising: raw) == nil)
}

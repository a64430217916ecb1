internal import BonafideMedia
internal import BonafideObservations

/// Luma of a flat card in floats.
struct FlatLevels: Sendable {
  let width: Int
  let height: Int
  let values: [Float]

  init(_ grey: GreyImage) {
    width = grey.width
    height = grey.height
    values = grey.pixels.map(Float.init)
  }
}

/// Square pieces of a flat card that are found again in other pictures of it by their correlation.
struct BlockTemplates: Sendable {
  /// Side of a block in pixels.
  static let side = 24
  private static let lanes = 8

  struct Block: Sendable {
    let x: Int
    let y: Int
    /// Without mean, of length one.
    fileprivate let values: [SIMD8<Float>]
  }

  struct Match: Sendable {
    let block: Int
    /// Middle of the block in the reference, and where it was found.
    let from: Point
    let to: Point
    let correlation: Double
  }

  let width: Int
  let height: Int
  let blocks: [Block]

  /// - `least`: standard deviation in levels below which a block shows nothing.
  init(_ levels: FlatLevels, step: Int, least: Float) {
    width = levels.width
    height = levels.height
    let side = BlockTemplates.side
    var blocks: [Block] = []
    for y in stride(from: 2, through: levels.height - side - 2, by: step) {
      for x in stride(from: 2, through: levels.width - side - 2, by: step) {
        var values: [SIMD8<Float>] = []
        for row in 0..<side {
          for lane in 0..<(side / Self.lanes) {
            let start = (y + row) * levels.width + x + lane * Self.lanes
            var piece = SIMD8<Float>.zero
            for index in 0..<Self.lanes { piece[index] = levels.values[start + index] }
            values.append(piece)
          }
        }
        let count = Float(side * side)
        let mean = values.reduce(.zero, +).sum() / count
        let norm = values.reduce(Float(0)) { $0 + (($1 - mean) * ($1 - mean)).sum() }.squareRoot()
        guard norm > least * count.squareRoot() else { continue }
        blocks.append(Block(x: x, y: y, values: values.map { ($0 - mean) / norm }))
      }
    }
    self.blocks = blocks
  }

  /// The place of every block in `levels`, a picture of the same size, at most `reach` pixels away.
  func matches(in levels: FlatLevels, reach: Int) -> [Match] {
    guard levels.width == width, levels.height == height else { return [] }
    let side = BlockTemplates.side
    return levels.values.withUnsafeBytes { bytes in
      blocks.indices.map { index -> Match in
        let block = blocks[index]
        let rows = max(0, block.y - reach)...min(height - side, block.y + reach)
        let columns = max(0, block.x - reach)...min(width - side, block.x + reach)
        var best: (x: Int, y: Int, score: Float) = (block.x, block.y, -1)
        for y in rows {
          for x in columns {
            let score = correlation(block, bytes, x, y)
            if score > best.score { best = (x, y, score) }
          }
        }
        // A parabola through the neighbours places it between pixels.
        func shift(_ before: Float?, _ after: Float?) -> Double {
          guard let before, let after else { return 0 }
          let bend = before - 2 * best.score + after
          guard bend < -1e-6 else { return 0 }
          return Double(min(max(0.5 * (before - after) / bend, -0.5), 0.5))
        }
        func at(_ x: Int, _ y: Int) -> Float? {
          rows.contains(y) && columns.contains(x) ? correlation(block, bytes, x, y) : nil
        }
        let half = Double(side - 1) / 2
        let dx = shift(at(best.x - 1, best.y), at(best.x + 1, best.y))
        let dy = shift(at(best.x, best.y - 1), at(best.x, best.y + 1))
        return Match(
          block: index, from: Point(x: Double(block.x) + half, y: Double(block.y) + half),
          to: Point(x: Double(best.x) + half + dx, y: Double(best.y) + half + dy), correlation: Double(best.score))
      }
    }
  }

  /// Rows and columns lie inside of the picture.
  private func correlation(_ block: Block, _ bytes: UnsafeRawBufferPointer, _ x: Int, _ y: Int) -> Float {
    let side = BlockTemplates.side
    let lanes = BlockTemplates.lanes
    var (product, sum, square) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    block.values.withUnsafeBufferPointer { template in
      var at = 0
      for row in 0..<side {
        let start = ((y &+ row) &* width &+ x) &* 4
        for lane in 0..<(side / lanes) {
          let piece = bytes.loadUnaligned(fromByteOffset: start &+ lane &* lanes &* 4, as: SIMD8<Float>.self)
          product += template[at] * piece
          sum += piece
          square += piece * piece
          at &+= 1
        }
      }
    }
    let count = Float(side * side)
    let total = sum.sum()
    let variance = square.sum() - total * total / count
    // Less than about one level of change is none.
    return product.sum() / max(variance, count).squareRoot()
  }
}

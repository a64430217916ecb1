/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014): the same numbers
/// from the same seed on every platform and in every version of the standard library.
///
/// It is not a cipher: a drawn challenge is as hard to foresee as the nonce it is drawn from.
package struct SeededGenerator: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// Seeds with the 64-bit FNV-1a hash (draft-eastlake-fnv) of the nonce's bytes.
  package init(nonce: some Sequence<UInt8>) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in nonce {
      hash ^= UInt64(byte)
      hash &*= 0x0000_0100_0000_01b3
    }
    self.init(seed: hash)
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension RandomNumberGenerator {
  /// A number in `0..<bound`, each equally likely: draws again while the draw falls into the incomplete last block.
  /// Written out because the standard library does not promise to keep its own method. 0 for a bound below 1.
  mutating func draw(below bound: Int) -> Int {
    guard bound > 1 else { return 0 }
    let size = UInt64(bound)
    let incomplete = (UInt64.max % size + 1) % size
    while true {
      let number = next()
      if number <= UInt64.max - incomplete { return Int(number % size) }
    }
  }
}

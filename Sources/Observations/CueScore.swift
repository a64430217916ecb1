/// What one presentation-attack analyser says. `score` runs from 0 (attack) to 1 (bona fide).
public struct CueScore: Sendable, Hashable, Codable {
  /// Stable name, e.g. `planarity`.
  public var name: String
  /// Nil when the cue could not tell, or has no limits to be judged by.
  public var score: Double?
  /// Share in the combined score; 0 means shown, not counted.
  public var weight: Double
  /// What was measured, in the cue's own unit; nil when it could not be.
  public var value: Double?
  /// What the value was judged by; nil when nothing is known of it, that is: the cue is not calibrated.
  public var limits: CueLimits?
  /// One line for the reviewer, without personal data.
  public var detail: String

  public init(
    name: String, score: Double?, weight: Double, value: Double? = nil, limits: CueLimits? = nil, detail: String
  ) {
    self.name = name
    self.score = score
    self.weight = weight
    self.value = value
    self.limits = limits
    self.detail = detail
  }

  private enum CodingKeys: String, CodingKey { case name, score, weight, value, limits, detail }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(score, forKey: .score)
    try container.encode(weight, forKey: .weight)
    try container.encode(value, forKey: .value)
    try container.encode(limits, forKey: .limits)
    try container.encode(detail, forKey: .detail)
  }
}

/// Between which values a cue's score runs from 0 to 1. Attacks may lie on either side.
public struct CueLimits: Sendable, Hashable, Codable {
  /// Score 0 there and beyond.
  public var attack: Double
  /// Score 1 there and beyond.
  public var bonafide: Double

  public init(attack: Double, bonafide: Double) {
    self.attack = attack
    self.bonafide = bonafide
  }

  /// 0 (attack) … 1 (bona fide); nil of a value or limits that are no numbers.
  public func score(_ value: Double) -> Double? {
    guard value.isFinite, attack.isFinite, bonafide.isFinite else { return nil }
    guard attack != bonafide else { return value == attack ? 0.5 : nil }
    return min(max((value - attack) / (bonafide - attack), 0), 1)
  }
}

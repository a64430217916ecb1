/// What `#selector` makes.
public struct Selector: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {}
}

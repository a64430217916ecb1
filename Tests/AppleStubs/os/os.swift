public struct Logger: Sendable {
  public init(subsystem: String, category: String) {}
  public func log(_ message: OSLogMessage) {}
}

public struct OSLogPrivacy: Sendable {
  public static let `public` = OSLogPrivacy()
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public func appendLiteral(_ literal: String) {}
    public func appendInterpolation(_ value: String, privacy: OSLogPrivacy) {}
  }
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: StringInterpolation) {}
}

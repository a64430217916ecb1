internal import BonafideBackOfficeAPI

/// What the screens look like. What the app's base model says comes first, then the back office, then our own defaults.
public struct EnQualifyLook: Sendable, Hashable {
  /// By name, such as `primary`: `#RRGGBB` or `#RRGGBBAA`.
  public var colors: [String: String]
  /// Names of fonts.
  public var fonts: [String: String]
  /// Points.
  public var cornerRadii: [String: Double]
  /// Names or addresses of logo, icons and animations.
  public var images: [String: String]
  /// By key, in `locale`.
  public var texts: [String: String]
  /// ISO 639-1, such as `tr`.
  public var locale: String

  static let `default` = EnQualifyLook(
    colors: ["primary": "#0B5FFF", "background": "#FFFFFF", "text": "#1A1A1A", "error": "#C62828"], fonts: [:],
    cornerRadii: ["button": 8, "card": 12], images: [:], texts: [:], locale: "en")

  /// - `appLocale`: of the base model.
  static func merged(appLocale: String?, _ server: Look?) -> EnQualifyLook {
    var look = EnQualifyLook.default
    if let server {
      look.colors.merge(server.colors) { $1 }
      look.fonts.merge(server.fonts) { $1 }
      look.cornerRadii.merge(server.cornerRadii) { $1 }
      look.images.merge(server.images) { $1 }
      look.texts.merge(server.texts) { $1 }
      look.locale = LocaleName(server.locale)?.language ?? look.locale
    }
    look.locale = LocaleName(appLocale)?.language ?? look.locale
    return look
  }
}

internal import BonafideBackOfficeAPI
internal import BonafideBackOfficeClient
internal import Foundation

/// A base model's address, with the credentials that it may carry taken out.
struct BaseAddress {
  let address: ServerAddress
  let credentials: (id: String, secret: Secret)?

  /// Throws `invalidBaseModel("baseURL")`.
  init(_ text: String) throws(EnQualifyInitializeError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let (plain, user) = BaseAddress.split(text)
    do throws(BackOfficeError) { address = try ServerAddress(plain) } catch {
      throw EnQualifyInitializeError(.invalidBaseModel, subject: "baseURL", underlying: error)
    }
    guard let user else {
      credentials = nil
      return
    }
    let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let id = parts[0].removingPercentEncoding, let secret = parts[1].removingPercentEncoding,
      !id.isEmpty, !secret.isEmpty
    else { throw .invalidBaseModel("baseURL") }
    credentials = (id, Secret(secret))
  }

  /// `scheme://user@rest` without the user, and the user.
  private static func split(_ text: String) -> (plain: String, user: Substring?) {
    guard let scheme = text.range(of: "://") else { return (text, nil) }
    let rest = text[scheme.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = authority.lastIndex(of: "@") else { return (text, nil) }
    return (text[..<scheme.upperBound] + String(rest[rest.index(after: at)...]), authority[..<at])
  }
}

/// `TR`, `tr` and `tr-TR` are one language.
package struct LocaleName: Sendable, Hashable {
  /// ISO 639-1, lower case.
  package let language: String
  /// ISO 3166-1 alpha-2, upper case.
  package let region: String?

  package init?(_ text: String?) {
    guard let text else { return nil }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy({ $0.isASCII && $0.isLetter })
    else { return nil }
    language = first.lowercased()
    region = parts.dropFirst().last.flatMap { $0.count == 2 ? $0.uppercased() : nil }
  }
}

/// Kinds of identity documents as the back office names them.
enum IdentityTypeName {
  static let card = "I"
  static let passport = "P"

  private static let long = [
    "tc kimlik karti": card, "t c kimlik karti": card, "kimlik karti": card, "kimlik": card,
    "national id card": card, "national identity card": card, "identity card": card, "id card": card,
    "pasaport": passport, "passport": passport,
  ]

  /// Long forms in Turkish and English by their letters alone; what is not known passes as it is.
  static func short(_ text: String?) -> String? {
    guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
    let plain = text.replacingOccurrences(of: "ı", with: "i").replacingOccurrences(of: "İ", with: "i")
      .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    let words = plain.split { !$0.isLetter }.joined(separator: " ")
    return long[words] ?? (words == "i" ? card : words == "p" ? passport : text)
  }
}

/// The fields of a session as the interface has them.
enum SessionFields {
  /// The first field that the interface does not take as it is.
  static func firstRefused(_ wish: SessionRequest) -> String? {
    do {
      let value = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(wish))
      try SessionRequest.schema.check(value)
      return nil
    } catch let flaw as SchemaFlaw {
      return flaw.field
    } catch { return "sessionModel" }
  }
}

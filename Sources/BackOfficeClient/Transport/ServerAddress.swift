internal import Foundation

/// Where a back office is: `https://host[:port][/prefix]`. Without TLS only on this machine, or where that is said.
package struct ServerAddress: Sendable, Hashable {
  package enum PlainHTTP: Sendable, Hashable {
    case onThisMachine
    /// Tokens and pictures can be read on the way. For closed test networks.
    case anywhere
  }

  /// Scheme, host and port, and the prefix without its last slash.
  package let text: String
  package let isEncrypted: Bool
  package let isThisMachine: Bool
  let prefix: String

  /// Throws `bad_address`.
  package init(_ text: String, plainHTTP: PlainHTTP = .onThisMachine) throws(BackOfficeError) {
    let bad = BackOfficeError(.badAddress)
    // Looked at before any parser may read it in another way than the one that connects.
    guard text.utf8.count <= 2000, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      !text.contains(where: { "@?#\\%\"<>^`{|}".contains($0) }), let parts = URLComponents(string: text),
      let scheme = parts.scheme?.lowercased(), let host = parts.host?.lowercased(), !host.isEmpty,
      (1...65535).contains(parts.port ?? 443)
    else { throw bad }
    isThisMachine = host == "localhost" || host == "[::1]" || host == "::1" || ServerAddress.isLoopback(host)
    isEncrypted = scheme == "https"
    guard isEncrypted || (scheme == "http" && (isThisMachine || plainHTTP == .anywhere)) else { throw bad }
    let path = parts.path
    guard !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else { throw bad }
    prefix = path.hasSuffix("/") ? String(path.dropLast()) : path
    let shown = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    self.text = scheme + "://" + shown + (parts.port.map { ":\($0)" } ?? "") + prefix
  }

  /// A path of this server; `path` begins with a slash and is encoded.
  package struct Target: Sendable, Hashable {
    package let server: ServerAddress
    package let path: String
    package let query: String

    package init(_ server: ServerAddress, _ path: String, query: String = "") {
      self.server = server
      self.path = path
      self.query = query
    }

    package var url: String { server.text + path + (query.isEmpty ? "" : "?" + query) }
  }

  /// 127.0.0.0/8 as four decimal numbers and nothing else.
  private static func isLoopback(_ host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy {
        $0.utf8.count <= 3 && $0.utf8.allSatisfy { (48...57).contains($0) } && Int($0) ?? 256 < 256
      }
  }

  /// A value as one part of a path or query.
  static func encoded(_ value: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    return value.utf8.map { byte in
      plain.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

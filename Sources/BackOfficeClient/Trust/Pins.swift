/// Certificates that the server's own has to be one of. Chain, host and time are checked as ever: a pin only narrows.
package struct Pins: Sendable, Hashable {
  package enum Mode: Sendable, Hashable {
    /// The public key is compared: a renewed certificate of the same key passes.
    case publicKey
    /// Every byte of the certificate is compared.
    case certificate
  }

  package var certificates: [Certificate]
  package var mode: Mode

  package init(_ certificates: [Certificate], mode: Mode = .publicKey) {
    self.certificates = certificates
    self.mode = mode
  }

  /// Any certificate that an authority stands behind.
  package static let none = Pins([])

  package var isEmpty: Bool { certificates.isEmpty }

  /// The union of both lists.
  ///
  /// - Parameters:
  ///   - files: Names of `.der` files in `folder`, without the extension.
  ///   - base64: The same certificates as text.
  ///
  /// Throws `pin_unreadable` for the first that is absent or no certificate; `subject` is the file's name, or the place
  /// in the list.
  package static func load(
    files: [String], in folder: String, base64: [String] = [], mode: Mode = .publicKey
  ) throws(BackOfficeError) -> Pins {
    var certificates: [Certificate] = []
    for name in files {
      // A name is no path: nothing outside of the folder is meant.
      guard !name.isEmpty, !name.contains("/"), !name.contains("\0") else {
        throw BackOfficeError(.pinUnreadable, subject: name)
      }
      certificates.append(try Certificate(path: folder + "/" + name + ".der", subject: name))
    }
    for (place, text) in base64.enumerated() {
      certificates.append(try Certificate(base64: text, subject: "base64[\(place)]"))
    }
    return Pins(certificates, mode: mode)
  }

  /// Whether this is the certificate that a server may show.
  func match(certificate der: [UInt8]) -> Bool {
    switch mode {
    case .publicKey:
      guard let shown = try? Certificate(der) else { return false }
      return certificates.contains { $0.keyHash == shown.keyHash }
    case .certificate: return certificates.contains { $0.der == der }
    }
  }
}

/// Whom one channel trusts.
package struct ServerTrust: Sendable, Hashable {
  package enum Authorities: Sendable, Hashable {
    case system
    /// These and no others, such as the one of a company's own servers.
    case only([Certificate])
  }

  package var authorities: Authorities
  package var pins: Pins

  package init(authorities: Authorities = .system, pins: Pins = .none) {
    self.authorities = authorities
    self.pins = pins
  }
}

internal import Foundation

#if canImport(Security)
  internal import Security
#else
  internal import COpenSSLTLS
#endif

/// An X.509 certificate that the app brings along.
package struct Certificate: Sendable, Hashable {
  package let der: [UInt8]
  /// SHA-256 of the SubjectPublicKeyInfo; a renewed certificate of the same key has the same.
  package let keyHash: [UInt8]
  /// The last second of its validity, Unix seconds. A check before a release finds pins that are over soon.
  package let notAfter: Int

  /// DER, or the first certificate in PEM. Throws `pin_unreadable` with `subject`.
  package init(_ bytes: [UInt8], subject: String? = nil) throws(BackOfficeError) {
    let unreadable = BackOfficeError(.pinUnreadable, subject: subject)
    guard let der = bytes.first == 0x30 ? bytes : Certificate.der(pem: bytes), Certificate.isWellFormed(der) else {
      throw unreadable
    }
    let content: CertificateReader.Content
    do { content = try CertificateReader.read(der) } catch { throw unreadable }
    self.der = der
    keyHash = try ContentHash.of(content.publicKey)
    notAfter = content.notAfter
  }

  /// Base64 of DER, with or without line breaks. Throws `pin_unreadable` with `subject`.
  package init(base64 text: String, subject: String? = nil) throws(BackOfficeError) {
    guard let bytes = Data(base64Encoded: text.filter { !$0.isWhitespace }) else {
      throw BackOfficeError(.pinUnreadable, subject: subject)
    }
    try self.init(Array(bytes), subject: subject)
  }

  /// A DER or PEM file. Throws `pin_unreadable` with `subject`.
  package init(path: String, subject: String? = nil) throws(BackOfficeError) {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= 1 << 20 else {
      throw BackOfficeError(.pinUnreadable, subject: subject)
    }
    try self.init(Array(bytes), subject: subject)
  }

  package var pem: String {
    let lines = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n"
  }

  private static func der(pem: [UInt8]) -> [UInt8]? {
    let text = String(decoding: pem, as: UTF8.self)
    guard let start = text.range(of: "-----BEGIN CERTIFICATE-----"),
      let end = text.range(of: "-----END CERTIFICATE-----", range: start.upperBound..<text.endIndex)
    else { return nil }
    let lines = text[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace }
    return Data(base64Encoded: lines).map { Array($0) }
  }

  private static func isWellFormed(_ der: [UInt8]) -> Bool {
    #if canImport(Security)
      return SecCertificateCreateWithData(nil, Data(der) as CFData) != nil
    #else
      return der.withUnsafeBufferPointer { bytes in
        var place = bytes.baseAddress
        guard let certificate = d2i_X509(nil, &place, bytes.count) else {
          ERR_clear_error()
          return false
        }
        X509_free(certificate)
        return place == bytes.baseAddress.map { $0 + bytes.count }
      }
    #endif
  }
}

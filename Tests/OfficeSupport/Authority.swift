package import BonafideBackOfficeClient
package import BonafideHTTPServer
package import Foundation
internal import Testing

/// An authority and servers' certificates, made by the `openssl` program.
package final class Authority: Sendable {
  package let folder = NSTemporaryDirectory() + "bonafide-authority-" + UUID().uuidString

  /// A server's files: `name.pem`, `name.der`, `name.key`.
  package struct Issued: Sendable {
    package let path: String
    /// Keeps the files.
    package let authority: Authority

    package func context() throws -> TLSContext { try TLSContext(certificate: path + ".pem", key: path + ".key") }
    package func certificate() throws -> Certificate { try Certificate(path: path + ".der") }
  }

  package init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30", "-subj",
      "/CN=authority", "-keyout", folder + "/ca.key", "-out", folder + "/ca.pem")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Trusts nobody else.
  package func trust(_ pins: Pins = .none) throws -> ServerTrust {
    ServerTrust(authorities: .only([try Certificate(path: folder + "/ca.pem")]), pins: pins)
  }

  /// - Parameters:
  ///   - key: Of an earlier one, for a certificate that renews it.
  ///   - days: Of validity; -1 is over.
  package func issue(
    _ name: String, key: Issued? = nil, days: Int = 2, names: String = "DNS:localhost,IP:127.0.0.1", rsa: Bool = false
  ) throws -> Issued {
    let path = folder + "/" + name
    if let key {
      try FileManager.default.copyItem(atPath: key.path + ".key", toPath: path + ".key")
    } else if rsa {
      try openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", path + ".key")
    } else {
      try openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-out", path + ".key")
    }
    try openssl(
      "req", "-new", "-key", path + ".key", "-subj", "/CN=\(name)", "-addext", "subjectAltName=\(names)", "-out",
      path + ".csr")
    try openssl(
      "x509", "-req", "-in", path + ".csr", "-CA", folder + "/ca.pem", "-CAkey", folder + "/ca.key", "-CAcreateserial",
      "-days", String(days), "-copy_extensions", "copy", "-out", path + ".pem")
    try openssl("x509", "-in", path + ".pem", "-outform", "DER", "-out", path + ".der")
    return Issued(path: path, authority: self)
  }
}

@discardableResult
package func openssl(_ arguments: String...) throws -> Data {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/openssl")
  process.arguments = arguments
  let output = Pipe()
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let bytes = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  try #require(process.terminationStatus == 0, "openssl \(arguments.first ?? "")")
  return bytes
}

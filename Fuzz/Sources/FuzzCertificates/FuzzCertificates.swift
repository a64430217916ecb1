internal import BonafideBackOfficeClient
public import FuzzDriver

/// Certificates from outside: none traps, and what is let through is the same again by way of PEM.
@_cdecl("FuzzCertificates_main")
public func main(_ count: CInt, _ arguments: FuzzArguments) -> CInt {
  fuzz(count, arguments) { bytes in
    guard let certificate = try? Certificate(bytes) else { return }
    precondition(certificate.keyHash.count == 32)
    precondition((try? Certificate(Array(certificate.pem.utf8))) == certificate)
  }
}

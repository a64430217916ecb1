package import BonafideBackOfficeAPI

/// Which back office, as whom, and whom to trust on the way.
package struct BackOfficeConnection: Sendable {
  package enum Credentials: Sendable {
    case program(id: String, secret: Secret)
    /// Tokens come from the app's own server. `identity` tells one such source from another.
    case provider(identity: String, @Sendable () async throws -> AccessToken)
  }

  package enum Signing: Sendable, Hashable {
    case none
    /// Every session gets a key of its own, which signs its messages.
    case perSession
  }

  package var address: ServerAddress
  package var credentials: Credentials
  /// Of the interface over HTTP.
  package var trust: ServerTrust
  /// Of the channel in real time. Neither list stands in for the other.
  package var signallingTrust: ServerTrust
  package var device: DeviceInfo?
  package var signing = Signing.none
  /// Of calls after `initialize`, which itself tries nothing twice.
  package var retries = RetryPolicy(retries: 2, timeout: .seconds(30))

  package init(
    address: ServerAddress, credentials: Credentials, trust: ServerTrust = ServerTrust(),
    signallingTrust: ServerTrust = ServerTrust(), device: DeviceInfo? = nil
  ) {
    self.address = address
    self.credentials = credentials
    self.trust = trust
    self.signallingTrust = signallingTrust
    self.device = device
  }

  /// Another one means other tokens and sessions.
  struct Identity: Hashable {
    let address: ServerAddress
    let holder: String
    let secret: Secret?
    let trust: ServerTrust
    let signing: Signing
  }

  var identity: Identity {
    switch credentials {
    case .program(let id, let secret):
      Identity(address: address, holder: "program:" + id, secret: secret, trust: trust, signing: signing)
    case .provider(let name, _):
      Identity(address: address, holder: "provider:" + name, secret: nil, trust: trust, signing: signing)
    }
  }

  /// Channels on which any certificate passes that an authority stands behind: never for production.
  package var unpinnedChannels: [String] {
    guard address.isEncrypted else { return ["mapi"] }
    return (trust.pins.isEmpty ? ["mapi"] : []) + (signallingTrust.pins.isEmpty ? ["signalling"] : [])
  }
}

package struct AccessToken: Sendable {
  package let text: Secret
  /// From now on.
  package let lifetime: Duration

  package init(_ text: Secret, lifetime: Duration) {
    self.text = text
    self.lifetime = lifetime
  }
}

/// A person. All that is kept about the person is under the person's key.
package struct Subject: Sendable, Hashable {
  package let id: Identifier<Subject>
  package let created: Int64
  /// Which master key wraps the person's key.
  package let masterKey: String
}

/// That a person was erased. Holds nothing but the random id, so that a copy of an older state can be cleaned as well.
package struct Erasure: Sendable, Hashable {
  package let subject: Identifier<Subject>
  package let erased: Int64
  /// When the blobs were removed; nil as long as that is still to be done.
  package let blobsGone: Int64?
}

/// Whether a person is known.
package enum Presence: Sendable, Hashable {
  case present
  case erased
  case unknown
}

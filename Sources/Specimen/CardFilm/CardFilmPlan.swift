package import BonafideObservations

/// What a film of a card is a test of.
package enum CardFilmKind: String, Sendable, Codable, CaseIterable {
  /// The card is tilted about both axes under lamps.
  case hologram
  /// A finger covers an element and leaves.
  case conceal

  package var attacks: [CardFilmAttack] { CardFilmAttack.allCases.filter { $0.kinds.contains(self) } }
}

/// What is wrong with a film, on purpose.
package enum CardFilmAttack: String, Sendable, Codable, CaseIterable {
  // Tilting
  /// A flat print of the card, with the hologram as it happened to look.
  case photo
  /// A copy: grey from even seeds, in pale colours from odd ones.
  case copy
  /// A print, over which a spot of light moves.
  case staticSpot = "static-spot"
  /// A picture whose colours change by themselves, not with the tilting.
  case screen
  /// A print under a shiny sticker.
  case overlay
  /// The genuine card, held still.
  case untilted
  /// The genuine card, its hologram always as at the beginning.
  case frozen
  /// The genuine film, its frames in another order.
  case shuffled
  // Covering
  /// A sticker comes onto the element out of nowhere and goes.
  case sticker
  /// A strip of paper is pushed over the element.
  case paper
  /// A shadow falls on it.
  case shadow
  /// The element is filled in the picture.
  case edited
  case wholeHand = "whole-hand"
  case startsCovered = "starts-covered"
  /// A finger in a blue glove.
  case glove
  /// Nobody covers anything.
  case bare
  // Both
  /// The card becomes another one: while it is tilted, or under the finger.
  case otherCard = "other-card"
  /// The genuine film, shown on a screen that is filmed from near.
  case replay
  /// The card leaves the picture for good.
  case leaves
  /// Hardly any light.
  case dark

  package var kinds: [CardFilmKind] {
    switch self {
    case .photo, .copy, .staticSpot, .screen, .overlay, .untilted, .frozen, .shuffled: [.hologram]
    case .sticker, .paper, .shadow, .edited, .wholeHand, .startsCovered, .glove, .bare: [.conceal]
    case .otherCard, .replay, .leaves, .dark: CardFilmKind.allCases
    }
  }
}

/// What is to be filmed. The same plan gives the same film.
package struct CardFilmPlan: Sendable, Codable, Hashable {
  package let kind: CardFilmKind
  package let attack: CardFilmAttack?
  package let element: SecurityElement
  package let seed: UInt64
  /// Frames a second.
  package let rate: Int
  package let width: Int
  package let height: Int

  package static let duration = 4.0
  package static let rates = 5...30
  package static let widths = 640...1280
  /// What can be covered, and tilted.
  package static let elements: [SecurityElement] = [.crescent, .mli, .signature, .ovi]

  /// - `width`: of the picture; the height is 9/16 of it, as in a film held sideways.
  ///
  /// Throws `usage` for what cannot be filmed.
  package init(
    _ kind: CardFilmKind, attack: CardFilmAttack? = nil, element: SecurityElement = .crescent, seed: UInt64,
    rate: Int = 15, width: Int = 960
  ) throws {
    guard attack?.kinds.contains(kind) ?? true else {
      throw BonafideError(.usage, "a film of kind \(kind.rawValue) has no attack of that name")
    }
    guard CardFilmPlan.elements.contains(element), kind == .conceal || element == .crescent else {
      throw BonafideError(.usage, "there is no film of kind \(kind.rawValue) for that element")
    }
    self.kind = kind
    self.attack = attack
    self.element = element
    self.seed = seed
    self.rate = min(max(rate, CardFilmPlan.rates.lowerBound), CardFilmPlan.rates.upperBound)
    self.width = min(max(width, CardFilmPlan.widths.lowerBound), CardFilmPlan.widths.upperBound) / 16 * 16
    height = self.width / 16 * 9
  }

  package var frameCount: Int { Int(CardFilmPlan.duration) * rate }
}

internal import BonafideCapture
internal import BonafideInference
internal import BonafideMedia
internal import BonafideSpecimen
internal import Foundation

/// A head that follows the guidance: it takes a moment to react, and half a second to move.
struct FacePerformer: SpecimenPerformer {
  private static let moving = 0.5
  private static let neutral = HeadGesture(pitch: SpecimenGestureSize.standard.restingPitch)

  private struct Move {
    var from = FacePerformer.neutral
    var to = FacePerformer.neutral
    var start = -1.0
  }

  private let behaviour: SpecimenBehaviour
  private var person: SpecimenPerson
  private var move = Move()
  private var wanted: (gesture: HeadGesture, since: Double)?

  init(_ behaviour: SpecimenBehaviour, seed: UInt64, models: ModelStore, decoder: any ImageDecoder) throws {
    self.behaviour = behaviour
    person = try SpecimenPerson(seed: seed, models: models, decoder: decoder)
  }

  mutating func begin() { (move, wanted) = (Move(), nil) }

  mutating func see(_ message: ScreenMessage, at time: Double) {
    guard case .guidance(let key) = message, !behaviour.ignores.contains(key), let gesture = Self.gesture(key) else {
      return
    }
    wanted = (gesture, time)
  }

  mutating func picture(at time: Double, _ scene: SpecimenBehaviour.Scene) throws -> Image {
    if let wanted, time >= wanted.since + behaviour.reaction {
      move = Move(from: pose(at: time), to: wanted.gesture, start: time)
      self.wanted = nil
    }
    return try person.picture(pose(at: time), SpecimenPerson.Scene(scene), at: time)
  }

  /// What a text asks for; nil where the head stays as it is.
  private static func gesture(_ key: String) -> HeadGesture? {
    let size = SpecimenGestureSize.standard
    var gesture = neutral
    switch key {
    case "look_straight", "relax", "open_eyes", "back_to_center": break
    case "smile": gesture.smile = 1
    case "close_eyes", "keep_eyes_closed": gesture.eyesClosed = 1
    case "turn_right": gesture.yaw = -size.turn
    case "turn_left": gesture.yaw = size.turn
    case "look_up": gesture.pitch += size.lookUp
    default: return nil
    }
    return gesture
  }

  private func pose(at time: Double) -> HeadGesture {
    let x = min(max((time - move.start) / Self.moving, 0), 1)
    let share = x * x * (3 - 2 * x)
    let (a, b) = (move.from, move.to)
    return HeadGesture(
      pitch: a.pitch + (b.pitch - a.pitch) * share, yaw: a.yaw + (b.yaw - a.yaw) * share,
      roll: a.roll + (b.roll - a.roll) * share, smile: a.smile + (b.smile - a.smile) * share,
      eyesClosed: a.eyesClosed + (b.eyesClosed - a.eyesClosed) * share)
  }
}

extension SpecimenPerson.Scene {
  fileprivate init(_ scene: SpecimenBehaviour.Scene) {
    self =
      switch scene {
      case .person: .person
      case .nobody: .nobody
      case .otherPerson: .otherPerson
      case .secondPerson: .secondPerson
      case .dark: .dark
      case .farAway: .farAway
      case .replay: .replay
      }
  }
}

public import BonafideCapture
package import BonafideInference
internal import BonafideMediaCodecs
public import BonafideObservations

/// A screen with a specimen person before it, who does what the guidance asks for: the face before the front camera,
/// their document before the back camera. For tests and demonstrations.
@MainActor public final class SpecimenScreen: CaptureScreen {
  /// What was shown, from the beginning.
  public private(set) var messages: [ScreenMessage] = []
  /// How often the camera was opened.
  public private(set) var openCount = 0
  public private(set) var isOpen = false
  /// From the next time that the camera is opened.
  public var behaviour: SpecimenBehaviour

  private let isLive: Bool
  private var stage: SpecimenStage?
  private let makeFace: (SpecimenBehaviour) throws -> any SpecimenPerformer
  private let makeCard: ((SpecimenBehaviour) throws -> any SpecimenPerformer)?

  /// Whether frames come in real time; otherwise each comes when it is asked for.
  public enum Pace: Sendable {
    case asAsked
    case realTime
  }

  /// - `seed`: the same seed, the same frames.
  /// - `papers`: what is shown to the back camera; nil for the face.
  /// - `modelFolder`: by default found as the command line finds it.
  ///
  /// Throws `model_missing` when the portrait or a network is not there.
  public convenience init(
    seed: UInt64 = 1, papers: SpecimenPapers? = nil, behaviour: SpecimenBehaviour = .willing,
    pace: Pace = .asAsked, modelFolder: String? = nil
  ) throws {
    let models = try ModelStore(folder: modelFolder ?? ModelFolder.find())
    try self.init(seed: seed, papers: papers, behaviour: behaviour, pace: pace, models: models)
  }

  package init(
    seed: UInt64 = 1, papers: SpecimenPapers? = nil, behaviour: SpecimenBehaviour = .willing,
    pace: Pace = .asAsked, models: ModelStore
  ) throws {
    self.behaviour = behaviour
    isLive = pace == .realTime
    makeFace = { try FacePerformer($0, seed: seed, models: models, decoder: MediaReader()) }
    makeCard = papers.map { papers in
      { CardPerformer($0, document: try PaperStock.shared.document(papers, models: models)) }
    }
  }

  public func open(_ camera: CameraPosition) async throws(BonafideError) -> any CameraFeed {
    openCount += 1
    guard !behaviour.hasNoCamera else { throw BonafideError(.serviceUnavailable, "there is no camera") }
    endStage()
    let performer: any SpecimenPerformer
    do { performer = try (camera == .back ? makeCard ?? makeFace : makeFace)(behaviour) } catch {
      throw error as? BonafideError ?? BonafideError(.internal, "the specimen cannot be made")
    }
    let new = SpecimenStage(performer, behaviour, isLive: isLive)
    (stage, isOpen) = (new, true)
    return new
  }

  public func show(_ message: ScreenMessage) {
    messages.append(message)
    stage?.see(message)
  }

  public func close() {
    isOpen = false
    endStage()
  }

  /// Frames given since the camera was opened last.
  public var frameCount: Int { stage?.frameCount ?? 0 }

  /// Texts in the order in which they were shown.
  public var guidance: [String] {
    messages.compactMap { if case .guidance(let key) = $0 { key } else { nil } }
  }

  /// Names of sounds in the order in which they were asked for.
  public var sounds: [String] { messages.compactMap { if case .sound(let name) = $0 { name } else { nil } } }

  private func endStage() {
    stage?.end()
    stage = nil
  }
}

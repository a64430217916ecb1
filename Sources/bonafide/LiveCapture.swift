import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideCapture
import BonafideDocumentAnalysis
import BonafideFaceAnalysis
import BonafideInference
import BonafideLiveness
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import Foundation
import Synchronization

/// Guides persons in front of their cameras with the engine.
struct EngineLive: LiveEngine {
  private let models: ModelStore

  init(models: ModelStore) { self.models = models }

  func place(ofElement name: String) -> CardArea? {
    SecurityElement(rawValue: name)?.usualPlace.map {
      CardArea(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
    }
  }

  func begin(_ work: LiveWork) throws -> any LiveRun {
    let engine = Engine(models: models, settings: work.settings)
    switch work.part {
    case .face: return LiveRunner(try FaceGuide(engine, work))
    case .front: return LiveRunner(SideGuide(engine, .front))
    case .back: return LiveRunner(SideGuide(engine, .back))
    case .hologram: return LiveRunner(HologramGuide(engine))
    case .touch:
      guard let element = work.element.flatMap(SecurityElement.init(rawValue:)) else {
        throw BonafideError(.internal, "the touch test has no element")
      }
      return LiveRunner(TouchGuide(engine, element))
    }
  }
}

/// What looks at one part.
protocol LiveGuide: Sendable {
  mutating func observe(_ frame: Frame, isCut: Bool, isWanted: Bool) throws -> LiveSight
  func snapshot() throws -> [UInt8]?
}

extension LiveGuide {
  func snapshot() throws -> [UInt8]? { nil }
}

/// Decodes pictures and hands them to a guide, one after the other.
private final class LiveRunner<Guide: LiveGuide>: LiveRun {
  /// A page sends what it was asked for; more is not decoded.
  private static var mostPixels: Int { 1920 * 1920 }

  private let guide: Mutex<Guide>

  init(_ guide: Guide) { self.guide = Mutex(guide) }

  func observe(_ picture: [UInt8], at time: Double, isCut: Bool, isWanted: Bool) throws -> LiveSight {
    let image = try LiveRunner.image(picture)
    return try guide.withLock {
      try $0.observe(Frame(image: image, time: time), isCut: isCut, isWanted: isWanted)
    }
  }

  func snapshot() throws -> [UInt8]? { try guide.withLock { try $0.snapshot() } }

  private static func image(_ picture: [UInt8]) throws -> Image {
    let header = try JPEGHeader(picture)
    guard header.offset == 0, header.width >= 160, header.height >= 160,
      header.width.multipliedReportingOverflow(by: header.height).partialValue <= mostPixels
    else { throw BonafideError(.tooLarge, "the picture has another size than asked for") }
    return try MediaReader().decodeImage(picture)
  }
}

extension LiveSight {
  init(_ frame: Frame) { self.init(width: frame.image.width, height: frame.image.height) }

  /// Corners in pixels as shares of the picture.
  static func shares(_ quad: [Point], of image: Image) -> [[Double]] {
    quad.map { [$0.x / Double(image.width), $0.y / Double(image.height)] }
  }
}

/// The challenge.
private struct FaceGuide: LiveGuide {
  private var watch: ChallengeWatch
  private var passed = 0

  init(_ engine: Engine, _ work: LiveWork) throws {
    if let bytes = work.snapshot {
      let kept = try JSONDecoder().decode(Kept.self, from: Data(bytes))
      watch = ChallengeWatch(analyzer: engine.analyzer(), snapshot: kept.watch)
      passed = kept.passed
      return
    }
    let steps = work.steps.compactMap(ChallengeStep.init(rawValue:))
    guard steps.count == work.steps.count, !steps.isEmpty else {
      throw BonafideError(.internal, "the challenge has a step that is not known")
    }
    watch = ChallengeWatch(analyzer: engine.analyzer(), challenge: Challenge(steps))
  }

  private struct Kept: Codable {
    let watch: ChallengeWatch.Snapshot
    let passed: Int
  }

  func snapshot() throws -> [UInt8]? {
    Array(try JSONEncoder().encode(Kept(watch: watch.snapshot, passed: passed)))
  }

  mutating func observe(_ frame: Frame, isCut: Bool, isWanted: Bool) throws -> LiveSight {
    var events = isCut ? watch.cut(to: frame.time) : []
    let (seen, more) = try watch.observe(frame)
    events += more
    var sight = LiveSight(frame)
    for event in events {
      switch event {
      case .stepPassed: passed += 1
      case .allStepsPassed: sight.end = .passed
      case .failed(let reason): sight.end = .failed(reason)
      case .showStep, .guidance: break
      }
    }
    if let face = seen.presence.faces.first?.box {
      let (width, height) = (Double(frame.image.width), Double(frame.image.height))
      sight.face = [face.x / width, face.y / height, face.width / width, face.height / height]
    }
    sight.guidance = watch.guidance?.rawValue
    sight.progress = watch.progress
    sight.step = watch.currentStep?.index
    sight.done = passed
    return sight
  }
}

import BonafideScreens
import CoreModule
import Foundation

struct Options {
  static let usage = """
    usage: bank-onboarding --server URL [--reference TEXT] [--call-type NAME] [--papers turkishCard|passport] [--seed N]
           [--front FILE --back FILE --hologram FILE --touch FILE --face FILE]

    URL carries the program's credentials: http://cl_ID:SECRET@127.0.0.1:8080. Instead of the specimen person, files may
    be shown to the camera: pictures or films of front and back, films of the card that is tilted and of the element
    that is covered, and of the face.
    """

  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  var server = ""
  var reference = "onboarding-" + UUID().uuidString
  var callType = "NewCustomer"
  var papers = SpecimenPapers()
  /// By what is asked for.
  private var files: [String: String] = [:]

  init(_ arguments: [String]) throws {
    var left = arguments[...]
    while let name = left.popFirst() {
      guard let value = left.popFirst() else { throw Mistake(description: "\(name) needs a value") }
      switch name {
      case "--server": server = value
      case "--reference": reference = value
      case "--call-type": callType = value
      case "--seed":
        guard let seed = UInt64(value) else { throw Mistake(description: "--seed is a number") }
        papers.seed = seed
      case "--papers":
        guard let kind = SpecimenPapers.Kind(rawValue: value), kind != .card else {
          throw Mistake(description: "--papers is turkishCard or passport")
        }
        papers.kind = kind
      case "--front": files["show_front"] = value
      case "--back": files["show_back"] = value
      case "--hologram": files["tilt"] = value
      case "--touch": for element in ["crescent", "mli", "signature", "ovi"] { files["cover_" + element] = value }
      case "--face": files["look_straight"] = value
      default: throw Mistake(description: "there is no option \(name)")
      }
    }
    guard !server.isEmpty else { throw Mistake(description: "--server is missing") }
  }

  /// What the camera sees.
  @MainActor func screen() throws -> UIViewController {
    guard let front = files["show_front"] else { return try SpecimenScreen(papers: papers) }
    return FilmScreen(.eachGuidance(first: front, files))
  }
}

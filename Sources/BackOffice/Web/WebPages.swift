internal import BonafideHTTPServer
internal import Foundation

/// The pages and what belongs to them: plain files, known by name from the start, so that no path that is asked for ever
/// becomes a path that is opened.
struct WebPages: Sendable {
  static let folders = ["capture", "console", "shared"]
  static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "json": "application/json", "svg": "image/svg+xml", "png": "image/png", "woff2": "font/woff2",
    "mp3": "audio/mpeg", "wav": "audio/wav",
  ]

  private struct File {
    let path: String
    let type: String
  }

  private let files: [String: File]

  init(folder: String?) {
    var files: [String: File] = [:]
    for name in folder == nil ? [] : WebPages.folders {
      let place = "\(folder ?? "")/\(name)"
      for file in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] {
        let ending = file.split(separator: ".").last.map(String.init) ?? ""
        guard let type = WebPages.types[ending] else { continue }
        files["\(name)/\(file)"] = File(path: "\(place)/\(file)", type: type)
      }
    }
    self.files = files
  }

  /// Throws 404 `not_found`.
  func answer(_ name: String, to request: Request) throws(Problem) -> Response {
    guard let file = files[name] else { throw Problem(.notFound, "not_found", "there is no such file") }
    var response = try Response.file(file.path, type: file.type, for: request)
    for (name, value) in WebPages.protection { response.fields[name] = value }
    return response
  }

  /// Nothing from elsewhere, nothing inline, no frame around it, and no address of a page, which holds a token, given to
  /// anybody.
  private static let protection = [
    ("Cache-Control", "no-cache"),
    (
      "Content-Security-Policy",
      """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; \
      connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """
    ),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("Permissions-Policy", "camera=(self), microphone=()"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
  ]
}

/// Pages are no part of the interface, so they are not in its table.
enum WebRoutes {
  static func add(to router: inout Router, _ pages: WebPages) {
    router.on(.get, "/web/{folder}/{file}") { request in
      let folder = request.parameters["folder"] ?? ""
      let file = request.parameters["file"] ?? ""
      return try pages.answer("\(folder)/\(file)", to: request)
    }
    router.on(.get, "/capture/{token}") { request in try pages.answer("capture/index.html", to: request) }
    router.on(.get, "/console") { request in try pages.answer("console/index.html", to: request) }
  }
}

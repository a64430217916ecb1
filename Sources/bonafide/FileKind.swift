import Foundation

/// What lies at a path, links followed.
enum FileKind {
  case missing, regular, folder, other

  init(of path: String) {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else {
      self = .missing
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}

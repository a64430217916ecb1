import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A rendered report, read back by an XML parser.
final class ReportPage: NSObject, XMLParserDelegate {
  private(set) var isWellFormed = false
  private(set) var elements: [(name: String, attributes: [String: String])] = []
  private(set) var text = ""

  init(_ html: String) {
    super.init()
    let parser = XMLParser(data: Data(html.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    elements.append((name, attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    text += string
  }

  func all(_ name: String) -> [[String: String]] { elements.filter { $0.name == name }.map(\.attributes) }
}

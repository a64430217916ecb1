/// Times of a film from those that a page claims, which may be wrong, forged, or begin anew after a page was loaded again.
package struct FilmTime: Sendable {
  /// A film goes on so many milliseconds after its last picture, however long it was broken off.
  package static let gap = 100
  /// A page may not be ahead of the server's clock by more,
  package static let mostAhead = 1_500
  /// and one that lags by more has lost pictures on the way.
  package static let mostBehind = 10_000

  private var last: Int?
  private var isCut: Bool
  /// Of the page's and of the server's clock, at the latest cut: a film time, and what the clocks said.
  private var anchor: (film: Int, page: Int, server: Int)?

  /// - `last`: milliseconds of the film's last picture, when there is one.
  package init(after last: Int?) {
    self.last = last
    isCut = last != nil
  }

  /// The page is in the background, or gone: the next picture does not follow the last one.
  package mutating func cut() { isCut = last != nil }

  /// Milliseconds of the film of a picture, and whether pictures are missing before it; nil for one that is not later
  /// than the last. Throws the end of the connection for times that run ahead of the server's clock, in milliseconds.
  package mutating func place(_ page: UInt32, at server: Int) throws -> (time: Int, isCut: Bool)? {
    let page = Int(page)
    if let anchor, !isCut {
      let ahead = (page - anchor.page) - (server - anchor.server)
      guard ahead <= FilmTime.mostAhead else { throw LiveClosing.badTime }
      if ahead < -FilmTime.mostBehind { isCut = last != nil }
    }
    let cuts = isCut
    if anchor == nil || isCut {
      anchor = (last.map { $0 + FilmTime.gap } ?? 0, page, server)
      isCut = false
    }
    guard let anchor else { return nil }
    let time = anchor.film + page - anchor.page
    guard time > last ?? -1 else { return nil }
    last = time
    return (time, cuts)
  }
}

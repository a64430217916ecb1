internal import Foundation
package import BonafideObservations
package import BonafideTravelDocument

extension PrintedFields {
  /// Finds the fields among the lines of one side of a document.
  ///
  /// - `mrz`: the zone of the same document, where there is one that holds, also from the picture of its other side: it
  ///   helps to find values that have no legible label, and is never a source of one.
  /// - `today`: for the centuries of two-digit years.
  package init(lines: [TextLine], mrz: MRZ?, today: CalendarDate, settings: Settings = .defaults) {
    var assembly = PrintedAssembly(lines: lines, mrz: mrz, today: today, settings: settings)
    self = assembly.fields()
  }
}

package import BonafideObservations
package import BonafideTravelDocument

extension CrossCheck {
  /// The printed side of a document against its zone, for every field that either of them has. In the order of all
  /// outputs.
  ///
  /// - `doubtful`: fields that were read, but not surely enough to be taken: neither agreement nor disagreement.
  package static func all(
    mrz: MRZ, printed: [PrintedFields.Entry], doubtful: Set<DocumentField> = []
  ) -> [CrossCheck] {
    DocumentField.allCases.compactMap { field in
      let zone = mrz.value(of: field)
      let print = printed.first { $0.field == field }
      guard zone != nil || print != nil else { return nil }
      let agrees = doubtful.contains(field) ? nil : print.flatMap { mrz.agrees(field, printed: $0.value) }
      return CrossCheck(field: field, mrz: zone, printed: print?.value, agrees: agrees)
    }
  }
}

internal import BonafideTravelDocument
internal import Foundation
public import FuzzDriver

/// The text of a driver's licence.
@_cdecl("FuzzAAMVA_main")
public func main(_ count: CInt, _ arguments: FuzzArguments) -> CInt {
  fuzz(count, arguments) { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    guard let licence = AAMVALicence(text) else { return }
    precondition((0...99).contains(licence.version) && licence.issuer.utf8.count == 6)
    for (name, value) in licence.elements {
      precondition(name.utf8.count == 3 && value.utf8.count <= text.utf8.count)
    }
    for date in [licence.dateOfBirth, licence.expiryDate, licence.issueDate].compactMap(\.self) {
      precondition(CalendarDate(iso: date.description) == date)
    }
    guard let json = try? JSONEncoder().encode(licence) else { preconditionFailure() }
    precondition((try? JSONSerialization.jsonObject(with: json)) != nil)
  }
}

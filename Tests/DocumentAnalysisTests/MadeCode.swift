import BonafideDocumentAnalysis
import BonafideMedia
import Testing

/// Codes that zxing-cpp 3.1.1 has written, as modules: each row in hexadecimal digits, black is 1, the last digit
/// filled up with zeros.
struct MadeCode: Sendable, CustomTestStringConvertible {
  let symbology: Symbology
  let text: String
  let columns: Int
  let rows: [String]
  /// Height of a row in modules.
  var rowHeight = 1

  var testDescription: String { symbology.rawValue }

  /// Black on white, with a quiet zone of ten modules.
  func picture(module: Int = 3, black: UInt8 = 0, white: UInt8 = 255) throws -> GreyImage {
    let quiet = 10
    let bits = rows.map { $0.flatMap { digit in (0..<4).map { (digit.hexDigitValue ?? 0) >> (3 - $0) & 1 == 1 } } }
    return try GreyImage.made(
      width: (columns + 2 * quiet) * module, height: (rows.count * rowHeight + 2 * quiet) * module
    ) { x, y in
      let column = x / module - quiet
      let row = y / module - quiet
      guard column >= 0, column < columns, row >= 0, row < rows.count * rowHeight else { return white }
      return bits[row / rowHeight][column] ? black : white
    }
  }

  static let qr = MadeCode(
    symbology: .qr,
    text: "Örnek / Beispiel\r\n1",
    columns: 25,
    rows: [
      "FEDEBF8", "82E1A08", "BAA22E8", "BAD82E8", "BA88AE8", "823D208", "FEAABF8", "00E7800", "6B43AF8",
      "D478E38", "A6AC618", "6031918", "E680E88", "4DCCE08", "AB660F8", "54F7118", "AB77F98", "00C58E0",
      "FED7AD0", "826C8C8", "BAE8F88", "BA191C0", "BAACCA8", "82DECD0", "FE2BD18",
    ])

  static let dataMatrix = MadeCode(
    symbology: .dataMatrix,
    text: "DATA MATRIX 9348000000011965690",
    columns: 20,
    rows: [
      "AAAAA", "F3683", "C3A90", "E521D", "BD252", "DF0F1", "FFEF8", "DE931", "E24FE", "FB8E1", "CD264",
      "F67CF", "E999C", "C6897", "C8652", "C182D", "D2FC0", "A8D65", "B88BA", "FFFFF",
    ])

  static let aztec = MadeCode(
    symbology: .aztec,
    text: "PA9925010",
    columns: 15,
    rows: [
      "137E", "9F82", "306C", "BFFE", "301C", "B7D0", "F45A", "D552", "5456", "77DC", "F01A", "5FFA",
      "8C66", "2AFA", "B13C",
    ])

  static let code128 = MadeCode(
    symbology: .code128,
    text: "49003111045",
    columns: 112,
    rows: [
      "D39A3B666C6C49232F76E4E698EB"
    ], rowHeight: 40)

  static let code39 = MadeCode(
    symbology: .code39,
    text: "45911231023",
    columns: 168,
    rows: [
      "96D535B4D565AD2B695ACADB2AD2B536ACADB2A96D"
    ], rowHeight: 40)

  static let ean13 = MadeCode(
    symbology: .ean13,
    text: "4006381333931",
    columns: 95,
    rows: [
      "A353AF7A259AA14285D2166A"
    ], rowHeight: 40)

  static let licence = MadeCode(
    symbology: .pdf417,
    text: "@\n\u{1E}\rANSI 636000100102DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDDEN"
      + "\nDACMICHAEL\nDDFN\nDADJOHN\nDDGN\nDCUJR\nDCAD\nDCBK\nDCDPH\nDBD06062019\nDBB060"
      + "61986\nDBA12102024\nDBC1\nDAU068 in\nDAYBRO\nDAG2300 WEST BROAD STREET\nDAIR"
      + "ICHMOND\nDAJVA\nDAK232690000  \nDCF2424244747474786102204\nDCGUSA\nDCK12345"
      + "6789\nDDAF\nDDB06062018\nDDC06062020\nDDD1\rZVZVA01\r",
    columns: 222,
    rows: [
      "FF546A18324311DECC31479E535EF9E7B6EB785CFBA0A21A860FE8A4",
      "FF547AD8343CD43D0FAB06B903F571EA40F1DD72343EAC1EA10FE8A4",
      "FF54543C3A1F553C0E4F940D3A7A41A9F0EBE46AF82A1E1ADF8FE8A4",
      "FF546930209DDC82EEB3C42843DA394E70F2DF644C21985A4C0FE8A4",
      "FF547AF7B60F5D340CDF36CF124F99C09AD390746438135AE08FE8A4",
      "FF547AFB344F94E7E910F5BDFB95F98FA2A21E65FA31F45AFD0FE8A4",
      "FF5469EFA8C6147BCC4EF7377BBB314738E6EF776628841A7BEFE8A4",
      "FF547D233DB09C09AF4EE7D4C38135E9DCD7027026BD3B9FA5CFE8A4",
      "FF547D3A3D1E56678B8237AF227CC5681CC97C757E228F1F4E2FE8A4",
      "FF5451C730C51A31CA6186A3035181D270E45C4330BBB31471CFE8A4",
      "FF5469EC35C81E08AAF867A903D48147A0E04D74EC3A609A708FE8A4",
      "FF547E8CA90798FA2D13E434E351F121789F765CEF20E8DF472FE8A4",
      "FF5468263BB315CE0D20C66483BB31A8C086E3518C3AE7DA098FE8A4",
      "FF54746437D3DD182CCF15788321EDA7CE997E713434741E884FE8A4",
      "FF545027B1F45A27CB1704887ACB81309CFA1D5C11B50F994F8FE8A4",
      "FF544B30212418628A3187611A9CE1A71EC8C775703AE7D2CC0FE8A4",
      "FF547D0B305D1C09AF4EE6870AFD31EB06E05A7670B8991A3EEFE8A4",
      "FF547978AF0A1D2FC9ED87A3D31F258FA2D11F5BBE2721997E8FE8A4",
      "FF546D0430C514618EC236BCFA8EE1CB78930C484830C51B410FE8A4",
      "FF547A0DB4E41EA20E04D69C835F39F518FA8C6BE3B5C11E828FE8A4",
      "FF546D9F20E8D7046D11F4F98AD03992F8A9E07D7131F45241EFE8A4",
      "FF54498628C194318D230477239D41092086E66918218C92618FE8A4",
      "FF54796C2FD617EB0BF585FAC3174105E29A3F5FAC3F571E508FE8A4",
      "FF54727CBB7E90CDE88BC7EB42F209E2F29F73651F20759B2F0FE8A4",
      "FF546CD8308DDCF62AEE075DF20A110450CEC2414831D91B360FE8A4",
      "FF5465E33C445F4CEF1B4786CB4F9DF636DDF4711DBD319CBDCFE8A4",
    ], rowHeight: 3)

  static let all: [MadeCode] = [.qr, .dataMatrix, .aztec, .code128, .code39, .ean13, .licence]
}

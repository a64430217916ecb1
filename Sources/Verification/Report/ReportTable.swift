/// A table whose first column names the row. Nothing for no rows.
struct ReportTable {
  private let columns: [String]
  private let rows: [[Markup]]

  init(_ columns: [String], _ rows: [[Markup]]) {
    self.columns = columns
    self.rows = rows
  }

  var markup: Markup {
    guard !rows.isEmpty else { return "" }
    let head: [Markup] = columns.map { "<th scope=\"col\">\($0)</th>" }
    let body: [Markup] = rows.map { row in
      let cells: [Markup] = row.enumerated().map { index, cell in
        index == 0 ? "<th scope=\"row\">\(cell)</th>" : "<td>\(cell)</td>"
      }
      return "<tr>\(cells)</tr>\n"
    }
    return """
      <div class="wide"><table>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(body)</tbody>
      </table></div>

      """
  }
}

internal import BonafideObservations

/// The signs of a presentation attack.
struct AttackSection: ReportSection {
  let heading = "Signs of an attack"

  func content(of report: VerificationReport) -> Markup? {
    guard let attack = report.attack else {
      return "<p class=\"quiet\">Signs of an attack were not looked for.</p>\n"
    }
    let limit = attack.limit.map { ", below \(ReportNumber.text($0)) it speaks of an attack" } ?? ""
    return """
      <p>Verdict: <b>\(attack.verdict)</b>. Score <b>\(ReportNumber.text(attack.score))</b>\(limit) \
      <span class="quiet">(0 is an attack, 1 is bona fide)</span>.</p>
      \(table(attack))
      """
  }

  private func table(_ attack: ReportAttack) -> Markup {
    guard !attack.cues.isEmpty else { return "<p class=\"quiet\">No cue was measured.</p>\n" }
    let rows: [Markup] = attack.cues.map { cue in
      let bar = ScaleBar(value: cue.score, limit: attack.limit, range: 0...1).markup
      let weight = cue.weight > 0 ? ReportNumber.text(cue.weight, decimals: 1) : "not counted"
      let score = cue.score == nil ? "could not tell" : ReportNumber.text(cue.score)
      return """
        <tr><th scope="row">\(cue.name)</th><td>\(score) \(bar)</td><td>\(weight)</td><td>\(cue.detail)</td></tr>

        """
    }
    return """
      <div class="wide"><table>
      <thead><tr><th scope="col">Cue</th><th scope="col">Score</th><th scope="col">Weight</th>\
      <th scope="col">What was seen</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table></div>

      """
  }
}

import Foundation
import Testing

/// Drawn films through a back office that runs: who judges, and by what. They prove nothing about genuine cards.
@Suite("A case with a touch test", .enabled(if: Place.haveModels, "skipped: no models"), .serialized)
struct JudgedFilmTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func settings(previous: Int) -> [String: Any] {
    [
      "previous": previous, "steps": ["face"], "order": "fixed", "modules": ["face", "conceal"], "values": [:],
      "uploads": [], "concealElements": ["mli"],
      "recording": ["screenRecord": false, "screenRecordUploadRetryCount": 3, "screenRecordUploadTimeout": 120],
      "times": ["lifetime": 86_400, "uploadLifetime": 86_400],
      "look": ["colors": [:], "fonts": [:], "cornerRadii": [:], "images": [:], "texts": [:]],
    ]
  }

  /// With it the drawn person, who hardly moves, is as lively as a person has to be.
  private static var calibration: [String: Any] {
    [
      "version": 1, "profile": "specimen", "bonafide": 10, "attacks": 10,
      "cues": ["stillness": ["limits": ["attack": 0.001, "bonafide": 0.002], "weight": 1]],
    ]
  }

  private func film(_ element: String) throws -> String {
    let folder = scratch.path(element)
    let made = try Program.run([
      "specimen", "card-film", "--kind", "conceal", "--element", element, "--seed", "4", "--out", folder,
    ])
    #expect(made.status == 0, "\(made.complaint)")
    return folder + "/film.mp4"
  }

  private func part(_ name: String, of result: [String: Any], run: Int = 0) throws -> [String: Any] {
    try #require(found(name, of: result, run: run))
  }

  private func found(_ name: String, of result: [String: Any], run: Int) -> [String: Any]? {
    let parts = result["parts"] as? [[String: Any]] ?? []
    return parts.first { $0["kind"] as? String == name && $0["run"] as? Int == run }?["server"] as? [String: Any]
  }

  private func codes(_ part: [String: Any]) -> [String] {
    (part["reasons"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
  }

  @Test("is judged by the element that the server drew and the flow's calibration, not by what was sent")
  func elements() async throws {
    let selfie = try Program.run(["specimen", "selfie", "--steps", "face", "--seed", "1", "--out", scratch.folder])
    #expect(selfie.status == 0)
    let configuration = try scratch.write(
      "{\"port\":0,\"host\":\"127.0.0.1\",\"data\":\"\(scratch.path("data"))\"}", as: "serve.json")
    let office = try Served(["--config", configuration], in: scratch)
    let admin = try await office.adminToken()
    let token = try await office.appToken(admin)
    let flow = "/v1/admin/settings/NewCustomer"
    #expect(try await office.call("PUT", flow, settings(previous: 1), token: admin).status == 200)
    let bad: [String: Any] = ["previous": 2, "calibration": ["version": 1, "profile": "specimen"]]
    #expect(try await office.call("PUT", flow + "/calibration", bad, token: admin).status == 422)
    let good: [String: Any] = ["previous": 2, "calibration": JudgedFilmTests.calibration]
    let added = try await office.call("PUT", flow + "/calibration", good, token: admin)
    #expect(added.status == 200 && added.answer["profile"] as? String == "specimen", "\(added)")

    func judged(_ film: String?) async throws -> (session: String, result: [String: Any]) {
      let opened = try await office.call(
        "POST", "/v1/sessions", ["callType": "NewCustomer", "reference": film ?? "none"], token: token
      ).answer
      let session = try #require(opened["id"] as? String)
      #expect((opened["challenge"] as? [String: Any])?["element"] as? String == "mli")
      try await office.upload(
        "selfie_video", scratch.path("selfie.mp4"), type: "video/mp4", to: session, token: token)
      if let film { try await office.upload("conceal_video", film, type: "video/mp4", to: session, token: token) }
      return (session, try await office.decided(session, nonce: opened["nonce"], token: token))
    }
    func verdict(_ result: [String: Any]) -> String? { (result["decision"] as? [String: Any])?["verdict"] as? String }

    let right = try await judged(film("mli"))
    #expect(verdict(right.result) == "approved", "\(right.result)")
    let touched = try part("conceal", of: right.result)
    #expect(touched["verified"] as? Bool == true && touched["element"] as? String == "mli")

    let wrong = try await judged(film("crescent"))
    #expect(verdict(wrong.result) == "review")
    let untouched = try part("conceal", of: wrong.result)
    #expect(untouched["verified"] as? Bool != true && codes(untouched).contains("element_not_covered"), "\(untouched)")

    let damaged = try await judged(scratch.write("no film", as: "damaged.mp4"))
    #expect(verdict(damaged.result) == "review")
    #expect(codes(try part("conceal", of: damaged.result)) == ["not_evaluated"])
    let missing = try await judged(nil)
    #expect(verdict(missing.result) == "review")
    #expect(codes(try part("conceal", of: missing.result)) == ["not_evaluated"])

    // Under the version without the calibration, and again under the session's own.
    for (run, version, expected) in [(1, 2, "declined"), (2, 3, "approved")] {
      let path = "/v1/review/sessions/\(right.session)"
      let order: [String: Any] = ["values": [:], "settingsVersion": version]
      #expect(try await office.call("POST", path + "/replay", order, token: admin).status == 202)
      var seen: [String: Any] = [:]
      for _ in 0..<300 {
        seen = try await office.call("GET", path, token: admin).answer
        if found("verdict", of: seen, run: run) != nil { break }
        try await Task.sleep(for: .milliseconds(200))
      }
      #expect(try part("verdict", of: seen, run: run)["verdict"] as? String == expected)
    }
  }
}

import BonafideVerification
import Foundation
import Testing

/// Whatever was measured, the drawing has numbers in it and is not larger than it needs to be.
struct ChartTests {
  private static let odd: [[CurvePoint]] = [
    [], [CurvePoint(time: 0, value: nil)], [CurvePoint(time: 1, value: 0.5)],
    (0..<9).map { CurvePoint(time: Double($0), value: 3) },
    (0..<9).map { CurvePoint(time: 2, value: Double($0)) },
    [.nan, .infinity, -.infinity, 1e308, -1e308, 0.5].map { CurvePoint(time: 1, value: $0) },
    [.nan, .infinity, -.infinity, 1e308, -1e308, 0.5].map { CurvePoint(time: $0, value: 1) },
    [CurvePoint(time: 0, value: 1e-300), CurvePoint(time: 1e-300, value: -1e-300)],
    [CurvePoint(time: -5, value: -1e6), CurvePoint(time: 1e6, value: 1e6)],
  ]

  private func page(_ points: [CurvePoint], range: ClosedRange<Double> = 0...1) -> ReportPage {
    var report = VerificationReport(decision: .review)
    report.charts = [
      ReportChart(
        title: "chart", unit: "count", range: range, curves: [ReportCurve("line", points)],
        thresholds: [.nan, .infinity, 0.5].map { ReportThreshold("limit", $0) })
    ]
    report.marks = [.nan, .infinity, 0.5, 0.5, 0.5].map { ReportMark(time: $0, label: "mark") }
    return ReportPage(ReportRenderer().html(of: report))
  }

  @Test(arguments: odd, [0...1, 0...0, -.infinity ... .infinity] as [ClosedRange<Double>])
  func `all coordinates are finite and inside`(points: [CurvePoint], range: ClosedRange<Double>) throws {
    let page = page(points, range: range)
    #expect(page.isWellFormed)
    let coordinates = ["x", "y", "x1", "x2", "y1", "y2", "width", "height", "d"]
    for element in page.elements {
      for name in coordinates {
        guard let text = element.attributes[name] else { continue }
        let numbers = text.split { "ML ".contains($0) }.map { Double($0) ?? .nan }
        #expect(numbers.allSatisfy { $0.isFinite && (-10...480).contains($0) }, "\(element)")
      }
    }
    #expect(page.all("text").count < 40)
  }

  @Test func `a missing value leaves a gap`() {
    let values: [Double?] = [1, 2, nil, 3, .nan, 4, 5]
    let points = values.enumerated().map { CurvePoint(time: Double($0.offset), value: $0.element) }
    #expect(CurveThinning.runs(points).map { $0.map(\.value) } == [[1, 2], [3], [4, 5]])
  }

  @Test func `points are drawn in the order of time`() {
    let points = [3.0, 1, 2].map { CurvePoint(time: $0, value: $0) }
    #expect(CurveThinning.runs(points).flatMap { $0.map(\.time) } == [1, 2, 3])
  }

  @Test func `a dense curve keeps its peaks, its gaps and few points`() {
    let points = (0..<100_000).map { index in
      let value: Double? = index == 51_234 ? 90 : index == 70_001 ? -80 : sin(Double(index) / 900)
      return CurvePoint(time: Double(index) / 30, value: (30_000..<40_000).contains(index) ? nil : value)
    }
    let runs = CurveThinning.runs(points)
    #expect(runs.joined().count <= CurveThinning.pointLimit)
    #expect(runs.joined().map(\.value).max() == 90)
    #expect(runs.joined().map(\.value).min() == -80)
    #expect(runs.count == 2)
  }

  @Test func `a large curve does not make a large report`() {
    let points = (0..<200_000).map { index in
      let value: Double? = index.isMultiple(of: 3) ? nil : Double(index % 17)
      return CurvePoint(time: Double(index) / 30, value: value)
    }
    var report = VerificationReport(decision: .approved)
    report.charts = [.headPose(pitch: points, yaw: points, roll: points, thresholds: [])]
    #expect(ReportRenderer().html(of: report).utf8.count < 60_000)
  }

  @Test(arguments: [
    ([0.0, 1.0], [0, 0.5, 1]), ([-30.0, 41.0], [-40, -20, 0, 20, 40, 60]), ([0.0, 2.0], [0, 0.5, 1, 1.5, 2]),
  ])
  func `axes have round numbers`(values: [Double], expected: [Double]) {
    let ticks = AxisScale(covering: values, from: 0, to: 100, steps: 4).ticks
    #expect(ticks.count == expected.count)
    #expect(zip(ticks, expected).allSatisfy { abs($0 - $1) < 1e-9 })
  }
}

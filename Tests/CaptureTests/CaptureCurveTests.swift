import BonafideCapture
import BonafideObservations
import Testing

private func curve(ofFrames count: Int) -> CaptureCurve {
  var curve = CaptureCurve()
  for number in 0..<count {
    curve.add(
      FrameObservation(
        time: Double(number), size: Size(width: 640, height: 480), mirroring: .none, presence: .none))
  }
  return curve
}

@Test(arguments: [0, 1, 2, 1999, 2000, 2001, 4001, 100_000])
func `a curve stays bounded, even and in order however long the capture`(count: Int) {
  let times = curve(ofFrames: count).points.map(\.time)
  #expect(times.count < CaptureCurve.capacity && times.count >= min(count, CaptureCurve.capacity / 2))
  #expect(times.first == (count > 0 ? 0 : nil))
  let steps = zip(times, times.dropFirst()).map { $1 - $0 }
  #expect(Set(steps).count <= 1)
  // It reaches to the end, up to one of its steps.
  #expect(Double(count - 1) - (times.last ?? -1) < max(1, steps.first ?? 1))
}

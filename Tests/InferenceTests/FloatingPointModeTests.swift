import BonafideInference
import Foundation
import Testing

private let models = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("Models").path

/// Skipped without models.
@Test(.enabled(if: FileManager.default.fileExists(atPath: models + "/manifest.json")))
func `running a network leaves the caller's floating-point mode alone`() throws {
  let store = try ModelStore(folder: models)
  let model = try store.model("face_blendshapes")
  let input = Tensor(shape: [1, 146, 2], values: (0..<292).map { Float($0 % 17) })
  _ = try model.run(input, named: "serving_default_input_points", outputs: ["StatefulPartitionedCall"])
  // Half of the smallest normal number: zero where denormals are flushed.
  let smallest = [Double.leastNormalMagnitude, 2.0]
  #expect(smallest[0] / smallest[1] > 0)
  #expect("\(Double.leastNonzeroMagnitude)" == "5e-324")
}

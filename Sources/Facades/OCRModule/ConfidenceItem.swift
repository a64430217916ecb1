public import CoreModule
public import Foundation

#if canImport(UIKit)
  internal import BonafideMedia
#else
  public import BonafideMedia
#endif

/// Something that was found on a document, with its picture.
#if canImport(ObjectiveC)
  @objcMembers
#endif
public final class ConfidenceItem: NSObject, Sendable {
  public let image: UIImage?
  /// 0…1
  public let confidence: Float
  public let name: String
  /// In pixels of the flat side that it lies on; of a whole side, of the camera's picture.
  public let boundingBox: CGRect

  public init(image: UIImage?, confidence: Float, name: String, boundingBox: CGRect) {
    self.image = image
    self.confidence = confidence
    self.name = name
    self.boundingBox = boundingBox
  }
}

/// Values of the two single pictures, against the straight face. An app may overwrite them.
extension CustomerFace {
  // MARK: Closed eyes

  public func getEyeCloseCaptureAntispoofing() -> Float { values.eyeClose.antiSpoofing ?? 0 }
  public func getEyeCloseCaptureConfidence() -> Float { values.eyeClose.confidence ?? 0 }
  public func getEyeCloseCaptureDistance() -> Float { values.eyeClose.distance ?? Float(FaceValues.unmeasuredDistance) }
  public func getEyeCloseCaptureDistanceValidityLevel() -> Int { values.eyeClose.distanceLevel }
  public func getEyeCloseCaptureAntispoofingValidityLevel() -> Int { values.eyeClose.antiSpoofingLevel }

  public func setEyeCloseCaptureAntispoofing(_ value: Float) { values.eyeClose.antiSpoofing = value }
  public func setEyeCloseCaptureConfidence(_ value: Float) { values.eyeClose.confidence = value }
  public func setEyeCloseCaptureDistance(_ value: Float) { values.eyeClose.distance = value }
  public func setEyeCloseCaptureDistanceValidityLevel(_ value: Int) { values.eyeClose.distanceLevel = value }
  public func setEyeCloseCaptureAntispoofingValidityLevel(_ value: Int) { values.eyeClose.antiSpoofingLevel = value }

  // MARK: The smile

  public func getSmilingCaptureAntispoofing() -> Float { values.smiling.antiSpoofing ?? 0 }
  public func getSmilingCaptureConfidence() -> Float { values.smiling.confidence ?? 0 }
  public func getSmilingCaptureDistance() -> Float { values.smiling.distance ?? Float(FaceValues.unmeasuredDistance) }
  public func getSmilingCaptureDistanceValidityLevel() -> Int { values.smiling.distanceLevel }
  public func getSmilingCaptureAntispoofingValidityLevel() -> Int { values.smiling.antiSpoofingLevel }

  public func setSmilingCaptureAntispoofing(_ value: Float) { values.smiling.antiSpoofing = value }
  public func setSmilingCaptureConfidence(_ value: Float) { values.smiling.confidence = value }
  public func setSmilingCaptureDistance(_ value: Float) { values.smiling.distance = value }
  public func setSmilingCaptureDistanceValidityLevel(_ value: Int) { values.smiling.distanceLevel = value }
  public func setSmilingCaptureAntispoofingValidityLevel(_ value: Int) { values.smiling.antiSpoofingLevel = value }
}

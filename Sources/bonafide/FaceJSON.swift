import BonafideObservations

extension JSON {
  init(_ box: Rect) {
    self = .object([
      ("x", .number(box.x, decimals: 2)), ("y", .number(box.y, decimals: 2)),
      ("width", .number(box.width, decimals: 2)), ("height", .number(box.height, decimals: 2)),
    ])
  }

  init(_ pose: HeadPose?) {
    guard let pose else {
      self = .null
      return
    }
    self = .object([
      ("pitch", .number(pose.pitch, decimals: 2)), ("yaw", .number(pose.yaw, decimals: 2)),
      ("roll", .number(pose.roll, decimals: 2)),
    ])
  }

  init(_ quality: FaceQuality) {
    self = .object([
      ("brightness", .number(quality.brightness)), ("sharpness", .number(quality.sharpness, decimals: 2)),
      ("contrast", .number(quality.contrast)), ("eyeDistance", .number(quality.eyeDistance, decimals: 2)),
      ("overexposed", .number(quality.overexposed)), ("underexposed", .number(quality.underexposed)),
      ("borderDistance", .number(quality.borderDistance, decimals: 1)), ("overall", .number(quality.overall)),
    ])
  }

  /// One face of `face inspect`.
  init(_ face: FaceObservation, landmarks: LandmarkOutput) {
    var members: [(String, JSON)] = [
      ("box", JSON(face.box)), ("score", .number(face.score)), ("pose", JSON(face.pose)),
      ("smile", .number(face.smile)), ("leftEyeOpen", .number(face.leftEyeOpen)),
      ("rightEyeOpen", .number(face.rightEyeOpen)), ("quality", JSON(face.quality)),
    ]
    if let id = face.trackID { members.append(("trackId", .int(id))) }
    if landmarks == .included {
      let points = face.mesh?.points.map { point in
        JSON.array([point.x, point.y, point.z].map { .number(Double($0), decimals: 2) })
      }
      members.append(("landmarks", points.map(JSON.array) ?? .null))
    }
    self = .object(members)
  }

  init(_ reasons: [Reason]) {
    self = .array(
      reasons.map {
        .object([
          ("code", .string($0.code.rawValue)), ("cause", .string($0.cause.rawValue)), ("message", .string($0.message)),
        ])
      })
  }
}

enum LandmarkOutput { case included, left }

/// How stored pixels have to be turned to be upright: the eight values of EXIF tag 274 (CIPA DC-008).
public enum Orientation: Int, Sendable, CaseIterable {
  case up = 1
  case upMirrored = 2
  case down = 3
  case downMirrored = 4
  case leftMirrored = 5
  case right = 6
  case rightMirrored = 7
  case left = 8

  /// Whether width and height change places.
  public var swapsSides: Bool { rawValue >= 5 }

  /// The orientation for a clockwise turn by a multiple of 90°; nil for other angles.
  public init?(clockwiseDegrees degrees: Int) {
    switch ((degrees % 360) + 360) % 360 {
    case 0: self = .up
    case 90: self = .right
    case 180: self = .down
    case 270: self = .left
    default: return nil
    }
  }
}

extension Image {
  /// Copies stored rows of 4-byte pixels into an upright picture.
  ///
  /// - `pixels`: at least `(height - 1) * bytesPerRow + width * 4` bytes.
  package init(
    stored pixels: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int, orientation: Orientation
  ) throws {
    let needed = (height - 1) * bytesPerRow + width * Image.bytesPerPixel
    precondition(width > 0 && height > 0 && bytesPerRow >= width * 4 && pixels.count >= needed)
    let swaps = orientation.swapsSides
    try self.init(width: swaps ? height : width, height: swaps ? width : height) { target in
      guard let from = pixels.baseAddress, let start = target.baseAddress else { return }
      if orientation == .up {
        for y in 0..<height {
          (start + y * width * 4).update(
            from: from.advanced(by: y * bytesPerRow).assumingMemoryBound(to: UInt8.self), count: width * 4)
        }
        return
      }
      let out = UnsafeMutableRawPointer(start)
      // Where stored pixel (0, 0) goes, and the steps in the target for one stored column and one stored row.
      let (w, h) = (width, height)
      let (origin, column, row): (Int, Int, Int) =
        switch orientation {
        case .up: (0, 1, w)
        case .upMirrored: (w - 1, -1, w)
        case .down: (w * h - 1, -1, -w)
        case .downMirrored: ((h - 1) * w, 1, -w)
        case .leftMirrored: (0, h, 1)
        case .right: (h - 1, h, -1)
        case .rightMirrored: (w * h - 1, -h, -1)
        case .left: ((w - 1) * h, -h, 1)
        }
      for y in 0..<h {
        let line = from.advanced(by: y * bytesPerRow)
        var at = origin + y * row
        for x in 0..<w {
          let pixel = line.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
          out.storeBytes(of: pixel, toByteOffset: at * 4, as: UInt32.self)
          at += column
        }
      }
    }
  }

  /// A turned or flipped copy.
  public func oriented(_ orientation: Orientation) throws -> Image {
    if orientation == .up { return self }
    return try withPixels {
      try Image(
        stored: UnsafeRawBufferPointer($0), width: width, height: height, bytesPerRow: bytesPerRow,
        orientation: orientation)
    }
  }
}

/// What travels on the socket between a program and its worker `bonafide-media`: 64 bytes, little-endian: a magic
/// number, a kind, seven signed 64-bit fields. Neither side trusts the other.
package struct WorkerMessage: Sendable, Equatable {
  package static let byteCount = 64
  private static let magic: UInt64 = 0x314D_4642

  package let kind: Int
  package let fields: [Int64]

  package init(kind: Int, _ fields: [Int64] = []) {
    self.kind = kind
    self.fields = fields + Array(repeating: 0, count: max(0, 7 - fields.count))
  }

  /// Throws when the bytes are not one whole message.
  package init(_ bytes: [UInt8]) throws(ByteCursor.OutOfBounds) {
    guard bytes.count == WorkerMessage.byteCount else { throw ByteCursor.OutOfBounds() }
    var cursor = ByteCursor(bytes)
    guard try cursor.number(4, .littleEndian) == WorkerMessage.magic else { throw ByteCursor.OutOfBounds() }
    kind = try cursor.uint32(.littleEndian)
    var fields: [Int64] = []
    for _ in 0..<7 { fields.append(Int64(bitPattern: try cursor.number(8, .littleEndian))) }
    self.fields = fields
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(WorkerMessage.byteCount)
    func append(_ value: UInt64, _ length: Int) {
      for index in 0..<length { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
    }
    append(WorkerMessage.magic, 4)
    append(UInt64(truncatingIfNeeded: kind), 4)
    for field in fields.prefix(7) { append(UInt64(bitPattern: field), 8) }
    return bytes
  }
}

/// Limits that the worker sets on itself before it looks at its input.
package struct WorkerLimits: Sendable, Equatable {
  /// Bytes of address space.
  package var memory: Int
  /// Seconds of processor time.
  package var processorTime: Int
  /// Bytes of any file that it writes.
  package var output: Int

  package init(memory: Int, processorTime: Int, output: Int) {
    self.memory = memory
    self.processorTime = processorTime
    self.output = output
  }
}

/// What the program tells the worker.
package enum WorkerOrder: Sendable, Equatable {
  /// Decode the input, which is so many bytes long, as this format.
  case decode(MediaFormat, inputBytes: Int, WorkerLimits)
  /// Encode frames of this size. `crf` as x264 counts it; `bitRate` is the most bits a second, 0 for no bound.
  case encode(width: Int, height: Int, crf: Int, bitRate: Int, WorkerLimits)
  /// The frame memory has its size now.
  case memoryReady
  /// The frame memory may be written again: the next frame, please.
  case next
  /// The frame memory holds a frame for this time, in ticks of 1/90000 s.
  case frame(ticks: Int64)
  /// No more frames: complete the file.
  case finish

  package var message: WorkerMessage {
    switch self {
    case .decode(let format, let inputBytes, let limits):
      WorkerMessage(
        kind: 1,
        [
          Int64(format.rawValue), Int64(inputBytes), Int64(limits.memory), Int64(limits.processorTime),
          Int64(limits.output),
        ])
    case .encode(let width, let height, let crf, let bitRate, let limits):
      WorkerMessage(
        kind: 2,
        [
          Int64(width), Int64(height), Int64(limits.memory), Int64(limits.processorTime), Int64(limits.output),
          Int64(crf), Int64(bitRate),
        ])
    case .memoryReady: WorkerMessage(kind: 3)
    case .next: WorkerMessage(kind: 4)
    case .frame(let ticks): WorkerMessage(kind: 5, [ticks])
    case .finish: WorkerMessage(kind: 6)
    }
  }

  /// Throws when the bytes are not an order.
  package init(_ bytes: [UInt8]) throws(ByteCursor.OutOfBounds) {
    let message = try WorkerMessage(bytes)
    let fields = message.fields
    guard fields.count == 7 else { throw ByteCursor.OutOfBounds() }
    let limits = WorkerLimits(
      memory: Int(fields[2]), processorTime: Int(fields[3]), output: Int(fields[4]))
    switch message.kind {
    case 1:
      guard let format = MediaFormat(rawValue: Int(fields[0])), fields[1] >= 0 else { throw ByteCursor.OutOfBounds() }
      self = .decode(format, inputBytes: Int(fields[1]), limits)
    case 2:
      guard (1...Int64(SlotLayout.maximumSide)).contains(fields[0]),
        (1...Int64(SlotLayout.maximumSide)).contains(fields[1]), (0...51).contains(fields[5]),
        (0...1_000_000_000).contains(fields[6])
      else { throw ByteCursor.OutOfBounds() }
      self = .encode(
        width: Int(fields[0]), height: Int(fields[1]), crf: Int(fields[5]), bitRate: Int(fields[6]),
        limits)
    case 3: self = .memoryReady
    case 4: self = .next
    case 5: self = .frame(ticks: fields[0])
    case 6: self = .finish
    default: throw ByteCursor.OutOfBounds()
    }
  }
}

/// What the worker tells the program.
package enum WorkerReport: Sendable, Equatable {
  /// The input can be read and looks like this; nothing has been written to the frame memory yet.
  case opened(StreamGeometry)
  /// The frame memory holds a frame; nanoseconds since the first one.
  case frame(nanoseconds: Int64)
  /// There are no more frames.
  case end
  case failed(WorkerFailure)
  /// The order is carried out.
  case done

  package var message: WorkerMessage {
    switch self {
    case .opened(let geometry):
      WorkerMessage(
        kind: 101,
        [
          Int64(geometry.width), Int64(geometry.height), Int64(geometry.orientation), geometry.isStill ? 1 : 0,
          geometry.claimedMilliseconds ?? -1, geometry.claimedFrames ?? -1,
        ])
    case .frame(let nanoseconds): WorkerMessage(kind: 102, [nanoseconds])
    case .end: WorkerMessage(kind: 103)
    case .failed(let failure): WorkerMessage(kind: 104, [Int64(failure.rawValue)])
    case .done: WorkerMessage(kind: 105)
    }
  }

  /// Throws when the bytes are not a report, or hold a value that no honest worker sends.
  package init(_ bytes: [UInt8]) throws(ByteCursor.OutOfBounds) {
    let message = try WorkerMessage(bytes)
    let fields = message.fields
    guard fields.count == 7 else { throw ByteCursor.OutOfBounds() }
    switch message.kind {
    case 101:
      let sides = 1...Int64(Int32.max)
      guard sides.contains(fields[0]), sides.contains(fields[1]), (1...8).contains(fields[2]) else {
        throw ByteCursor.OutOfBounds()
      }
      self = .opened(
        StreamGeometry(
          width: Int(fields[0]), height: Int(fields[1]), orientation: Int(fields[2]), isStill: fields[3] == 1,
          claimedMilliseconds: fields[4] >= 0 ? fields[4] : nil, claimedFrames: fields[5] >= 0 ? fields[5] : nil))
    case 102:
      guard fields[0] >= 0 else { throw ByteCursor.OutOfBounds() }
      self = .frame(nanoseconds: fields[0])
    case 103: self = .end
    case 104:
      guard let failure = WorkerFailure(rawValue: Int(fields[0])) else { throw ByteCursor.OutOfBounds() }
      self = .failed(failure)
    case 105: self = .done
    default: throw ByteCursor.OutOfBounds()
    }
  }
}

/// The frames as they are stored, before they are turned upright.
package struct StreamGeometry: Sendable, Equatable {
  /// Pixels of the stored frame.
  package var width: Int
  package var height: Int
  /// EXIF's 1…8.
  package var orientation: Int
  package var isStill: Bool
  package var claimedMilliseconds: Int64?
  package var claimedFrames: Int64?

  package init(
    width: Int, height: Int, orientation: Int = 1, isStill: Bool, claimedMilliseconds: Int64? = nil,
    claimedFrames: Int64? = nil
  ) {
    self.width = width
    self.height = height
    self.orientation = orientation
    self.isStill = isStill
    self.claimedMilliseconds = claimedMilliseconds
    self.claimedFrames = claimedFrames
  }
}

/// Why the worker gives up.
package enum WorkerFailure: Int, Sendable, Error, CaseIterable {
  case notMedia = 1
  case truncated
  case tooLarge
  case undecodable
  case noFrames
  case cannotWrite
  case unavailable
  case protocolBroken
}

/// How one frame lies in the shared memory: 4-byte pixels, rows on multiples of 64 bytes, and room behind the last
/// row, because swscale's vector code stores whole registers.
package struct SlotLayout: Sendable, Equatable {
  package static let maximumSide = 32_767

  package let width: Int
  package let height: Int
  package let bytesPerRow: Int
  package let byteCount: Int

  /// Nil for sides outside 1…`maximumSide`.
  package init?(width: Int, height: Int) {
    guard (1...SlotLayout.maximumSide).contains(width), (1...SlotLayout.maximumSide).contains(height) else {
      return nil
    }
    self.width = width
    self.height = height
    bytesPerRow = (width * 4 + 63) & ~63
    byteCount = bytesPerRow * height + 4096
  }
}

/// The descriptors that a worker starts with; all others are closed.
package enum WorkerDescriptor {
  /// What it reads, or the file that it writes.
  package static let file: Int32 = 0
  package static let socket: Int32 = 3
  package static let frameMemory: Int32 = 4
}

internal import BonafideMediaWire
internal import CHEIF

/// The primary picture of a HEIC, HEIF or AVIF file.
final class HEIFPicture: PictureSource {
  private(set) var geometry: StreamGeometry
  private let bytes: [UInt8]
  private let context: OpaquePointer
  private var handle: OpaquePointer?

  init(_ input: InputFile) throws {
    bytes = try input.contents()
    guard let context = heif_context_alloc() else { throw WorkerFailure.undecodable }
    self.context = context
    geometry = StreamGeometry(width: 1, height: 1, isStill: true)
    heif_context_set_max_decoding_threads(context, 0)
    let isCut = ContainerEnd.isCut(.heif, byteCount: input.byteCount) { input.bytes(at: $0, count: $1) }
    let failure: WorkerFailure = isCut ? .truncated : .undecodable
    // Copied once, so that no pointer into a Swift array has to outlive the call.
    let read = bytes.withUnsafeBytes { heif_context_read_from_memory(context, $0.baseAddress, $0.count, nil) }
    try HEIFPicture.check(read, failure)
    try HEIFPicture.check(heif_context_get_primary_image_handle(context, &handle), failure)
    let width = Int(heif_image_handle_get_width(handle))
    let height = Int(heif_image_handle_get_height(handle))
    guard width > 0, height > 0 else { throw failure }
    guard width <= SlotLayout.maximumSide, height <= SlotLayout.maximumSide else { throw WorkerFailure.tooLarge }
    // libheif turns the picture by its own properties.
    let orientation = HEIFTransforms.present(in: ByteCursor(bytes)) ? nil : exifOrientation()
    geometry = StreamGeometry(
      width: width, height: height, orientation: orientation ?? 1, isStill: true, claimedFrames: 1)
  }

  deinit {
    heif_image_handle_release(handle)
    heif_context_free(context)
  }

  func write(to slot: FrameSlot) throws -> Int64? {
    guard let options = heif_decoding_options_alloc() else { throw WorkerFailure.undecodable }
    defer { heif_decoding_options_free(options) }
    options.pointee.convert_hdr_to_8bit = 1
    let hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0
    var image: OpaquePointer?
    defer { heif_image_release(image) }
    let decoded = heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options)
    let cut = ContainerEnd.isCut(.heif, byteCount: bytes.count) { Array(bytes.dropFirst($0).prefix($1)) }
    try HEIFPicture.check(decoded, cut ? .truncated : .undecodable)
    var stride: Int32 = 0
    guard let pixels = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride),
      Int(heif_image_get_width(image, heif_channel_interleaved)) == slot.layout.width,
      Int(heif_image_get_height(image, heif_channel_interleaved)) == slot.layout.height,
      Int(stride) >= slot.layout.width * 4, let start = slot.start
    else { throw WorkerFailure.undecodable }
    for row in 0..<slot.layout.height {
      (start + row * slot.layout.bytesPerRow).update(
        from: pixels + row * Int(stride), count: slot.layout.width * 4)
    }
    if hasAlpha { slot.compositeOnWhite() }
    return 0
  }

  func advance() -> Bool { false }

  private func exifOrientation() -> Int? {
    var id: heif_item_id = 0
    guard heif_image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &id, 1) == 1 else { return nil }
    let size = heif_image_handle_get_metadata_size(handle, id)
    guard size > 4, size <= 1 << 20 else { return nil }
    var block = [UInt8](repeating: 0, count: size)
    guard heif_image_handle_get_metadata(handle, id, &block).code == heif_error_Ok else { return nil }
    // The block begins with the distance from its own fifth byte to the TIFF header.
    var cursor = ByteCursor(block)
    guard let distance = try? cursor.uint32(.bigEndian), (try? cursor.skip(distance)) != nil,
      let data = try? cursor.slice(cursor.remaining)
    else { return nil }
    return ExifOrientation.read(data)
  }

  private static func check(_ error: heif_error, _ failure: WorkerFailure) throws {
    switch error.code {
    case heif_error_Ok: return
    case heif_error_Memory_allocation_error: throw WorkerFailure.tooLarge
    default:
      throw error.subcode == heif_suberror_End_of_data && failure == .undecodable ? .truncated : failure
    }
  }
}

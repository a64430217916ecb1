extension API {
  package static let uploadAdd = Endpoint<UploadRequest, UploadAnswer>(
    "uploadAdd", .post, "/v1/sessions/{session}/uploads", .scope(.session), "Declares a content before it is sent.",
    status: 201, isIdempotent: true)
  package static let uploadList = Endpoint<NoContent, UploadsAnswer>(
    "uploadList", .get, "/v1/sessions/{session}/uploads", .scope(.session), "Uploads of a session.")
  package static let uploadGet = Endpoint<NoContent, UploadAnswer>(
    "uploadGet", .get, "/v1/sessions/{session}/uploads/{upload}", .scope(.session), "How far an upload is.")
  package static let uploadAppend = Endpoint<NoContent, UploadAnswer>(
    "uploadAppend", .patch, "/v1/sessions/{session}/uploads/{upload}", .scope(.session),
    "Sends a piece. One that came before changes nothing.",
    headers: [
      .init("Upload-Offset", .integer(0...2_147_483_648), isRequired: true, "Place of the piece's first byte.")
    ],
    limits: .init(bodyBytes: pieceBytes, seconds: 300, concurrent: 64), takes: "application/octet-stream")
  package static let uploadFinish = Endpoint<NoContent, UploadAnswer>(
    "uploadFinish", .post, "/v1/sessions/{session}/uploads/{upload}/finish", .scope(.session),
    "Makes evidence of an upload when its hash holds.", limits: .init(seconds: 300))

  static let uploads: [EndpointDescription] = [
    uploadAdd.description, uploadList.description, uploadGet.description, uploadAppend.description,
    uploadFinish.description,
  ]
}

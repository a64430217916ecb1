#define ZX_USE_UTF8
#include "zxing_shim.h"

#include <ZXing/ReadBarcode.h>

#include <cstring>
#include <string>

static_assert(BONAFIDE_CODE_DATA_MATRIX == static_cast<int>(ZXing::BarcodeFormat::DataMatrix), "values have moved");
static_assert(BONAFIDE_CODE_MICRO_QR == static_cast<int>(ZXing::BarcodeFormat::MicroQRCode), "values have moved");

namespace {

void keep(const ZXing::Result &result, const bonafide_code_region &region, bonafide_codes &codes) {
  const std::string text = result.text();
  if (codes.count >= BONAFIDE_CODES_MOST || text.size() > BONAFIDE_CODES_TEXT - codes.text_length) return;
  bonafide_code &code = codes.codes[codes.count];
  for (int corner = 0; corner < 4; corner++) {
    code.corners[corner * 2] = result.position()[corner].x + region.x;
    code.corners[corner * 2 + 1] = result.position()[corner].y + region.y;
  }
  code.format = static_cast<int32_t>(result.format());
  code.text_start = codes.text_length;
  code.text_length = static_cast<uint32_t>(text.size());
  std::memcpy(codes.text + codes.text_length, text.data(), text.size());
  codes.text_length += code.text_length;
  codes.count++;
}

}  // namespace

bonafide_codes_status bonafide_codes_read(const bonafide_code_picture *picture, bonafide_codes *codes) {
  codes->count = 0;
  codes->text_length = 0;
  try {
    ZXing::DecodeHints hints;
    // Looking at smaller copies as well fails an assertion of 1.4 when a bar code is found in two of them.
    hints.setTryDownscale(false);
    if (picture->format != BONAFIDE_CODE_ANY) hints.setFormats(static_cast<ZXing::BarcodeFormat>(picture->format));
    const ZXing::ImageView whole(picture->pixels, picture->width, picture->height, ZXing::ImageFormat::Lum);
    for (int32_t index = 0; index < picture->region_count; index++) {
      const bonafide_code_region &region = picture->regions[index];
      const auto part = whole.cropped(region.x, region.y, region.width, region.height);
      for (const ZXing::Result &result : ZXing::ReadBarcodes(part, hints)) {
        if (result.isValid()) keep(result, region, *codes);
      }
    }
    return BONAFIDE_CODES_DONE;
  } catch (...) {
    return BONAFIDE_CODES_FAILED;
  }
}

#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { BONAFIDE_CODES_MOST = 64, BONAFIDE_CODES_TEXT = 1 << 18 };

/// What kind of code it is; the values are those of the library's `BarcodeFormat`.
typedef enum {
  BONAFIDE_CODE_ANY = 0,
  BONAFIDE_CODE_AZTEC = 1 << 0,
  BONAFIDE_CODE_CODABAR = 1 << 1,
  BONAFIDE_CODE_CODE39 = 1 << 2,
  BONAFIDE_CODE_CODE93 = 1 << 3,
  BONAFIDE_CODE_CODE128 = 1 << 4,
  BONAFIDE_CODE_DATA_BAR = 1 << 5,
  BONAFIDE_CODE_DATA_BAR_EXPANDED = 1 << 6,
  BONAFIDE_CODE_DATA_MATRIX = 1 << 7,
  BONAFIDE_CODE_EAN8 = 1 << 8,
  BONAFIDE_CODE_EAN13 = 1 << 9,
  BONAFIDE_CODE_ITF = 1 << 10,
  BONAFIDE_CODE_MAXI_CODE = 1 << 11,
  BONAFIDE_CODE_PDF417 = 1 << 12,
  BONAFIDE_CODE_QR = 1 << 13,
  BONAFIDE_CODE_UPC_A = 1 << 14,
  BONAFIDE_CODE_UPC_E = 1 << 15,
  BONAFIDE_CODE_MICRO_QR = 1 << 16,
} bonafide_code_format;

/// A part of a picture.
typedef struct {
  int32_t x, y, width, height;
} bonafide_code_region;

/// A picture of one byte a pixel, rows without padding, and the parts of it in which to look.
typedef struct {
  const uint8_t *pixels;
  int32_t width, height;
  const bonafide_code_region *regions;
  int32_t region_count;
  /// One of `bonafide_code_format`.
  int32_t format;
} bonafide_code_picture;

typedef struct {
  /// x, y in the picture of the top-left, top-right, bottom-right and bottom-left corner, as the code is meant to stand.
  int32_t corners[8];
  /// One of `bonafide_code_format`.
  int32_t format;
  /// Where its UTF-8 stands in `text`. It may hold zeros and is not terminated.
  uint32_t text_start, text_length;
} bonafide_code;

/// What was found. The memory is the caller's, here as everywhere.
typedef struct {
  uint32_t count;
  uint32_t text_length;
  bonafide_code codes[BONAFIDE_CODES_MOST];
  char text[BONAFIDE_CODES_TEXT];
} bonafide_codes;

/// The texts, for languages that cannot see an array of that size.
static inline const char *bonafide_codes_text(const bonafide_codes *codes) {
  return codes->text;
}

typedef enum {
  BONAFIDE_CODES_DONE = 0,
  /// The library failed somewhere; what it had found before is there.
  BONAFIDE_CODES_FAILED = 1,
  /// No process could be started, or it could not be shut in.
  BONAFIDE_CODES_UNAVAILABLE = 2,
} bonafide_codes_status;

/// Reads the codes of a picture. Codes beyond the bounds of `bonafide_codes` are left out. No exception leaves it, but
/// the library ends the process when one of its assertions fails.
bonafide_codes_status bonafide_codes_read(const bonafide_code_picture *picture, bonafide_codes *codes);

/// The same in a process of its own, which can do nothing but compute and lives for one call, at most 60 seconds: what
/// happens to it does not happen to us.
bonafide_codes_status bonafide_codes_read_apart(const bonafide_code_picture *picture, bonafide_codes *codes);

#ifdef __cplusplus
}
#endif

#pragma once
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

// Macros with casts or expressions, which are not imported.
static inline int bonafide_averror(int code) { return AVERROR(code); }
static inline int bonafide_averror_eof(void) { return AVERROR_EOF; }
static inline int64_t bonafide_no_pts(void) { return AV_NOPTS_VALUE; }
static inline int bonafide_log_quiet(void) { return AV_LOG_QUIET; }

// The part of ONNX Runtime's C interface that Bonafide calls, written down by hand so that building needs no
// ONNX Runtime. `OrtApi` is a table of function pointers to which releases only append, so a slot number is fixed
// for ever; the slots not in use are padding. Slot numbers: order of members in onnxruntime_c_api.h (MIT).
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct OrtEnv OrtEnv;
typedef struct OrtStatus OrtStatus;
typedef struct OrtSession OrtSession;
typedef struct OrtSessionOptions OrtSessionOptions;
typedef struct OrtMemoryInfo OrtMemoryInfo;
typedef struct OrtValue OrtValue;
typedef struct OrtTensorTypeAndShapeInfo OrtTensorTypeAndShapeInfo;

typedef struct OrtApi {
  void *unused_0_1[2];
  const char *(*GetErrorMessage)(const OrtStatus *status);  // 2
  OrtStatus *(*CreateEnv)(int level, const char *name, OrtEnv **out);  // 3
  void *unused_4_7[4];
  OrtStatus *(*CreateSessionFromArray)(
      const OrtEnv *env, const void *data, size_t size, const OrtSessionOptions *options, OrtSession **out);  // 8
  OrtStatus *(*Run)(
      OrtSession *session, const void *options, const char *const *input_names, const OrtValue *const *inputs,
      size_t input_count, const char *const *output_names, size_t output_count, OrtValue **outputs);  // 9
  OrtStatus *(*CreateSessionOptions)(OrtSessionOptions **out);  // 10
  void *unused_11_16[6];
  OrtStatus *(*DisableMemPattern)(OrtSessionOptions *options);  // 17
  OrtStatus *(*EnableCpuMemArena)(OrtSessionOptions *options);  // 18
  OrtStatus *(*DisableCpuMemArena)(OrtSessionOptions *options);  // 19
  void *unused_20_22[3];
  OrtStatus *(*SetSessionGraphOptimizationLevel)(OrtSessionOptions *options, int level);  // 23
  OrtStatus *(*SetIntraOpNumThreads)(OrtSessionOptions *options, int threads);  // 24
  OrtStatus *(*SetInterOpNumThreads)(OrtSessionOptions *options, int threads);  // 25
  void *unused_26_48[23];
  OrtStatus *(*CreateTensorWithDataAsOrtValue)(
      const OrtMemoryInfo *info, void *data, size_t byte_count, const int64_t *shape, size_t rank, int element_type,
      OrtValue **out);  // 49
  void *unused_50;
  OrtStatus *(*GetTensorMutableData)(OrtValue *value, void **out);  // 51
  void *unused_52_60[9];
  OrtStatus *(*GetDimensionsCount)(const OrtTensorTypeAndShapeInfo *info, size_t *out);  // 61
  OrtStatus *(*GetDimensions)(const OrtTensorTypeAndShapeInfo *info, int64_t *values, size_t count);  // 62
  void *unused_63;
  OrtStatus *(*GetTensorShapeElementCount)(const OrtTensorTypeAndShapeInfo *info, size_t *out);  // 64
  OrtStatus *(*GetTensorTypeAndShape)(const OrtValue *value, OrtTensorTypeAndShapeInfo **out);  // 65
  void *unused_66_68[3];
  OrtStatus *(*CreateCpuMemoryInfo)(int allocator_type, int memory_type, OrtMemoryInfo **out);  // 69
  void *unused_70_91[22];
  void (*ReleaseEnv)(OrtEnv *env);  // 92
  void (*ReleaseStatus)(OrtStatus *status);  // 93
  void (*ReleaseMemoryInfo)(OrtMemoryInfo *info);  // 94
  void (*ReleaseSession)(OrtSession *session);  // 95
  void (*ReleaseValue)(OrtValue *value);  // 96
  void *unused_97_98[2];
  void (*ReleaseTensorTypeAndShapeInfo)(OrtTensorTypeAndShapeInfo *info);  // 99
  void (*ReleaseSessionOptions)(OrtSessionOptions *options);  // 100
  void *unused_101_129[29];
  OrtStatus *(*AddSessionConfigEntry)(OrtSessionOptions *options, const char *key, const char *value);  // 130
} OrtApi;

typedef struct OrtApiBase {
  const OrtApi *(*GetApi)(uint32_t version);
  const char *(*GetVersionString)(void);
} OrtApiBase;

_Static_assert(offsetof(OrtApi, CreateTensorWithDataAsOrtValue) == 49 * sizeof(void *), "slot 49");
_Static_assert(offsetof(OrtApi, CreateCpuMemoryInfo) == 69 * sizeof(void *), "slot 69");
_Static_assert(offsetof(OrtApi, ReleaseSessionOptions) == 100 * sizeof(void *), "slot 100");
_Static_assert(offsetof(OrtApi, AddSessionConfigEntry) == 130 * sizeof(void *), "slot 130");

import Testing

/// The modules are singletons: one test at a time.
@Suite("OCRModule", .serialized, .enabled(if: OCRBench.areModelsThere, "skipped: no models"))
@MainActor struct OCRModuleTests {}

// swift-tools-version: 6.2
import PackageDescription

// The sources stand in this package by symbolic links and not as a dependency: only then are they instrumented, and
// only then can `package` symbols be reached.
let features: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]
let instrumented: [SwiftSetting] =
  features + [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library", "-assert-config", "Debug"])]

func fuzzer(_ name: String, _ rooms: String...) -> Target {
  .executableTarget(
    name: name, dependencies: ["FuzzDriver"] + rooms.map { .byName(name: "Bonafide\($0)") },
    path: "Sources/\(name)", swiftSettings: instrumented,
    linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])])
}

let package = Package(
  name: "Fuzz",
  targets: [
    .systemLibrary(name: "CTurboJPEG", path: "Sources/Libraries/CTurboJPEG", pkgConfig: "libturbojpeg"),
    .systemLibrary(name: "CPNG", path: "Sources/Libraries/CPNG", pkgConfig: "libpng"),
    .systemLibrary(name: "CWebP", path: "Sources/Libraries/CWebP", pkgConfig: "libwebpdemux"),
    .target(name: "CMediaSystem", path: "Sources/Libraries/CMediaSystem"),
    .target(name: "BonafideObservations", path: "Sources/Observations", swiftSettings: instrumented),
    .target(
      name: "BonafideMedia", dependencies: ["BonafideObservations"], path: "Sources/Media",
      swiftSettings: instrumented),
    .target(name: "BonafideMediaWire", path: "Sources/MediaWire", swiftSettings: instrumented),
    .target(
      name: "BonafideMediaCodecs",
      dependencies: [
        "BonafideObservations", "BonafideMedia", "BonafideMediaWire", "CTurboJPEG", "CPNG", "CWebP", "CMediaSystem",
      ],
      path: "Sources/MediaCodecs", swiftSettings: instrumented),
    .systemLibrary(name: "COnnxRuntime", path: "Sources/Libraries/COnnxRuntime"),
    .systemLibrary(name: "COpenSSL", path: "Sources/Libraries/COpenSSL", pkgConfig: "libcrypto"),
    .target(
      name: "BonafideInference", dependencies: ["BonafideObservations", "BonafideMedia", "COnnxRuntime", "COpenSSL"],
      path: "Sources/Inference", swiftSettings: instrumented),
    .target(
      name: "BonafideTravelDocument", dependencies: ["BonafideObservations"], path: "Sources/TravelDocument",
      swiftSettings: instrumented),
    .systemLibrary(name: "CHTTPParser", path: "Sources/Libraries/CHTTPParser"),
    .systemLibrary(name: "CWslay", path: "Sources/Libraries/CWslay"),
    .systemLibrary(name: "COpenSSLTLS", path: "Sources/Libraries/COpenSSLTLS", pkgConfig: "openssl"),
    .target(name: "CServerSystem", path: "Sources/Libraries/CServerSystem"),
    .target(
      name: "BonafideHTTPServer",
      dependencies: ["BonafideObservations", "CHTTPParser", "CWslay", "COpenSSLTLS", "CServerSystem"],
      path: "Sources/HTTPServer", swiftSettings: instrumented),
    .systemLibrary(name: "CCurl", path: "Sources/Libraries/CCurl", pkgConfig: "libcurl"),
    .target(
      name: "BonafideBackOfficeAPI", dependencies: ["BonafideObservations"], path: "Sources/BackOfficeAPI",
      swiftSettings: instrumented),
    .target(
      name: "BonafideBackOfficeClient",
      dependencies: ["BonafideObservations", "BonafideBackOfficeAPI", "CCurl", "COpenSSLTLS"],
      path: "Sources/BackOfficeClient", swiftSettings: instrumented),
    .target(name: "FuzzDriver", path: "Sources/FuzzDriver", swiftSettings: instrumented),
    fuzzer("FuzzPictures", "MediaWire", "MediaCodecs", "Observations"),
    fuzzer("FuzzMessages", "MediaWire"),
    fuzzer("FuzzTravelDocument", "TravelDocument", "Observations"),
    fuzzer("FuzzManifest", "Inference"),
    fuzzer("FuzzAAMVA", "TravelDocument"),
    fuzzer("FuzzRequests", "HTTPServer"),
    fuzzer("FuzzJSON", "HTTPServer"),
    fuzzer("FuzzCertificates", "BackOfficeClient"),
  ]
)

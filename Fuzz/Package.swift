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

func fuzzer(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["BonafideMediaWire", "BonafideMediaCodecs", "BonafideObservations"],
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
    fuzzer("FuzzPictures"),
    fuzzer("FuzzMessages"),
  ]
)

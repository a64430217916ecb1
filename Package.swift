// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

/// A room: folder `Sources/<name>`, module `Bonafide<name>`.
func room(_ name: String, _ uses: String..., libraries: String..., resources: String? = nil) -> Target {
  .target(
    name: "Bonafide\(name)",
    dependencies: uses.map { .byName(name: "Bonafide\($0)") } + libraries.map { .byName(name: $0) },
    path: "Sources/\(name)", resources: resources.map { [.copy($0)] }, swiftSettings: strict)
}

/// The tests of a room: folder `Tests/<name>Tests`.
func tests(_ name: String, _ uses: String..., libraries: String...) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: ([name] + uses).map { .byName(name: "Bonafide\($0)") } + libraries.map { .byName(name: $0) },
    path: "Tests/\(name)Tests", swiftSettings: strict)
}

/// A C library from Debian.
func library(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/Libraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
  name: "Bonafide",
  products: [
    .library(name: "BonafideObservations", targets: ["BonafideObservations"]),
    .library(name: "BonafideMedia", targets: ["BonafideMedia"]),
    .library(name: "BonafideMediaCodecs", targets: ["BonafideMediaCodecs"]),
    .library(name: "BonafideCapture", targets: ["BonafideCapture"]),
    .library(name: "BonafideScreens", targets: ["BonafideScreens"]),
    .library(name: "CoreModule", targets: ["CoreModule"]),
    .library(name: "OCRModule", targets: ["OCRModule"]),
    .library(name: "FaceModule", targets: ["FaceModule"]),
    .executable(name: "bonafide-media", targets: ["bonafide-media"]),
  ],
  targets: [
    room("Observations"),
    room("Media", "Observations"),
    tests("Media", "Observations"),
    room("Liveness", "Observations"),
    tests("Liveness", "Observations"),
    room("TravelDocument", "Observations"),
    tests("TravelDocument", "Observations"),
    .target(
      name: "CZXing", path: "Sources/Libraries/CZXing",
      linkerSettings: [.linkedLibrary("ZXing"), .linkedLibrary("seccomp")]),
    room("DocumentAnalysis", "Observations", "Media", "Inference", "TravelDocument", libraries: "CZXing"),
    tests(
      "DocumentAnalysis", "Observations", "Media", "MediaCodecs", "Inference", "TravelDocument", "Specimen",
      libraries: "CCairo"),
    .systemLibrary(name: "COnnxRuntime", path: "Sources/Libraries/COnnxRuntime"),
    library("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
    room("Inference", "Observations", "Media", libraries: "COnnxRuntime", "COpenSSL"),
    tests("Inference", "Observations"),
    room("FaceAnalysis", "Observations", "Media", "Inference"),
    tests("FaceAnalysis", "Observations", "Media", "MediaCodecs", "Inference", "Verification", "Liveness", "Specimen"),
    room("PresentationAttack", "Observations", "Media", "Inference"),
    tests("PresentationAttack", "Observations", "Media", "Inference"),
    room("Verification", "Observations", "Liveness", "TravelDocument"),
    tests("Verification", "Observations", "Liveness", "TravelDocument"),
    // On Apple platforms AVFoundation stands in for the codecs.
    .target(
      name: "BonafideCapture",
      dependencies: [
        "Observations", "Media", "Inference", "FaceAnalysis", "TravelDocument", "DocumentAnalysis",
        "PresentationAttack", "Liveness", "Verification",
      ].map { .byName(name: "Bonafide\($0)") } + [
        .target(name: "BonafideMediaCodecs", condition: .when(platforms: [.linux]))
      ], path: "Sources/Capture", swiftSettings: strict),
    tests(
      "Capture", "Observations", "Media", "MediaCodecs", "Inference", "FaceAnalysis", "PresentationAttack", "Liveness",
      "Verification", "TravelDocument", "DocumentAnalysis", "Specimen"),
    library("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev libfontconfig-dev"),
    room(
      "Specimen", "Observations", "Media", "Inference", "FaceAnalysis", "TravelDocument", "Liveness",
      libraries: "CCairo"),
    tests(
      "Specimen", "Observations", "Media", "MediaCodecs", "Inference", "FaceAnalysis", "TravelDocument",
      "DocumentAnalysis", "Liveness"),
    .executableTarget(
      name: "bonafide",
      dependencies: [
        "Observations", "Media", "MediaCodecs", "Inference", "FaceAnalysis", "PresentationAttack", "Liveness",
        "Verification", "Capture", "Specimen", "TravelDocument", "DocumentAnalysis", "HTTPServer", "Secrets", "Store",
        "BackOfficeAPI", "BackOffice",
      ].map { .byName(name: "Bonafide\($0)") }, path: "Sources/bonafide", swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "BonafideObservations", "BonafideMedia", "BonafideMediaCodecs", "BonafideSecrets", "bonafide", "bonafide-media",
      ],
      path: "Tests/CommandLineTests", swiftSettings: strict),

    library("CArgon2", pkgConfig: "libargon2", apt: "libargon2-dev"),
    room("Secrets", libraries: "COpenSSL", "CArgon2"),
    tests("Secrets"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    library("CPostgreSQL", pkgConfig: "libpq", apt: "libpq-dev"),
    room("Store", "Secrets", libraries: "CSQLite", "CPostgreSQL"),
    // A real PostgreSQL for tests.
    .target(name: "DatabaseSupport", path: "Tests/DatabaseSupport", swiftSettings: strict),
    .target(name: "SocketSupport", path: "Tests/SocketSupport", swiftSettings: strict),
    tests("Store", "Secrets", libraries: "CSQLite", "store-check", "DatabaseSupport"),
    .executableTarget(
      name: "store-check", dependencies: ["BonafideStore", "BonafideSecrets"], path: "Tests/StoreCheck",
      swiftSettings: strict),

    library("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
    library("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),
    library("CWebP", pkgConfig: "libwebpdemux", apt: "libwebp-dev"),
    library("CHEIF", pkgConfig: "libheif", apt: "libheif-dev"),
    library("CFFmpeg", pkgConfig: "libavformat", apt: "libavformat-dev libavcodec-dev libswscale-dev"),
    library("CSeccomp", pkgConfig: "libseccomp", apt: "libseccomp-dev"),
    .target(name: "CMediaSystem", path: "Sources/Libraries/CMediaSystem"),
    room("MediaWire"),
    room(
      "MediaCodecs", "Observations", "Media", "MediaWire",
      libraries: "CTurboJPEG", "CPNG", "CWebP", "CMediaSystem"),
    .executableTarget(
      name: "bonafide-media", dependencies: ["BonafideMediaWire", "CMediaSystem", "CFFmpeg", "CHEIF", "CSeccomp"],
      path: "Sources/bonafide-media", swiftSettings: strict),
    .testTarget(
      name: "MediaCodecsTests",
      dependencies: [
        "BonafideObservations", "BonafideMedia", "BonafideMediaWire", "BonafideMediaCodecs", "bonafide-media",
      ],
      path: "Tests/MediaCodecsTests", swiftSettings: strict),

    .systemLibrary(
      name: "CHTTPParser", path: "Sources/Libraries/CHTTPParser", providers: [.apt(["libhttp-parser-dev"])]),
    .systemLibrary(name: "CWslay", path: "Sources/Libraries/CWslay", providers: [.apt(["libwslay-dev"])]),
    library("COpenSSLTLS", pkgConfig: "openssl", apt: "libssl-dev"),
    .target(name: "CServerSystem", path: "Sources/Libraries/CServerSystem"),
    room("HTTPServer", "Observations", libraries: "CHTTPParser", "CWslay", "COpenSSLTLS", "CServerSystem"),
    tests("HTTPServer", "Observations", libraries: "SocketSupport"),
    .executableTarget(
      name: "http-check", dependencies: ["BonafideHTTPServer"], path: "Tests/HTTPCheckServer", swiftSettings: strict),

    library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    room("BackOfficeAPI", "Observations"),
    room(
      "BackOffice", "Observations", "HTTPServer", "Secrets", "Store", "BackOfficeAPI", libraries: "CCurl",
      resources: "Resources/Web"),
    tests(
      "BackOffice", "Observations", "HTTPServer", "Secrets", "Store", "BackOfficeAPI",
      libraries: "DatabaseSupport", "SocketSupport", "COpenSSL"),
    // On Apple platforms URLSession, Security and CryptoKit stand in for the two libraries.
    .target(
      name: "BonafideBackOfficeClient",
      dependencies: [
        "BonafideObservations", "BonafideBackOfficeAPI",
        .target(name: "CCurl", condition: .when(platforms: [.linux])),
        .target(name: "COpenSSLTLS", condition: .when(platforms: [.linux])),
      ], path: "Sources/BackOfficeClient", swiftSettings: strict),
    // A real back office in the tests' process, and what stands between it and a client.
    .target(
      name: "OfficeSupport",
      dependencies: [
        "Observations", "HTTPServer", "Secrets", "Store", "BackOfficeAPI", "BackOffice", "BackOfficeClient",
      ].map { .byName(name: "Bonafide\($0)") }, path: "Tests/OfficeSupport", swiftSettings: strict),
    tests(
      "BackOfficeClient", "Observations", "HTTPServer", "Secrets", "Store", "BackOfficeAPI", "BackOffice",
      libraries: "OfficeSupport"),
    .executableTarget(
      name: "office-check",
      dependencies: ["Observations", "HTTPServer", "Secrets", "Store", "BackOfficeAPI", "BackOffice"].map {
        .byName(name: "Bonafide\($0)")
      }, path: "Tests/OfficeCheck", swiftSettings: strict),

    // Screens of Linux: films, cameras, and a specimen person.
    room("Screens", "Observations", "Media", "MediaCodecs", "Inference", "Liveness", "Specimen", "Capture"),
    tests(
      "Screens", "Observations", "Media", "MediaCodecs", "Inference", "FaceAnalysis", "Liveness", "Capture",
      libraries: "bonafide-media"),
    // Measures what recording costs.
    .executableTarget(
      name: "record-check",
      dependencies: ["Observations", "Media", "Inference", "FaceAnalysis", "Liveness", "Capture", "Screens"].map {
        .byName(name: "Bonafide\($0)")
      } + ["bonafide-media"], path: "Tests/RecordCheck", swiftSettings: strict),

    // The facades, by their vendor's names.
    .target(
      name: "CoreModule",
      dependencies: [
        "Observations", "Media", "Inference", "TravelDocument", "Capture", "BackOfficeAPI", "BackOfficeClient",
      ].map { .byName(name: "Bonafide\($0)") } + [
        .target(name: "BonafideMediaCodecs", condition: .when(platforms: [.linux]))
      ], path: "Sources/Facades/CoreModule", swiftSettings: strict),
    .testTarget(
      name: "CoreModuleTests",
      dependencies: ["CoreModule", "OfficeSupport", "bonafide-media"]
        + [
          "Observations", "Media", "Inference", "Capture", "HTTPServer", "Store", "BackOfficeAPI", "BackOffice",
          "BackOfficeClient", "Screens",
        ].map { .byName(name: "Bonafide\($0)") }, path: "Tests/CoreModuleTests", swiftSettings: strict),
    .target(
      name: "FaceModule",
      dependencies: [
        "Observations", "Media", "FaceAnalysis", "Liveness", "Verification", "Capture", "BackOfficeAPI",
        "BackOfficeClient",
      ].map { .byName(name: "Bonafide\($0)") } + ["CoreModule"],
      path: "Sources/Facades/FaceModule", swiftSettings: strict),
    .testTarget(
      name: "FaceModuleTests",
      dependencies: [
        "Observations", "Media", "MediaCodecs", "Inference", "FaceAnalysis", "Liveness", "Verification", "Capture",
        "Specimen", "Screens", "HTTPServer", "Secrets", "Store", "BackOfficeAPI", "BackOffice", "BackOfficeClient",
      ].map { .byName(name: "Bonafide\($0)") } + ["CoreModule", "FaceModule", "OfficeSupport", "bonafide-media"],
      path: "Tests/FaceModuleTests", swiftSettings: strict),
    .target(
      name: "OCRModule",
      dependencies: [
        "Observations", "Media", "TravelDocument", "DocumentAnalysis", "Liveness", "Verification", "Capture",
        "BackOfficeAPI", "BackOfficeClient",
      ].map { .byName(name: "Bonafide\($0)") } + ["CoreModule"],
      path: "Sources/Facades/OCRModule", swiftSettings: strict),
    .testTarget(
      name: "OCRModuleTests",
      dependencies: [
        "Observations", "Media", "MediaCodecs", "Inference", "TravelDocument", "Capture", "Screens", "HTTPServer",
        "Secrets", "Store", "BackOfficeAPI", "BackOffice", "BackOfficeClient",
      ].map { .byName(name: "Bonafide\($0)") } + ["CoreModule", "OCRModule", "OfficeSupport", "bonafide-media"],
      path: "Tests/OCRModuleTests", swiftSettings: strict),

    // An app in the vendor's style, without a display.
    .executableTarget(
      name: "bank-onboarding", dependencies: ["BonafideScreens", "CoreModule", "OCRModule", "FaceModule"],
      path: "Examples/BankOnboarding", exclude: ["README.md"], swiftSettings: strict),
    // As an app is built: none of our settings.
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["CoreModule", "FaceModule", "OCRModule", "BonafideCapture", "BonafideObservations"],
      path: "Tests/ConformanceTests"),
  ],
  cxxLanguageStandard: .cxx17
)

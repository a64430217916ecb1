// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

/// A room: folder `Sources/<name>`, module `Bonafide<name>`.
func room(_ name: String, _ uses: String..., libraries: [String] = []) -> Target {
  .target(
    name: "Bonafide\(name)",
    dependencies: uses.map { .byName(name: "Bonafide\($0)") } + libraries.map { .byName(name: $0) },
    path: "Sources/\(name)", swiftSettings: strict)
}

/// The tests of a room: folder `Tests/<name>Tests`.
func tests(_ name: String, _ uses: String...) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: ([name] + uses).map { .byName(name: "Bonafide\($0)") },
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
  ],
  targets: [
    room("Observations"),
    room("Media", "Observations"),
    room("Liveness", "Observations"),
    tests("Media", "Observations"),
    tests("Liveness", "Observations"),
  ]
)

// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

// A package of its own, because a build with libFuzzer brings libFuzzer's `main`. scripts/fuzz builds and runs it.
let package = Package(
    name: "clocksmith-fuzz",
    dependencies: [.package(name: "clocksmith", path: "..")],
    targets: [
        .executableTarget(
            name: "decoders", dependencies: [.product(name: "ClockDecoders", package: "clocksmith")],
            swiftSettings: settings)
    ]
)

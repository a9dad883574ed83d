// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")

// Domain <- Wire <- cores <- runtime, MQTT, store, audio <- daemons: the compiler guards the order.
let package = Package(
    name: "clocksmith",
    products: [
        .executable(name: "clock-coordinator", targets: ["clock-coordinator"]),
        .executable(name: "clock-node", targets: ["clock-node"]),
        .executable(name: "clockctl", targets: ["clockctl"]),
        .executable(name: "paced-onsets", targets: ["paced-onsets"]),
        .library(name: "asound_module_pcm_paced", type: .dynamic, targets: ["PacedOutput"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: [.defaults, "YAML"]),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // MARK: C libraries
        .systemLibrary(
            name: "CMosquitto", path: "Sources/CMosquitto", pkgConfig: "libmosquitto",
            providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(name: "CALSA", path: "Sources/CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(
            name: "CSndfile", path: "Sources/CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),

        .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
        .target(name: "CAudioThread", path: "Sources/CAudioThread", cSettings: [.treatAllWarnings(as: .error)]),

        // MARK: Shared
        .target(name: "ClockDomain", path: "Sources/Shared/Domain", swiftSettings: settings),
        .target(
            name: "ClockWire", dependencies: ["ClockDomain"], path: "Sources/Shared/Wire", swiftSettings: settings),
        .target(
            name: "ClockMQTT", dependencies: ["CMosquitto", deque], path: "Sources/Shared/MQTT",
            swiftSettings: settings),
        .target(
            name: "ClockRuntime",
            dependencies: [
                "CLinux", "ClockDomain", deque, logging, lifecycle,
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Yams", package: "Yams"),
            ],
            path: "Sources/Shared/Runtime", swiftSettings: settings),

        .target(
            name: "ClockConnection", dependencies: ["ClockMQTT", "ClockRuntime", lifecycle],
            path: "Sources/Shared/Connection", swiftSettings: settings),

        // MARK: Node
        .target(
            name: "ClockNodeCore", dependencies: ["ClockDomain", "ClockWire"], path: "Sources/Node/Core",
            swiftSettings: settings),
        .target(
            name: "ClockNodeAudio", dependencies: ["CALSA", "CAudioThread", "CSndfile", "ClockDomain"], path: "Sources/Node/Audio",
            swiftSettings: settings),
        .target(
            name: "NodeDaemon",
            dependencies: [
                "ClockConnection", "ClockDomain", "ClockMQTT", "ClockNodeAudio", "ClockNodeCore", "ClockRuntime", "ClockWire", logging,
                lifecycle,
            ],
            path: "Sources/Node/Daemon", swiftSettings: settings),
        .executableTarget(
            name: "clock-node", dependencies: ["ClockRuntime", "NodeDaemon", logging], path: "Sources/Node/Main",
            swiftSettings: settings),
    ]
)

// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]
/// Decisions are optimised in debug builds too: the simulator plays weeks of them in the tests.
let decisions = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]
let cSettings: [CSetting] = [.treatAllWarnings(as: .error)]

/// Relative relocations in a tenth of the space, equal functions once, and no table of the program's own symbols, which
/// nobody looks up by name: nearly two megabytes less of a node are resident.
let lean: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--icf=all", "-Xlinker",
            "--no-export-dynamic",
        ], .when(configuration: .release))
]

let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")

// Domain <- Wire <- cores <- runtime, MQTT, store, audio <- daemons: the compiler guards the order.
let package = Package(
    name: "clocksmith",
    products: [
        .executable(name: "clock-coordinator", targets: ["clock-coordinator"]),
        .executable(name: "clock-door", targets: ["clock-door"]),
        .executable(name: "clock-node", targets: ["clock-node"]),
        .executable(name: "clock-node-pair", targets: ["clock-node-pair"]),
        .executable(name: "clock-notify", targets: ["clock-notify"]),
        .executable(name: "clock-web", targets: ["clock-web"]),
        .executable(name: "clockctl", targets: ["clockctl"]),
        .executable(name: "clockctl-pki", targets: ["clockctl-pki"]),
        .executable(name: "clockctl-voice", targets: ["clockctl-voice"]),
        .executable(name: "clockctl-web", targets: ["clockctl-web"]),
        .executable(name: "clocksim", targets: ["clocksim"]),
        .executable(name: "paced-onsets", targets: ["paced-onsets"]),
        .library(name: "asound_module_pcm_paced", type: .dynamic, targets: ["PacedOutput"]),
        // What reads bytes from outside, for the fuzz targets in Fuzz.
        .library(
            name: "ClockDecoders",
            targets: [
                "ClockCoordinatorCore", "ClockDomain", "ClockInput", "ClockNodeCore", "ClockPairing", "ClockRuntime",
                "ClockSound", "ClockVoice", "ClockVoiceMaking", "ClockWebCore", "ClockWire", "ClockYAML",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        // MARK: C libraries
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CEBUR128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
        .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CMpg123", pkgConfig: "libmpg123", providers: [.apt(["libmpg123-dev"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CSamplerate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),
        .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),

        // MARK: Shared
        .target(name: "ClockDomain", path: "Sources/Shared/Domain", swiftSettings: decisions),
        .target(
            name: "ClockWire", dependencies: ["ClockDomain"], path: "Sources/Shared/Wire", swiftSettings: decisions),
        .target(
            name: "ClockThreads", dependencies: ["CLinux"], path: "Sources/Shared/Threads", swiftSettings: settings),
        .target(
            name: "ClockMQTT", dependencies: ["CMosquitto", "ClockDomain", "ClockThreads"], path: "Sources/Shared/MQTT",
            swiftSettings: settings),
        .target(name: "ClockYAML", dependencies: ["CLibYAML"], path: "Sources/Shared/YAML", swiftSettings: settings),
        .target(
            name: "ClockVoice", dependencies: ["ClockDomain", "ClockYAML"], path: "Sources/Shared/Voice",
            swiftSettings: settings),
        .target(
            name: "ClockRuntime",
            dependencies: [
                "CLinux", "COpenSSL", "ClockDomain", "ClockThreads", "ClockYAML", deque, lifecycle, logging,
                unixSignals,
            ],
            path: "Sources/Shared/Runtime", swiftSettings: settings),
        .target(
            name: "ClockSound",
            dependencies: ["CLinux", "CMpg123", "CSamplerate", "CSndfile", "ClockDomain", "ClockVoice"],
            path: "Sources/Shared/Sound", swiftSettings: settings),
        .target(
            name: "ClockLoudness", dependencies: ["CEBUR128"], path: "Sources/Shared/Loudness", swiftSettings: settings),
        .target(
            name: "ClockVoiceMaking",
            dependencies: [
                "CALSA", "CSndfile", "ClockDomain", "ClockLoudness", "ClockRuntime", "ClockSound",
                "ClockThreads", "ClockVoice",
            ],
            path: "Sources/Shared/VoiceMaking", swiftSettings: settings),
        // For clockctl-pki only: a daemon with it would be larger by megabytes.
        .target(
            name: "ClockPKI", dependencies: ["ClockDomain", asn1, crypto, x509], path: "Sources/Shared/PKI",
            swiftSettings: settings),
        // Reads times, dates, durations and repetitions as people type them. No daemon takes such texts.
        .target(
            name: "ClockInput", dependencies: ["ClockDomain"], path: "Sources/Shared/Input", swiftSettings: settings),
        // What clockctl and the web page's server show alike.
        .target(
            name: "ClockSite", dependencies: ["ClockDomain", "ClockWire"], path: "Sources/Shared/Site",
            swiftSettings: settings),
        .target(
            name: "ClockConnection",
            dependencies: ["ClockDomain", "ClockMQTT", "ClockRuntime", "ClockWire", lifecycle],
            path: "Sources/Shared/Connection", swiftSettings: settings),

        // MARK: Coordinator
        .target(
            name: "ClockCoordinatorCore", dependencies: ["ClockDomain", "ClockWire", deque],
            path: "Sources/Coordinator/Core", swiftSettings: decisions),
        .target(
            name: "ClockCoordinatorStore",
            dependencies: ["CPostgreSQL", "ClockCoordinatorCore", "ClockDomain", "ClockWire", grdb],
            path: "Sources/Coordinator/Store", swiftSettings: settings),
        .target(
            name: "CoordinatorDaemon",
            dependencies: [
                "ClockConnection", "ClockCoordinatorCore", "ClockCoordinatorStore", "ClockDomain", "ClockLoudness",
                "ClockMQTT", "ClockRuntime", "ClockSound", "ClockVoice", "ClockWire", lifecycle, logging,
            ],
            path: "Sources/Coordinator/Daemon", swiftSettings: settings),
        .executableTarget(
            name: "clock-coordinator", dependencies: ["ClockRuntime", "CoordinatorDaemon"],
            path: "Sources/Coordinator/Main", swiftSettings: settings),

        // Sends one message to people. The coordinator starts it for each: with these libraries it would be larger by
        // megabytes all the time.
        .executableTarget(
            name: "clock-notify", dependencies: [asyncHTTPClient, nioCore, nioHTTP1, nioPosix],
            path: "Sources/clock-notify",
            swiftSettings: settings),

        // MARK: Node
        .target(
            name: "ClockNodeCore", dependencies: ["ClockDomain", "ClockWire"], path: "Sources/Node/Core",
            swiftSettings: decisions),
        .target(
            name: "ClockNodeAudio", dependencies: ["CALSA", "ClockDomain", "ClockSound", "ClockThreads"],
            path: "Sources/Node/Audio", swiftSettings: decisions),
        .target(
            name: "NodeDaemon",
            dependencies: [
                "CLinux", "ClockConnection", "ClockDomain", "ClockMQTT", "ClockNodeAudio", "ClockNodeCore",
                "ClockRuntime", "ClockSound", "ClockThreads", "ClockWire", lifecycle, logging,
            ],
            path: "Sources/Node/Daemon", swiftSettings: settings),
        .executableTarget(
            name: "clock-node", dependencies: ["CLinux", "ClockRuntime", "NodeDaemon"],
            path: "Sources/Node/Main",
            swiftSettings: settings, linkerSettings: lean),

        // MARK: The web page's server
        .target(
            name: "ClockWebCore", dependencies: ["ClockDomain", "ClockSite", "ClockWire"], path: "Sources/Web/Core",
            swiftSettings: settings),
        // For clockctl-web too.
        .target(
            name: "ClockWebAccounts", dependencies: ["COpenSSL", "ClockDomain", "ClockRuntime", "ClockWebCore"],
            path: "Sources/Web/Accounts", swiftSettings: settings),
        .target(
            name: "WebDaemon",
            dependencies: [
                "CZlib", "ClockConnection", "ClockDomain", "ClockMQTT", "ClockRuntime", "ClockSite", "ClockSound",
                "ClockVoice", "ClockWebAccounts", "ClockWebCore", "ClockWire", httpTypes, hummingbird,
                hummingbirdCore, hummingbirdTLS, lifecycle, logging, nioCore, nioHTTP1, nioHTTPTypes, nioSSL,
            ],
            path: "Sources/Web/Daemon", swiftSettings: settings),
        .executableTarget(
            name: "clock-web", dependencies: ["ClockRuntime", "WebDaemon"], path: "Sources/Web/Main",
            swiftSettings: settings),

        // MARK: Pairing: the hub's door to new rooms, and the program by which a room without a site comes to it
        .target(
            name: "ClockPairing", dependencies: ["ClockDomain", "ClockWire"], path: "Sources/Pairing/Core",
            swiftSettings: decisions),
        .target(
            name: "PairingLink", dependencies: ["ClockPairing", "ClockWire", lifecycle, nioCore],
            path: "Sources/Pairing/Link",
            swiftSettings: settings),
        .target(
            name: "DoorDaemon",
            dependencies: [
                "ClockConnection", "ClockDomain", "ClockMQTT", "ClockPairing", "ClockPKI", "ClockRuntime", "ClockWire",
                "PairingLink", lifecycle, logging, nioCore, nioPosix,
            ],
            path: "Sources/Pairing/Door", swiftSettings: settings),
        .executableTarget(
            name: "clock-door", dependencies: ["ClockRuntime", "DoorDaemon"], path: "Sources/Pairing/DoorMain",
            swiftSettings: settings, linkerSettings: lean),
        .target(
            name: "RoomPairer",
            dependencies: [
                "ClockDomain", "ClockNodeAudio", "ClockPairing", "ClockPKI", "ClockRuntime", "ClockSound", "ClockWire",
                "NodeDaemon", "PairingLink", lifecycle, logging, nioCore, nioPosix,
            ],
            path: "Sources/Pairing/Room", swiftSettings: settings),
        .executableTarget(
            name: "clock-node-pair", dependencies: ["ClockRuntime", "NodeDaemon", "RoomPairer"],
            path: "Sources/Pairing/RoomMain", swiftSettings: settings, linkerSettings: lean),

        // MARK: clockctl, and the programs that it starts for what needs more libraries
        .target(
            name: "ClockctlKit",
            dependencies: [
                "ClockConnection", "ClockDomain", "ClockInput", "ClockMQTT", "ClockRuntime", "ClockSite",
                "ClockSound", "ClockThreads", "ClockVoice", "ClockWire", "ClockYAML", argumentParser,
            ],
            path: "Sources/clockctl/Kit", swiftSettings: settings),
        .executableTarget(
            name: "clockctl", dependencies: ["ClockctlKit"], path: "Sources/clockctl/Main", swiftSettings: settings,
            linkerSettings: lean),
        .target(
            name: "ClockctlVoiceKit",
            dependencies: [
                "ClockDomain", "ClockMQTT", "ClockRuntime", "ClockSound", "ClockVoice", "ClockSite", "ClockVoiceMaking",
                "ClockWire",
                "ClockctlKit",
            ],
            path: "Sources/clockctl-voice/Kit", swiftSettings: settings),
        .executableTarget(
            name: "clockctl-voice", dependencies: ["ClockctlKit", "ClockctlVoiceKit"],
            path: "Sources/clockctl-voice/Main", swiftSettings: settings, linkerSettings: lean),
        .target(
            name: "ClockctlPKIKit",
            dependencies: [
                "ClockCoordinatorCore", "ClockDomain", "ClockPKI", "ClockRuntime", "ClockSite", "ClockWire",
                "ClockctlKit",
            ],
            path: "Sources/clockctl-pki/Kit", swiftSettings: settings),
        .executableTarget(
            name: "clockctl-pki", dependencies: ["ClockctlKit", "ClockctlPKIKit"], path: "Sources/clockctl-pki/Main",
            swiftSettings: settings, linkerSettings: lean),

        .target(
            name: "ClockctlWebKit",
            dependencies: [
                "ClockDomain", "ClockRuntime", "ClockSite", "ClockWebAccounts", "ClockWebCore", "ClockctlKit",
            ],
            path: "Sources/clockctl-web/Kit", swiftSettings: settings),
        .executableTarget(
            name: "clockctl-web", dependencies: ["ClockctlKit", "ClockctlWebKit"], path: "Sources/clockctl-web/Main",
            swiftSettings: settings, linkerSettings: lean),

        // MARK: The simulator: the daemons' own cores, and no C library
        .target(
            name: "ClockSimulator",
            dependencies: ["ClockCoordinatorCore", "ClockDomain", "ClockNodeCore", "ClockWire", deque],
            path: "Sources/Simulator/ClockSimulator", swiftSettings: decisions),
        .target(
            name: "ClocksimKit",
            dependencies: [
                "ClockCoordinatorCore", "ClockDomain", "ClockNodeCore", "ClockRuntime", "ClockSimulator", "ClockWire",
                argumentParser,
            ],
            path: "Sources/Simulator/ClocksimKit", swiftSettings: settings),
        .executableTarget(
            name: "clocksim", dependencies: ["ClocksimKit"], path: "Sources/Simulator/clocksim",
            swiftSettings: settings),

        // MARK: The paced output
        .target(
            name: "PacedOutput",
            cSettings: cSettings + [.define("PIC"), .define("_GNU_SOURCE")],
            linkerSettings: [
                .linkedLibrary("asound"), .linkedLibrary("m"),
                // A C program loads this library: leave the Swift runtime out of it.
                .unsafeFlags(["-nostartfiles", "-static-stdlib"]),
            ]),
        .target(name: "PacedRecording", dependencies: ["ClockSound"], swiftSettings: settings),
        .executableTarget(
            name: "paced-onsets", dependencies: ["ClockDomain", "PacedRecording", argumentParser],
            swiftSettings: settings),

        // MARK: Benchmarks
        .executableTarget(
            name: "onset-bench",
            dependencies: ["ClockDomain", "ClockNodeAudio", "ClockSound", "PacedRecording", argumentParser],
            path: "Benchmarks/onset", swiftSettings: settings),

        .executableTarget(
            name: "report-bench",
            dependencies: ["BenchmarkSupport", "ClockDomain", "ClockMQTT", "ClockWire", argumentParser],
            path: "Benchmarks/reports", swiftSettings: settings),
        .executableTarget(
            name: "alarm-bench",
            dependencies: ["BenchmarkSupport", "ClockDomain", "ClockMQTT", "ClockWire", argumentParser],
            path: "Benchmarks/alarms", swiftSettings: settings),
        .executableTarget(
            name: "jitter-proxy", dependencies: ["BenchmarkSupport", "CLinux", "ClockDomain", argumentParser],
            path: "Benchmarks/jitter", swiftSettings: settings),
        .executableTarget(
            name: "web-bench", dependencies: ["BenchmarkSupport", argumentParser], path: "Benchmarks/web",
            swiftSettings: settings),
        .executableTarget(
            name: "fleet-bench",
            dependencies: [
                "BenchmarkSupport", "CLinux", "ClockDomain", "ClockWire", argumentParser,
            ],
            path: "Benchmarks/fleet", swiftSettings: settings),
        .executableTarget(
            name: "raw-intake", path: "Benchmarks/raw-intake", cSettings: cSettings + [.define("_GNU_SOURCE")],
            linkerSettings: [.linkedLibrary("mosquitto"), .linkedLibrary("sqlite3")]),
        .target(
            name: "BenchmarkSupport", dependencies: ["ClockDomain", "ClockWire"], path: "Benchmarks/support",
            swiftSettings: settings),

        // MARK: Tests
        .target(name: "ClockTestSupport", path: "Tests/Support", swiftSettings: settings),
        .target(
            name: "ClockSoundTestSupport", dependencies: ["ClockDomain", "ClockSound"], path: "Tests/SoundSupport",
            swiftSettings: settings),
        .target(
            name: "ClockSiteTestSupport", dependencies: ["ClockDomain", "ClockMQTT", "ClockTestSupport", "ClockWire"],
            path: "Tests/SiteSupport", swiftSettings: settings),
        .executableTarget(
            name: "chaos",
            dependencies: ["ClockDomain", "ClockTestSupport", "ClockWire", "PacedRecording", argumentParser],
            path: "Tests/Chaos", swiftSettings: settings),
        .testTarget(name: "ChaosTests", dependencies: ["ClockDomain", "ClockWire", "chaos"], swiftSettings: settings),
        .testTarget(name: "TidyTests", swiftSettings: settings),
        // The fuzz targets without libFuzzer's entry points.
        .target(
            name: "Decoders",
            dependencies: [
                "ClockCoordinatorCore", "ClockDomain", "ClockInput", "ClockNodeCore", "ClockPairing", "ClockRuntime",
                "ClockSound", "ClockVoice", "ClockVoiceMaking", "ClockWebCore", "ClockWire", "ClockYAML",
            ],
            path: "Fuzz/Sources/decoders", exclude: ["EntryPoints.swift"], swiftSettings: settings),
        .testTarget(name: "DecoderTests", dependencies: ["Decoders"], swiftSettings: settings),
        .testTarget(
            name: "ClockDomainTests", dependencies: ["ClockDomain", "ClockTestSupport"],
            path: "Tests/Shared/DomainTests",
            swiftSettings: settings),
        .testTarget(
            name: "ClockInputTests", dependencies: ["ClockDomain", "ClockInput"], path: "Tests/Shared/InputTests",
            swiftSettings: settings),
        .testTarget(
            name: "ClockVoiceTests", dependencies: ["ClockDomain", "ClockTestSupport", "ClockVoice"],
            path: "Tests/Shared/VoiceTests", swiftSettings: settings),
        .testTarget(
            name: "ClockWireTests", dependencies: ["ClockCoordinatorCore", "ClockDomain", "ClockWire"],
            path: "Tests/Shared/WireTests",
            swiftSettings: settings),
        .testTarget(
            name: "ClockSiteTests", dependencies: ["ClockDomain", "ClockSite", "ClockWire"],
            path: "Tests/Shared/SiteTests", swiftSettings: settings),
        .testTarget(
            name: "ClockThreadsTests", dependencies: ["ClockThreads"], path: "Tests/Shared/ThreadsTests",
            swiftSettings: settings),
        .testTarget(
            name: "ClockRuntimeTests",
            dependencies: ["ClockDomain", "ClockRuntime", "ClockTestSupport", lifecycle, logging],
            path: "Tests/Shared/RuntimeTests", swiftSettings: settings),
        .testTarget(
            name: "ClockMQTTTests", dependencies: ["ClockMQTT", "ClockTestSupport"], path: "Tests/Shared/MQTTTests",
            swiftSettings: settings),
        .testTarget(
            name: "ClockPKITests", dependencies: ["ClockDomain", "ClockPKI", "ClockRuntime", "ClockTestSupport"],
            path: "Tests/Shared/PKITests", swiftSettings: settings),
        .testTarget(
            name: "CoordinatorCoreTests", dependencies: ["ClockCoordinatorCore", "ClockDomain", "ClockWire"],
            path: "Tests/Coordinator/CoreTests", swiftSettings: settings),
        .testTarget(
            name: "CoordinatorStoreTests",
            dependencies: [
                "ClockCoordinatorCore", "ClockCoordinatorStore", "ClockDomain", "ClockTestSupport", "ClockWire", grdb,
                sqlite,
            ],
            path: "Tests/Coordinator/StoreTests", swiftSettings: settings),
        .testTarget(
            name: "CoordinatorDaemonTests",
            dependencies: [
                "ClockCoordinatorCore", "ClockCoordinatorStore", "ClockDomain", "ClockMQTT", "ClockRuntime",
                "ClockSiteTestSupport", "ClockSound", "ClockTestSupport", "ClockWire", "CoordinatorDaemon",
                "clock-coordinator", "clock-notify",
                lifecycle, logging,
            ],
            path: "Tests/Coordinator/DaemonTests", swiftSettings: settings),
        .testTarget(
            name: "NodeCoreTests", dependencies: ["ClockDomain", "ClockNodeCore", "ClockWire"],
            path: "Tests/Node/CoreTests", swiftSettings: settings),
        .testTarget(
            name: "NodeAudioTests",
            dependencies: [
                "ClockDomain", "ClockNodeAudio", "ClockSound", "ClockSoundTestSupport", "ClockTestSupport",
                "ClockThreads", "PacedRecording",
            ],
            path: "Tests/Node/AudioTests", swiftSettings: settings),
        .testTarget(
            name: "ClockSoundTests",
            dependencies: [
                "CSndfile", "ClockDomain", "ClockSound", "ClockSoundTestSupport", "ClockTestSupport", "ClockVoice",
                "PacedRecording",
            ],
            path: "Tests/Shared/SoundTests", swiftSettings: settings),
        .testTarget(
            name: "ClockVoiceMakingTests",
            dependencies: [
                "ClockDomain", "ClockRuntime", "ClockSound", "ClockTestSupport", "ClockVoice", "ClockVoiceMaking",
            ],
            path: "Tests/Shared/VoiceMakingTests", swiftSettings: settings),
        .testTarget(
            name: "ClockctlTests",
            dependencies: [
                "ClockDomain", "ClockInput", "ClockMQTT", "ClockPKI", "ClockRuntime", "ClockSite", "ClockSound",
                "ClockTestSupport", "ClockVoice", "ClockVoiceMaking", "ClockWire", "ClockctlKit", "ClockctlPKIKit",
                "ClockctlVoiceKit",
                "clockctl",
                "clockctl-pki", "clockctl-voice", argumentParser,
            ],
            exclude: ["Fixtures"], swiftSettings: settings),
        .testTarget(
            name: "PairingCoreTests",
            dependencies: ["ClockDomain", "ClockPKI", "ClockPairing", "ClockWire"], path: "Tests/Pairing/CoreTests",
            swiftSettings: settings),
        .testTarget(
            name: "DoorDaemonTests",
            dependencies: ["ClockDomain", "ClockPKI", "ClockRuntime", "ClockTestSupport", "DoorDaemon"],
            path: "Tests/Pairing/DoorTests", swiftSettings: settings),
        .testTarget(
            name: "WebCoreTests", dependencies: ["ClockDomain", "ClockSite", "ClockWebCore", "ClockWire"],
            path: "Tests/Web/CoreTests", swiftSettings: settings),
        .testTarget(
            name: "WebDaemonTests",
            dependencies: [
                "ClockDomain", "ClockPKI", "ClockRuntime", "ClockSiteTestSupport", "ClockTestSupport",
                "ClockWebAccounts", "ClockWebCore", "ClockWire", "WebDaemon", "clock-coordinator", "clock-node",
                "clockctl", "clockctl-web",
                lifecycle, logging, nioCore,
            ],
            path: "Tests/Web/DaemonTests", swiftSettings: settings),
        .testTarget(
            name: "SimulatorEngineTests",
            dependencies: [
                "ClockCoordinatorCore", "ClockDomain", "ClockNodeCore", "ClockSimulator", "ClockWire", deque,
            ],
            path: "Tests/Simulator/EngineTests", swiftSettings: settings),
        .testTarget(
            name: "SimulatorCheckerTests",
            dependencies: ["ClockCoordinatorCore", "ClockDomain", "ClockNodeCore", "ClockSimulator", "ClockWire"],
            path: "Tests/Simulator/CheckerTests", swiftSettings: settings),
        .testTarget(
            name: "ClocksimTests",
            dependencies: ["ClockDomain", "ClockRuntime", "ClockSimulator", "ClockTestSupport", "ClocksimKit"],
            path: "Tests/Simulator/ToolTests", swiftSettings: settings),
        .testTarget(
            name: "SimulatorScenarioTests",
            dependencies: ["ClockDomain", "ClockRuntime", "ClockSimulator", "ClocksimKit"],
            path: "Tests/Simulator/ScenarioTests", exclude: ["FoundPlans"], swiftSettings: settings),
        .testTarget(
            name: "SimulatorContractTests",
            dependencies: [
                "ClockCoordinatorCore", "ClockCoordinatorStore", "ClockDomain", "ClockMQTT", "ClockNodeCore",
                "ClockRuntime", "ClockSimulator", "ClockTestSupport", "ClockWire", "NodeDaemon",
            ],
            path: "Tests/Simulator/ContractTests", swiftSettings: settings),
        .testTarget(
            name: "BrokerTests",
            dependencies: [
                "ClockCoordinatorCore", "ClockDomain", "ClockMQTT", "ClockRuntime", "ClockSiteTestSupport",
                "ClockTestSupport", "ClockWire",
                "clock-coordinator", "clockctl", "clockctl-pki",
            ],
            path: "Tests/Broker", swiftSettings: settings),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "ClockCoordinatorCore", "ClockDomain", "ClockMQTT", "ClockSound", "ClockTestSupport", "ClockVoice",
                "ClockWire",
                "PacedRecording",
                "clock-coordinator", "clock-door", "clock-node", "clock-node-pair", "clock-web", "clockctl",
                "clockctl-pki", "clockctl-voice", "jitter-proxy",
            ],
            path: "Tests/EndToEnd", swiftSettings: settings),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "ClockDomain", "ClockPKI", "ClockSiteTestSupport", "ClockTestSupport", "clock-coordinator",
                "clock-node", "clock-web", "clockctl", "clockctl-web",
            ],
            path: "Tests/Browser", exclude: ["Fixtures"], swiftSettings: settings),
        .testTarget(
            name: "PacedOutputTests",
            dependencies: [
                "CALSA", "ClockDomain", "ClockSound", "ClockSoundTestSupport", "PacedRecording", "paced-onsets",
            ],
            swiftSettings: settings),
    ]
)

internal import ClockConnection
internal import ClockDomain
internal import ClockMQTT
internal import ClockPKI
internal import ClockPairing
public import ClockRuntime
internal import ClockWire
public import Logging
internal import PairingLink
internal import ServiceLifecycle

/// The door, wired: core, port, broker and authority, ready to run.
public struct DoorDaemon: Sendable {
    private let services: [any Service]
    private let manager: ServiceManager
    private let logger: Logger
    private let lock: FolderLock

    /// Puts everything together; nothing runs yet.
    ///
    /// - Parameter environment: of this process, for the service manager.
    /// - Throws: ``FatalError`` when a setting is wrong, or the state folder cannot be used.
    public static func build(
        _ configuration: DoorConfiguration, environment: [String: String], logger: Logger
    ) throws -> DoorDaemon {
        for warning in configuration.warnings { logger.warning("\(warning)") }
        let lock = try FolderLock(configuration.stateDirectory, program: "clock-door")
        let clock = SystemClock(wallOffset: configuration.clockOffset)
        let topics = Topics(site: configuration.site)
        let mailbox = Mailbox<DoorPairing.Event>(own: 64, messages: 1_000)
        let post: @Sendable (DoorPairing.Event) -> Bool = { mailbox.post($0) }

        var settings = MQTTConfiguration(configuration.broker, clientID: configuration.clientID)
        settings.will = .init(MQTTMessage(topic: topics.pairing, payload: [], retain: true))
        let client: MQTTClient
        do {
            client = try MQTTClient(settings, log: { _, text in logger.debug("libmosquitto: \(text)") })
            try client.subscribe([
                MQTTSubscription(topics.request(.pair), takesRetained: false),
                MQTTSubscription(topics.availabilityFilter),
            ])
        } catch {
            throw FatalError(.configuration, "\(error)")
        }
        let key = SigningKey()
        let listener = DoorListener(port: configuration.port, post: post)
        let shell = DoorShell(
            configuration: configuration, key: key,
            issued: try IssuedNodes(
                site: configuration.site, authority: configuration.authority, folder: configuration.stateDirectory),
            clock: clock, topics: topics, client: client, listener: listener, post: post, logger: logger)
        let manager = ServiceManager(environment: environment, logger: logger)
        let runner = EffectRunner(
            core: DoorPairing(key: key.publicKey, isAlwaysOpen: configuration.isAlwaysOpen), mailbox: mailbox,
            clock: clock, manager: manager
        ) { effect in shell.perform(effect) }
        logger.info("door of site \(configuration.site) at port \(configuration.port), version \(ClockVersion.current)")
        return DoorDaemon(
            services: [
                MQTTService(
                    client, farewell: MQTTMessage(topic: topics.pairing, payload: [], retain: true),
                    onEvent: shell.received),
                listener, TickService(post: { _ = post(.tick) }), runner,
            ],
            manager: manager, logger: logger, lock: lock)
    }

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Parameter hangup: the action on SIGHUP; nil leaves the signal alone.
    public func run(hangup: Hangup? = nil) async throws {
        try await Program.serve(services, manager: manager, logger: logger, hangup: hangup)
    }
}

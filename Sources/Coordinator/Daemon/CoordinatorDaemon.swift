internal import ClockConnection
internal import ClockCoordinatorCore
internal import ClockCoordinatorStore
internal import ClockDomain
internal import ClockMQTT
public import ClockRuntime
internal import ClockWire
public import Logging
internal import ServiceLifecycle

/// The coordinator as a program: the core, and the store, broker and timers around it.
public struct CoordinatorDaemon: Sendable {
    /// In the order of their start.
    private let services: [any Service]
    private let manager: ServiceManager
    private let logger: Logger
    /// Held as long as the daemon is.
    private let lock: FolderLock

    /// Opens the store and puts everything together; nothing runs yet.
    ///
    /// - Parameter environment: of this process, for the service manager.
    /// - Throws: ``FatalError`` when the state folder or the store cannot be used, or a setting of the broker is wrong.
    public static func build(
        _ configuration: CoordinatorConfiguration, environment: [String: String], logger: Logger
    ) throws -> CoordinatorDaemon {
        for warning in configuration.warnings { logger.warning("\(warning)") }
        let lock = try FolderLock(configuration.stateDirectory, program: "clock-coordinator")
        let store: Store
        let stored: StoredState
        do throws(StoreError) {
            store = try Store(configuration.store, in: configuration.stateDirectory)
            stored = try store.open.load()
        } catch {
            throw FatalError(error.exitCode, error.message)
        }
        let clock = SystemClock(wallOffset: configuration.clockOffset)
        let shelf = try PackShelf(folder: configuration.stateDirectory + "/packs")
        let shell = CoordinatorShell(
            site: configuration.site, broker: configuration.broker, store: store.open,
            zones: ZoneDatabase(environment: environment),
            workshop: try SoundWorkshop(
                folder: configuration.stateDirectory + "/sounds", speech: configuration.speechCommand,
                voices: configuration.voicesDirectory, packs: shelf, environment: environment),
            shelf: shelf,
            notices: configuration.notices.map {
                NoticeSender(
                    path: OwnProgram.path(NoticeSender.program), token: configuration.noticeToken, shape: $0.shape,
                    workFolder: configuration.stateDirectory,
                    environment: environment)
            }, clock: clock, logger: logger)
        let mqtt = try client(configuration, shell)
        let reports = try reportClient(configuration, shell)
        let timers = try TimerQueue<CoordinatorTimer>(
            clock: clock, fired: { shell.post(.timer($0)) }, clockSet: { shell.post(.clockSet) })
        let (orders, publications) = AsyncStream.makeStream(
            of: SoundPublisher.Order.self, bufferingPolicy: .bufferingOldest(SoundPublisher.maximumWaiting))
        let (packOrders, packs) = AsyncStream.makeStream(
            of: PackPublisher.Order.self, bufferingPolicy: .bufferingOldest(PackPublisher.maximumWaiting))
        shell.connect(
            CoordinatorShell.Parts(
                mqtt: mqtt, reports: reports, timers: timers, publications: publications, packs: packs))
        let manager = ServiceManager(environment: environment, logger: logger)
        let core = CoordinatorCore(
            settings: CoordinatorSettings(
                site: configuration.site, version: ClockVersion.current,
                broker: "\(configuration.broker.host):\(configuration.broker.port)", storePath: store.name,
                lead: configuration.lead, budget: configuration.budget, retention: configuration.retention,
                isClockVouched: configuration.isClockVouched,
                certificateUntil: configuration.broker.certificateUntil, homeAssistant: configuration.homeAssistant,
                notices: configuration.notices),
            stored: stored, at: clock.now())
        let runner = EffectRunner(
            core: core, mailbox: shell.mailbox, clock: clock, manager: manager
        ) { effect in shell.perform(effect) }
        shell.post(.started)
        let farewell = MQTTMessage(
            topic: shell.topics.coordinatorAvailability, payload: Availability.offline.payload, retain: true)
        return CoordinatorDaemon(
            services: [
                StoreService(store: store, shell: shell),
                // Before the client, whose end ends what is being published.
                SoundPublisher(
                    orders: orders, topics: shell.topics, mqtt: mqtt, workshop: shell.workshop, logger: logger),
                PackPublisher(orders: packOrders, mqtt: mqtt, shelf: shell.shelf, shell: shell),
                MQTTService(mqtt, farewell: farewell), MQTTService(reports, farewell: nil), runner,
            ],
            manager: manager, logger: logger, lock: lock)
    }

    /// Runs until SIGTERM or SIGINT.
    ///
    /// The service manager hears READY when the store is open and connecting to the broker has begun. It does not wait
    /// for the broker: a coordinator that finds none goes on trying, and says so in the log.
    ///
    /// - Parameter hangup: what SIGHUP does; nil leaves the signal alone.
    public func run(hangup: Hangup? = nil) async throws {
        // Room for a second of the broker's farewell and a commit that is under way.
        try await Program.serve(services, manager: manager, logger: logger, hangup: hangup, shutdownLimit: .seconds(10))
    }

    /// The store that is configured.
    enum Store {
        case sqlite(SQLiteStore)
        case postgres(PostgresStore)

        /// - Parameter address: of a database; `nil` for a file in the state folder.
        init(_ address: String?, in folder: String) throws(StoreError) {
            if let address {
                self = .postgres(try PostgresStore(address, identityFile: folder + "/coordinator.postgresql"))
            } else {
                self = .sqlite(try SQLiteStore(path: StoreActions.path(in: folder)))
            }
        }

        var open: any CoordinatorStore {
            switch self {
            case .sqlite(let store): store
            case .postgres(let store): store
            }
        }

        /// For people.
        var name: String {
            switch self {
            case .sqlite(let store): store.path
            case .postgres(let store): store.name
            }
        }

        func close() throws(StoreError) {
            switch self {
            case .sqlite(let store): try store.close()
            case .postgres(let store): store.close()
            }
        }
    }

    /// With a clean start: whatever the broker kept of an earlier connection, retained messages and the nodes' ledgers
    /// say anew.
    private static func client(
        _ configuration: CoordinatorConfiguration, _ shell: CoordinatorShell
    ) throws -> MQTTClient {
        var settings = MQTTConfiguration(configuration.broker, clientID: configuration.clientID)
        settings.will = MQTTMessage(
            topic: shell.topics.coordinatorAvailability, payload: Availability.offline.payload, retain: true)
        // A fleet's desired documents and acknowledgements are published at once after a connection, and a quarter
        // hour's ledgers come at once.
        settings.maxQueuedMessages = 10_000
        settings.maxQueuedBytes = 64 << 20
        // A change of 500 alarms.
        settings.maximumPacketSize = 2 << 20
        do {
            let client = try MQTTClient(
                settings, log: { _, text in shell.logger.debug("libmosquitto: \(text)") },
                onEvent: { shell.received($0) })
            try client.subscribe(
                shell.topics.coordinatorStateFilters.map { MQTTSubscription($0) }
                    + shell.topics.coordinatorMessageFilters.map { MQTTSubscription($0, takesRetained: false) }
                    + HomeAssistantDoor.subscriptions(
                        shell.topics, isEnabled: configuration.homeAssistant != nil)
                    + [MQTTSubscription(CoordinatorShell.brokerDropsTopic, qos: .atMostOnce)])
            return client
        } catch {
            throw FatalError(.configuration, "\(error)")
        }
    }

    /// What nodes report comes on a connection of its own. It is left unread where it is more than the store takes; people's
    /// requests and nodes' questions for the time do not wait behind it then.
    private static func reportClient(
        _ configuration: CoordinatorConfiguration, _ shell: CoordinatorShell
    ) throws -> MQTTClient {
        var settings = MQTTConfiguration(configuration.broker, clientID: configuration.clientID + "-reports")
        // A node's report of as much as it can ring.
        settings.maximumPacketSize = 2 << 20
        settings.receiveMaximum = 1_000
        do {
            let client = try MQTTClient(
                settings, log: { _, text in shell.logger.debug("libmosquitto: \(text)") },
                onEvent: { shell.receivedReport($0) })
            try client.subscribe(
                shell.topics.reportStateFilters.map { MQTTSubscription($0) }
                    + shell.topics.reportMessageFilters.map { MQTTSubscription($0, takesRetained: false) })
            return client
        } catch {
            throw FatalError(.configuration, "\(error)")
        }
    }
}

extension StoreError {
    var exitCode: ExitCode {
        switch code {
        case .corrupt, .newerVersion: .badData
        case .inUse: .temporaryFailure
        case .notWritable: .noPermission
        case .exists: .cannotCreate
        case .full, .uncertain, .failed: .inputOutput
        }
    }
}

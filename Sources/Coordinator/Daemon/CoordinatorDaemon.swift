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
    /// Held as long as the daemon.
    private let lock: FolderLock
    private let reloads: RefusedReload

    /// Opens the store and assembles the parts; nothing runs yet.
    ///
    /// - Parameter environment: that of this process, for the service manager.
    /// - Throws: ``FatalError`` when the state folder or the store cannot be used, or a setting of the broker is wrong.
    public static func build(
        _ configuration: CoordinatorConfiguration, environment: [String: String], logger: Logger
    ) throws -> CoordinatorDaemon {
        for warning in configuration.warnings { logger.warning("\(warning)") }
        let lock = try FolderLock(configuration.stateDirectory, program: "clock-coordinator")
        let manager = ServiceManager(environment: environment, logger: logger)
        let store: Store
        do throws(StoreError) {
            store = try Store(configuration.store, in: configuration.stateDirectory)
        } catch {
            throw FatalError(error.exitCode, error.message)
        }
        let reloads = RefusedReload()
        let services: [any Service]
        switch store {
        case .sqlite: services = try work(configuration, store, reloads, environment, manager, logger).services
        case .postgres(let shared):
            let clock = SystemClock(wallOffset: configuration.clockOffset)
            let lease = try LeaseShell(shared.lease, clock: clock, manager: manager, logger: logger)
            services = [
                lease.service,
                Leadership(lease: lease, manager: manager, logger: logger) {
                    try work(configuration, store, lease: lease, reloads, environment, manager, logger)
                },
            ]
        }
        return CoordinatorDaemon(services: services, manager: manager, logger: logger, lock: lock, reloads: reloads)
    }

    /// The parts of a coordinator that leads.
    struct Work {
        /// In the order of their start.
        var services: [any Service]
        var shell: CoordinatorShell
    }

    /// Loads the store and assembles the parts that work with it.
    ///
    /// - Parameter lease: the lease that this coordinator has; `nil` if the store is not shared.
    private static func work(
        _ configuration: CoordinatorConfiguration, _ store: Store, lease: LeaseShell? = nil, _ reloads: RefusedReload,
        _ environment: [String: String], _ manager: ServiceManager, _ logger: Logger
    ) throws -> Work {
        let stored: StoredState
        do throws(StoreError) {
            stored = try store.open.load()
        } catch {
            throw FatalError(error.exitCode, error.message)
        }
        let clock = SystemClock(wallOffset: configuration.clockOffset)
        let content = try CoordinatorContent(stateFolder: configuration.stateDirectory)
        let topics = Topics(site: configuration.site)
        let inbox = CoordinatorInbox(clock: clock, logger: logger)
        let timers = try TimerQueue<CoordinatorTimer>(
            clock: clock, fired: { inbox.post(.timer($0)) }, clockSet: { inbox.post(.clockSet) })
        let (link, publishers) = try serve(configuration, topics, content.shelf, inbox, logger)
        let shell = CoordinatorShell(
            topics: topics, clock: clock, logger: logger, inbox: inbox, link: link, timers: timers,
            store: store.open, zones: ZoneDatabase(environment: environment),
            workshop: try SoundWorkshop(
                folder: configuration.stateDirectory + "/sounds", content: content, speech: configuration.speechCommand,
                voices: configuration.voicesDirectory, environment: environment, logger: logger),
            content: content,
            notices: configuration.notices.map {
                NoticeSender(
                    path: OwnProgram.path(NoticeSender.program), token: configuration.noticeToken, shape: $0.shape,
                    workFolder: configuration.stateDirectory, environment: environment)
            }, displaced: { lease?.displaced() })
        let core = CoordinatorCore(
            settings: CoordinatorSettings(configuration, store: store.name), stored: stored, at: clock.now())
        let runner = EffectRunner(
            core: core, mailbox: inbox.mailbox, clock: clock, manager: manager
        ) { effect in shell.perform(effect) }
        inbox.post(.started)
        reloads.follow { shell.post(.configurationRefused(reason: $0)) }
        let farewell = MQTTMessage(.availability(.offline), in: topics)
        let isShared = lease != nil
        var services: [any Service] = [StoreService(store: store, shell: shell)]
        // Before the client, whose end stops all publications.
        services += publishers
        services += [
            // With a standby coordinator the broker publishes this one as offline only if no other has taken over.
            MQTTService(link.mqtt, farewell: isShared ? nil : farewell, leavesWill: isShared) { event in
                shell.received(event)
            },
            MQTTService(link.reports, farewell: nil) { event in shell.receivedReport(event) },
            runner,
        ]
        return Work(services: services + (isShared ? [Handover(client: link.mqtt, shell: shell)] : []), shell: shell)
    }

    /// Makes the connections to the broker, and the publishers of chunks.
    private static func serve(
        _ configuration: CoordinatorConfiguration, _ topics: Topics, _ shelf: BlobShelf, _ inbox: CoordinatorInbox,
        _ logger: Logger
    ) throws -> (link: CoordinatorShell.Link, publishers: [ChunkPublisher]) {
        let mqtt = try client(configuration, topics, logger)
        func lane(window: Int) -> (publisher: ChunkPublisher, orders: AsyncStream<ChunkPublisher.Order>.Continuation) {
            let (orders, continuation) = AsyncStream.makeStream(
                of: ChunkPublisher.Order.self, bufferingPolicy: .bufferingOldest(ChunkPublisher.maximumWaiting))
            let publisher = ChunkPublisher(
                orders: orders, window: window, mqtt: mqtt, shelf: shelf, topics: topics, inbox: inbox, logger: logger)
            return (publisher, continuation)
        }
        let sounds = lane(window: 4)
        let packs = lane(window: 2)
        return (
            link: CoordinatorShell.Link(
                broker: configuration.broker, mqtt: mqtt, reports: try reportClient(configuration, topics, logger),
                lanes: .init(sounds: sounds.orders, packs: packs.orders)),
            publishers: [sounds.publisher, packs.publisher]
        )
    }

    /// Runs until SIGTERM or SIGINT.
    ///
    /// The service manager gets READY when the store is open and connecting to the broker has begun, or when the
    /// coordinator stands by. It does not wait for the broker: without one, the coordinator keeps trying, and logs
    /// that.
    ///
    /// - Parameter hangup: the action on SIGHUP; nil leaves the signal alone.
    public func run(hangup: Hangup? = nil) async throws {
        hangup?.onRefusal { [reloads] in reloads.refused($0) }
        // Room for a second of the broker's farewell and a commit under way.
        try await Program.serve(services, manager: manager, logger: logger, hangup: hangup, shutdownLimit: .seconds(10))
    }

    enum Store {
        case sqlite(SQLiteStore)
        case postgres(PostgresStore)

        /// - Parameter address: the address of a database; `nil` for a file in the state folder.
        init(_ address: String?, in folder: String) throws(StoreError) {
            if let address {
                self = .postgres(
                    try PostgresStore(
                        address, machine: Self.machine(folder), identityFile: StoreActions.databasePath(in: folder)))
            } else {
                self = .sqlite(try SQLiteStore(path: StoreActions.path(in: folder)))
            }
        }

        /// The name of this program's machine, for people; no other coordinator with the same store has it.
        private static func machine(_ folder: String) -> String {
            let host = HostName.current() ?? "a machine without a name"
            return folder == CoordinatorConfiguration.standardStateDirectory ? host : "\(host):\(folder)"
        }

        var open: any CoordinatorStore {
            switch self {
            case .sqlite(let store): store
            case .postgres(let store): store
            }
        }

        /// The store's name for people.
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

    /// Makes the client, with a clean start unless another coordinator may take over: retained messages and the nodes'
    /// ledgers repeat everything that the broker kept of an earlier connection.
    private static func client(
        _ configuration: CoordinatorConfiguration, _ topics: Topics, _ logger: Logger
    ) throws -> MQTTClient {
        var settings = MQTTConfiguration(configuration.broker, clientID: configuration.clientID)
        settings.will = .init(MQTTMessage(.availability(.offline), in: topics))
        if configuration.store != nil {
            // Another coordinator resumes the session, with the requests of the meantime.
            settings.session.isClean = false
            settings.session.expirySeconds = 60
            settings.will?.delaySeconds = 10
        }
        // Nodes stay at their broker for the same time.
        let clock = SystemClock(wallOffset: configuration.clockOffset)
        settings.alternatives.isReturnWelcome = { WakeWindow.isClosed(at: clock.now().wall) }
        // A new connection publishes a document and an acknowledgement for each of 20,000 nodes.
        settings.queue.messages = 40_000
        settings.queue.bytes = 160 << 20
        do {
            let client = try MQTTClient(settings, log: { _, text in logger.debug("libmosquitto: \(text)") })
            try client.subscribe(
                (topics.coordinatorStateFilters + [topics.allRingsFilter]).map { MQTTSubscription($0) }
                    + topics.coordinatorMessageFilters.map { MQTTSubscription($0, takesRetained: false) }
                    + HomeAssistantDoor.subscriptions(topics, isEnabled: configuration.homeAssistant != nil)
                    + [MQTTSubscription(CoordinatorShell.brokerDropsTopic, qos: .atMostOnce)])
            return client
        } catch {
            throw FatalError(.configuration, "\(error)")
        }
    }

    /// Nodes' reports have a connection of their own. The coordinator stops reading it when the store cannot keep up;
    /// requests and time questions then do not wait behind it.
    private static func reportClient(
        _ configuration: CoordinatorConfiguration, _ topics: Topics, _ logger: Logger
    ) throws -> MQTTClient {
        var settings = MQTTConfiguration(configuration.broker, clientID: configuration.clientID + "-reports")
        settings.receiveMaximum = 1_000
        do {
            let client = try MQTTClient(settings, log: { _, text in logger.debug("libmosquitto: \(text)") })
            try client.subscribe(
                topics.reportStateFilters.map { MQTTSubscription($0) }
                    + topics.reportMessageFilters.map { MQTTSubscription($0, takesRetained: false) })
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

extension CoordinatorSettings {
    /// - Parameter store: its file or address, for people.
    fileprivate init(_ configuration: CoordinatorConfiguration, store: String) {
        var generator = SystemRandomNumberGenerator()
        self.init(
            site: configuration.site, version: ClockVersion.current,
            broker: configuration.broker.addresses[0].description,
            otherBrokers: configuration.broker.others.map(\.description), storePath: store, lead: configuration.lead,
            budget: configuration.budget, retention: configuration.retention,
            isClockVouched: configuration.isClockVouched, certificateUntil: configuration.broker.certificateUntil,
            generationTag: GenerationTag(using: &generator), position: configuration.position,
            homeAssistant: configuration.homeAssistant, notices: configuration.notices)
    }
}

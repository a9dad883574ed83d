internal import ClockConnection
internal import ClockDomain
internal import ClockMQTT
internal import ClockNodeAudio
internal import ClockNodeCore
public import ClockRuntime
internal import ClockThreads
internal import ClockWire
internal import Glibc
public import Logging
internal import ServiceLifecycle

/// A node, wired: core, clocks, network, sound and state, ready to run.
public struct NodeDaemon: Sendable {
    private let services: [any Service]
    private let manager: ServiceManager
    private let logger: Logger
    private let lock: FolderLock
    private let inbox: NodeInbox

    /// Puts everything together; nothing runs yet except the threads of the output and the timers, which are idle.
    ///
    /// - Parameter environment: of this process, for the service manager.
    /// - Throws: ``FatalError`` when the zone is unknown, the state folder cannot be used, or another node uses it.
    public static func build(
        _ configuration: NodeConfiguration, environment: [String: String], logger: Logger
    ) throws -> NodeDaemon {
        for warning in configuration.warnings { logger.warning("\(warning)") }
        let clock = SystemClock(wallOffset: configuration.clockOffset)
        let zones = NodeZones(environment: environment, configured: configuration.zone)
        let (zone, warning) = try zones.own()
        if let warning { logger.warning("\(warning)") }
        let lock = try FolderLock(configuration.stateDirectory, program: "clock-node")
        let stateFile = StateFile(folder: configuration.stateDirectory)
        var random = SystemRandomNumberGenerator()
        let core = NodeCore(
            identity: NodeCore.Identity(
                id: configuration.node, version: ClockVersion.current, bootID: bootID(&random, logger), zone: zone,
                device: configuration.audio.device, leadIn: configuration.leadIn,
                clockSource: configuration.clockSource, certificateUntil: configuration.broker.certificateUntil),
            state: try load(stateFile, &random, logger), seed: random.next(), at: clock.now())

        let topics = Topics(site: configuration.site)
        let inbox = NodeInbox(clock: clock, logger: logger)
        let mqtt = try client(configuration, topics, clock, logger)
        let listener = OutputListener(device: configuration.audio.device, inbox: inbox, logger: logger)
        let output: AudioOutput
        do {
            output = try AudioOutput(configuration.audio) { listener.received($0) }
        } catch {
            throw FatalError(.systemError, "\(error.message)")
        }
        let timers = try TimerQueue<NodeCore.TimerKind>(
            clock: clock, fired: { inbox.post(.timer($0)) }, clockSet: { inbox.post(.clockSet) })
        let local = localSocket(configuration, environment, inbox, logger)
        let shell = NodeShell(
            node: configuration.node, topics: topics, clock: clock, logger: logger, inbox: inbox, mqtt: mqtt,
            output: output, listener: listener, timers: timers, local: local, stateFile: stateFile,
            voices: configuration.voices, ringSounds: configuration.ringSounds, zones: zones,
            warmUpTone: configuration.warmUpTone,
            content: NodeContent(stateFolder: configuration.stateDirectory, mailbox: inbox.mailbox, logger: logger))
        inbox.post(.started)
        let button = button(configuration, clock, inbox, logger)

        let manager = ServiceManager(environment: environment, logger: logger)
        let runner = EffectRunner(
            core: core, mailbox: inbox.mailbox, clock: clock, manager: manager, shutdownEvent: .shutdown
        ) { effect in await shell.perform(effect) }
        let farewell = MQTTMessage(.availability(.offline), of: configuration.node, in: topics)
        logger.info(
            "node \(configuration.node) of site \(configuration.site), zone \(zone.name), version \(ClockVersion.current)"
        )
        return NodeDaemon(
            services: [
                OutputService(output: output), MQTTService(mqtt, farewell: farewell, onEvent: shell.received), runner,
            ] + (local.map { [LocalSocketService(socket: $0)] } ?? [])
                + (button.map { [ButtonService(reader: $0)] } ?? []),
            manager: manager, logger: logger, lock: lock, inbox: inbox)
    }

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Parameter hangup: the action on SIGHUP; nil leaves the signal alone.
    public func run(hangup: Hangup? = nil) async throws {
        hangup?.onRefusal { [inbox] in inbox.post(.configurationRefused(reason: $0)) }
        try await Program.serve(services, manager: manager, logger: logger, hangup: hangup)
    }

    /// The kernel's name for this boot of the machine (random(4)).
    private static func bootID(_ random: inout SystemRandomNumberGenerator, _ logger: Logger) -> String {
        do throws(SystemError) {
            return try SystemClock.bootID()
        } catch {
            logger.warning("\(error); timers and snoozes go by the wall clock over a restart")
            var names = SplitMix64(seed: random.next())
            return names.nextName()
        }
    }

    /// A room without it rings as well, so a problem with it is only a line of the log.
    private static func localSocket(
        _ configuration: NodeConfiguration, _ environment: [String: String], _ inbox: NodeInbox, _ logger: Logger
    ) -> LocalSocket? {
        // systemd gives several, with colons between, if a unit names several.
        let folder = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first
        guard let path = configuration.localSocket ?? folder.map({ "\($0)/socket" }) else { return nil }
        do {
            let socket = try LocalSocket(path: path, logger: logger)
            try socket.start { inbox.mailbox.post(.asked($0, peer: $1)) }
            return socket
        } catch {
            logger.warning("programs of this machine cannot ask this node: \(error)")
            return nil
        }
    }

    /// A room without its button rings as well, so a problem with it is only a line of the log.
    private static func button(
        _ configuration: NodeConfiguration, _ clock: SystemClock, _ inbox: NodeInbox, _ logger: Logger
    ) -> ButtonReader? {
        guard let path = configuration.buttonDevice else { return nil }
        do throws(ThreadError) {
            let reader = try ButtonReader(path: path, logger: logger)
            try reader.start { inbox.post(.button(isDown: $0, at: clock.now().boot)) }
            return reader
        } catch {
            logger.warning("the button \(path) does nothing: \(error)")
            return nil
        }
    }

    private static func load(
        _ file: StateFile, _ random: inout SystemRandomNumberGenerator, _ logger: Logger
    ) throws -> NodeState {
        var names = SplitMix64(seed: random.next())
        let fresh = NodeState(instance: names.nextName(), epoch: names.nextName())
        switch try file.load() {
        case .state(let state): return state
        case .nothing:
            logger.info("no state in \(file.path) yet; this node starts as a new one")
            return fresh
        case .damaged(let reason, let aside):
            let place = aside.map { "moved it to \($0)" } ?? "it cannot be moved"
            logger.error("the state in \(file.path) is damaged (\(reason)); \(place); this node starts as a new one")
            return fresh
        }
    }

    private static func client(
        _ configuration: NodeConfiguration, _ topics: Topics, _ clock: SystemClock, _ logger: Logger
    ) throws -> MQTTClient {
        let node = configuration.node
        var settings = MQTTConfiguration(configuration.broker, clientID: configuration.clientID)
        settings.will = .init(MQTTMessage(.availability(.offline), of: node, in: topics))
        settings.alternatives.isReturnWelcome = { WakeWindow.isClosed(at: clock.now().wall) }
        do {
            let client = try MQTTClient(settings, log: { _, text in logger.debug("libmosquitto: \(text)") })
            try client.subscribe(
                topics.nodeStateFilters(node).map { MQTTSubscription($0) }
                    + topics.nodeMessageFilters(node).map { MQTTSubscription($0, takesRetained: false) })
            return client
        } catch {
            throw FatalError(.configuration, "\(error)")
        }
    }
}

/// Keeps the output until everything that may still play has ended.
private struct OutputService: Service {
    let output: AudioOutput

    func run() async throws {
        // Ends by cancellation as well as by shutdown; the output ends either way.
        try? await gracefulShutdown()
        _ = output.stop()
    }
}

/// Ends the button's reader with the node.
private struct ButtonService: Service {
    let reader: ButtonReader

    func run() async throws {
        // Ends by cancellation as well as by shutdown; the reader ends either way.
        try? await gracefulShutdown()
        reader.stop()
    }
}

/// Serves programs of this machine until the node ends.
private struct LocalSocketService: Service {
    let socket: LocalSocket

    func run() async throws {
        // Ends by cancellation as well as by shutdown; the socket ends either way.
        try? await gracefulShutdown()
        socket.stop()
    }
}

internal import ClockDomain
internal import ClockNodeAudio
internal import ClockPKI
internal import ClockPairing
public import ClockRuntime
internal import ClockSound
internal import ClockWire
internal import Dispatch
public import Logging
internal import NodeDaemon
internal import PairingLink
internal import ServiceLifecycle

/// A room without a site, wired: it pairs with a hub, and goes on as a node.
public struct RoomPairer: Sendable {
    private let settings: ProgramConfiguration
    private let environment: [String: String]
    private let logger: Logger
    private let files: PairingFiles

    public init(_ settings: ProgramConfiguration, environment: [String: String], logger: Logger) {
        self.settings = settings
        self.environment = environment
        self.logger = logger
        files = PairingFiles(folder: NodeConfiguration.pairingFolder(settings))
    }

    /// Runs until SIGTERM or SIGINT, or until the room is accepted: then clock-node takes the place of this program.
    ///
    /// - Parameter hangup: the action on SIGHUP; nil leaves the signal alone.
    /// - Throws: ``FatalError`` when a setting is wrong, or the state folder cannot be used.
    public func run(hangup: Hangup? = nil) async throws {
        // A reload may find an id in the configuration, or a grant.
        guard NodeConfiguration.isNew(settings) else { try goOn() }
        if let grant = try files.grant() { try goOn(files.options(grant)) }
        let lock = try FolderLock(settings.string("state_directory"), program: "clock-node")
        defer { withExtendedLifetime(lock) {} }
        let key = try files.key()
        let clock = SystemClock(wallOffset: .seconds(settings.double("clock.offset_seconds")))
        let mailbox = Mailbox<RoomPairing.Event>(own: 256, messages: 1)
        // A hub that floods its room loses messages, and with them the exchange.
        let post: @Sendable (RoomPairing.Event) -> Void = { _ = mailbox.post($0) }
        let caller = RoomCaller(post: post)
        let folder = settings.string("state_directory")
        let audio = try NodeConfiguration.audio(settings)
        let speaker: NumberSpeaker
        do throws(AudioFailure) {
            speaker = try NumberSpeaker(
                audio, voices: VoiceFolders(root: settings.string("voices_directory")),
                logger: logger)
        } catch {
            throw FatalError(.systemError, "\(error.message)")
        }
        let looking = DispatchQueue(label: "hubs", qos: .utility)
        let manager = ServiceManager(environment: environment, logger: logger)
        let core = RoomPairing(key: key.publicKey, at: clock.now()) { key, bytes, signature in
            SigningKey.isSignature(signature, of: bytes, by: key)
        }
        let runner = EffectRunner(core: core, mailbox: mailbox, clock: clock, manager: manager) { effect in
            switch effect {
            case .look: looking.async { post(.found(hubs(folder))) }
            case .connect(let hub): caller.connect(to: hub, port: HubList.port)
            case .send(let message): await caller.send(message)
            case .hangUp: caller.hangUp()
            case .speak(let number): speaker.say(number, volume: volume(at: clock.now().wall))
            case .show(let line): show(line)
            case .store(let grant): store(grant, post)
            case .finish:
                speaker.stop()
                // Only a program that is gone throws.
                do { try files.grant().map { try goOn(files.options($0)) } } catch { logger.error("\(error)") }
            }
        }
        try await Program.serve(
            [TickService(post: { post(.tick) }), runner], manager: manager, logger: logger, hangup: hangup)
        speaker.stop()
    }

    /// clock-node takes this program's place, with its arguments and further options.
    private func goOn(_ options: [String] = []) throws -> Never {
        guard let node = OwnProgram.path("clock-node") else {
            throw FatalError(.unavailable, "clock-node is not installed beside this program")
        }
        try OwnProgram.become(node, CommandLine.arguments + options)
    }

    private func show(_ line: String) {
        logger.notice("\(line)")
        do throws(FatalError) {
            try files.show(line)
        } catch {
            logger.warning("\(error)")
        }
    }

    private func store(_ grant: PairingGrant, _ post: (RoomPairing.Event) -> Void) {
        do throws(FatalError) {
            try files.store(grant)
            post(.stored)
        } catch {
            // The hub's door gives up, and so does this room until its next start.
            logger.error("the room is accepted, and cannot keep it: \(error)")
        }
    }

    /// Returns the addresses of the hubs to call: the configured one, or those that Avahi knows.
    private func hubs(_ folder: String) -> [[String]] {
        if let hub = settings.optionalString("hub") { return [[hub]] }
        let browse = ChildProcess(
            ["avahi-browse", "--parsable", "--resolve", "--terminate", HubList.serviceType],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"], workFolder: folder)
        do throws(SystemError) {
            switch try browse.run(input: [], maximumBytes: 64 << 10, timeout: .seconds(10)) {
            case .wrote(let bytes):
                let hubs = HubList.read(String(decoding: bytes, as: UTF8.self))
                logger.debug("hubs: \(hubs.joined().joined(separator: ", "))")
                if hubs.isEmpty { show("this room is new, and finds no hub; name one in hub, or start its door") }
                return hubs
            case .failed(_, let message): show("cannot look for a hub: avahi-browse: \(message.prefix(200))")
            case .tookTooLong, .wroteTooMuch: show("cannot look for a hub: avahi-browse does not end")
            }
        } catch {
            show("cannot look for a hub, install avahi-utils or name the hub in hub: \(error)")
        }
        return []
    }

    /// Returns a volume for people who may sleep: soft from 22 to 7, and where the clock is not set.
    private func volume(at now: WallTime) -> Volume {
        let zones = ZoneDatabase(environment: environment)
        // Without its zone the room goes by the machine's.
        let named = settings.optionalString("zone").flatMap { try? zones.rules(named: $0) }
        let hour = (named ?? zones.localZone().rules).localTime(at: now).time.hour
        return (7..<22).contains(hour) && now > WallTime(seconds: 1_700_000_000) ? .standard : .ringFloor
    }
}

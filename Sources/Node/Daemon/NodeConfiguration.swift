internal import ClockDomain
package import ClockNodeAudio
public import ClockRuntime
internal import ClockSound
internal import Glibc

/// A node's settings, as read from `/etc/clocksmith/node.yaml`, the environment and flags.
public struct NodeConfiguration: Sendable {
    public static let defaultFile = "/etc/clocksmith/node.yaml"

    public static let schema = ConfigurationSchema(
        [
            .string("node", help: "This node's id, unique in the site: \(NodeID.rule)"),
            .string(
                "hub",
                help:
                    "Host or HOST:PORT of the hub that a room without an id asks to let it in; found by itself unless set"
            ),
            .string("zone", help: "Time zone it speaks in, such as Europe/Berlin; the system's unless set"),
            .string(
                "voices_directory", default: "/usr/share/clocksmith/voices", help: "Folder of voice packs and chimes"),
            .string(
                "local_socket",
                help: "Unix socket on which programs of this machine silence the room; socket in the folder that the "
                    + "service manager gives, else none"),
            .string(
                "button_device",
                help: "Input device whose keys are this room's button, such as /dev/input/by-id/usb-…-event-kbd; none "
                    + "unless set"),
            .string("audio.device", default: "default", help: "ALSA name of the output"),
            .string("audio.alsa_config", help: "ALSA configuration file to use in place of the system's"),
            .string(
                "audio.sounds", help: "Folder of sounds for alarms and timers; sounds in the voices' folder unless set"),
            .int(
                "audio.latency_trim_us", default: 0, in: AudioOutput.Configuration.latencyTrimRange,
                help: "How much later the sound is heard than the output says, in microseconds"),
            .int(
                "audio.keep_open_s", default: 0, in: AudioOutput.Configuration.keepOpenRange,
                help: "For how many seconds the output stays open on silence after a sound; 0 closes it at once"),
            .string(
                "audio.mixer",
                help: "Mixer control that is set while something sounds, such as Master or hw:1,PCM; none unless set"),
            .int(
                "audio.mixer_percent", default: 100, in: 0...100,
                help: "What it is set to, in percent; it is put back after, unless somebody changed it meanwhile"),
            .int(
                "audio.lead_in_ms", default: 2000, in: 500...10_000,
                help: "Silence before an announcement, in which a sleeping output wakes up"),
            .int(
                "audio.warm_up_tone_ms", default: 0, in: WarmUpTone.lengthRange,
                help: "Length of a soft tone at the end of that silence, for amplifiers that silence does not wake"),
        ] + ConfigurationSchema.broker + ConfigurationSchema.clientID
            + ConfigurationSchema.daemon(
                stateDirectory: "/var/lib/clocksmith/node",
                clock: [
                    .string(
                        "clock.source", default: ClockSource.system.rawValue,
                        allowed: ClockSource.allCases.map(\.rawValue),
                        help:
                            "Whose clock it goes by: this machine's, or the coordinator's where no time service keeps "
                            + "this one")
                ]) + ConfigurationSchema.log)

    /// The actions of the command line.
    public static let actions = [
        ProgramAction("--list-devices", help: "List the outputs that audio.device can name") {
            AudioDevices.table(AudioDevices.list())
        },
        ProgramAction("--pairing", help: "Show how far this room is with joining a site, and its number") { settings in
            let file = pairingFile(settings)
            do throws(SystemError) {
                return String(decoding: try AtomicFile.read(file, limit: 4_096), as: UTF8.self)
            } catch {
                // A room that never paired has none, like one that people configured.
                guard error.code == ENOENT else { throw FatalError(error, exitCode: .noInput) }
                return "this room has not asked to join\n"
            }
        },
    ]

    /// True for a room that nobody has named: it has no id, and asks a hub to let it in.
    public static func isNew(_ values: ProgramConfiguration) -> Bool { values.optionalString("node") == nil }

    /// The folder of what pairing leaves behind.
    package static func pairingFolder(_ values: ProgramConfiguration) -> String {
        "\(values.string("state_directory"))/pairing"
    }

    /// The file in which a room without a site shows its state.
    package static func pairingFile(_ values: ProgramConfiguration) -> String { "\(pairingFolder(values))/state" }

    /// Returns the settings of the output, which a room without an id has too.
    ///
    /// - Throws: ``FatalError`` naming the setting.
    package static func audio(_ values: ProgramConfiguration) throws(FatalError) -> AudioOutput.Configuration {
        AudioOutput.Configuration(
            device: values.string("audio.device"), latencyTrimMicroseconds: values.int("audio.latency_trim_us"),
            keepOpenSeconds: values.int("audio.keep_open_s"), mixer: try mixer(values),
            alsaConfigurationFile: values.optionalString("audio.alsa_config"))
    }

    var node: NodeID
    var site: SiteID
    var zone: String?
    var voices: VoiceFolders
    /// Folder of sounds that rings can have beside the built-in ones.
    var sounds: String
    var ringSounds: RingSounds { RingSounds(folder: sounds, spoken: voices.pushed.map { "\($0)/\(SpokenText.name)" }) }
    var audio: AudioOutput.Configuration
    var leadIn: Duration
    var warmUpTone: WarmUpTone?
    var stateDirectory: String
    /// The path for programs of this machine; `nil`: in the service manager's folder, if there is one.
    var localSocket: String?
    /// The path of the input device whose keys are the room's button.
    var buttonDevice: String?
    var clockSource: ClockSource
    var clockOffset: Duration
    var broker: BrokerSettings
    /// The name by which the broker knows it.
    var clientID: String
    public let warnings: [String]

    /// - Throws: ``FatalError`` naming the setting, its origin and the allowed values.
    public init(_ values: ProgramConfiguration) throws(FatalError) {
        try self.init(values, name: values.optionalString("node"))
    }

    private init(_ values: ProgramConfiguration, name: String?) throws(FatalError) {
        guard let name else {
            throw FatalError(
                .configuration,
                "this node has no id; set node in \(values.file ?? NodeConfiguration.defaultFile), or --node")
        }
        guard let node = NodeID(name) else {
            throw FatalError(
                .configuration, "\(values.source(of: "node")): node \"\(name)\" is not an id; use \(NodeID.rule)")
        }
        broker = try BrokerSettings(values)
        guard let site = SiteID(broker.site) else {
            throw FatalError(
                .configuration, "\(values.source(of: "site")): site \"\(broker.site)\" is not an id; use \(NodeID.rule)"
            )
        }
        if let hub = values.optionalString("hub"), BrokerAddress(hub) == nil {
            throw FatalError(.configuration, "\(values.source(of: "hub")): hub \"\(hub)\" is no HOST or HOST:PORT")
        }
        self.node = node
        self.site = site
        clientID = try broker.clientID(values) ?? "\(site)-node-\(node)"
        zone = values.optionalString("zone")
        stateDirectory = values.string("state_directory")
        localSocket = values.optionalString("local_socket")
        voices = VoiceFolders(root: values.string("voices_directory"), pushed: "\(stateDirectory)/voices")
        sounds = values.optionalString("audio.sounds") ?? "\(voices.root)/sounds"
        audio = try NodeConfiguration.audio(values)
        let leadInMilliseconds = values.int("audio.lead_in_ms")
        leadIn = .milliseconds(leadInMilliseconds)
        warmUpTone = try NodeConfiguration.warmUpTone(values, leadInMilliseconds: leadInMilliseconds)
        buttonDevice = values.optionalString("button_device")
        // One of the allowed ones, which are all.
        clockSource = ClockSource(rawValue: values.string("clock.source")) ?? .system
        clockOffset = .seconds(values.double("clock.offset_seconds"))
        warnings = values.warnings + broker.warnings + FolderLock.warnings(stateDirectory)
    }

    /// Returns everything that ends a start with this configuration, or leaves a room without its sound.
    ///
    /// - Throws: ``FatalError`` naming the setting.
    public static func check(_ start: StartCheck) throws -> [String] {
        var start = start
        let values = start.settings
        if isNew(values) { start.warn("this room has no id, so it asks a hub to let it in") }
        // The hub gives the id, and the site with it. All else comes from here.
        let configuration = try NodeConfiguration(values, name: values.optionalString("node") ?? "new")
        configuration.warnings.forEach { start.warn($0) }
        do throws(FatalError) {
            if let warning = try NodeZones(environment: start.environment, configured: configuration.zone).own().warning
            {
                start.warn(warning)
            }
        } catch {
            throw FatalError(error.exitCode, "\(values.source(of: "zone")): zone: \(error)")
        }
        try start.stateFolder(of: "clock-node")
        try start.certificates("broker.tls")
        try start.folder("voices_directory")
        try start.folder("audio.sounds")
        try start.file("audio.alsa_config")
        if let path = configuration.localSocket { try start.socket(path, "local_socket") }
        if let path = configuration.buttonDevice, access(path, R_OK) != 0 {
            let failure = SystemError("read \(path)", code: errno)
            start.warn("\(values.source(of: "button_device")): button_device: \(failure)")
        }
        guard configuration.audio.device.utf8.contains(where: { $0 > 0x20 }) else {
            throw FatalError(
                .configuration,
                "\(values.source(of: "audio.device")): audio.device is empty; use default, or another output")
        }
        return start.warnings
    }

    private static func warmUpTone(
        _ values: ProgramConfiguration, leadInMilliseconds: Int
    ) throws(FatalError) -> WarmUpTone? {
        let name = "audio.warm_up_tone_ms"
        guard let tone = WarmUpTone(milliseconds: values.int(name)) else { return nil }
        // An output needs about half a second to open.
        let needed = tone.milliseconds + WarmUpTone.gapMilliseconds + 500
        guard leadInMilliseconds >= needed else {
            throw FatalError(
                .configuration,
                "\(values.source(of: name)): \(name) \(tone.milliseconds) needs audio.lead_in_ms of at least "
                    + "\(needed), which is \(leadInMilliseconds)")
        }
        return tone
    }

    private static func mixer(_ values: ProgramConfiguration) throws(FatalError) -> MixerSetting? {
        guard let text = values.optionalString("audio.mixer") else { return nil }
        guard let setting = MixerSetting(text, percent: values.int("audio.mixer_percent")) else {
            throw FatalError(
                .configuration,
                "\(values.source(of: "audio.mixer")): audio.mixer \"\(text)\" names no control; use its name, or a"
                    + " mixer's and its name: Master, hw:1,PCM")
        }
        return setting
    }
}

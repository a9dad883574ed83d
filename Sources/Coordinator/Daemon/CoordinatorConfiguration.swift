internal import ClockCoordinatorCore
internal import ClockCoordinatorStore
internal import ClockDomain
public import ClockRuntime
internal import Glibc

/// A coordinator's settings, as read from `/etc/clocksmith/coordinator.yaml`, the environment and flags.
public struct CoordinatorConfiguration: Sendable {
    public static let defaultFile = "/etc/clocksmith/coordinator.yaml"
    static let standardStateDirectory = "/var/lib/clocksmith/coordinator"

    public static let schema = ConfigurationSchema(
        [
            .int(
                "wake.lead_seconds", default: 15, in: 9...300,
                help: "Time between a wake's publication and its quarter hour"),
            .int(
                "wake.budget_seconds", default: 30, in: 6...600,
                help: "Time that a node may be busy with a wake; over 5 s more than the lead"),
            .int("history_days", default: 90, in: 1...3650, help: "Days of quarter hours and ledgers to keep"),
            .string(
                "store",
                help: "postgresql://HOST/NAME of the database that is the store; a file in the state folder unless set"),
            .string(
                "position",
                help: "Where the site is, for alarms by the sun: degrees north and east, such as \"52.52, 13.405\""),
            .string(
                "speech.command",
                help:
                    "Program that reads a text and writes it as a sound file; words apart by spaces, no shell; unless "
                    + "set, the engine of the rooms' own voice if this machine has it, else espeak-ng"),
            .bool(
                "home_assistant.enabled", default: false,
                help: "Publish rooms, alarms and timers for Home Assistant, by MQTT discovery"),
            .string(
                "home_assistant.prefix", default: HomeAssistantSettings.standardPrefix,
                help: "Home Assistant's discovery prefix, if it has another one"),
            .string(
                "home_assistant.since", default: HomeAssistantVersion.standard.description,
                help: "Home Assistant's version, such as 2024.3; messages omit everything that it would warn about"),
            .string(
                "voices_directory", default: "/usr/share/clocksmith/voices",
                help: "Folder of voice packs, which name the engines of voices"),
            .string(
                "notify.url",
                help:
                    "Address that gets messages to people, such as https://ntfy.example.org/my-clock; none are sent unless "
                    + "set"),
            .string(
                "notify.shape", default: NoticeShape.json.rawValue,
                help: "Format of the messages: json, ntfy or gotify; for gotify the address is the server's"),
            .string("notify.token_file", help: "File with the receiver's token, readable by this program's user only"),
            .int(
                "notify.offline_minutes", default: 30, in: 2...10_080,
                help: "Minutes for which a room is offline before a message says so"),
            .string("notify.quiet", help: "Period with messages about alarms and the store only, such as 22:00-06:30"),
            .string(
                "notify.check_at", default: "20:00",
                help: "Time of the check that the alarms of the night will ring, by the clock of the first room"),
        ] + ConfigurationSchema.broker + ConfigurationSchema.clientID
            + ConfigurationSchema.daemon(
                stateDirectory: standardStateDirectory,
                clock: [
                    .bool(
                        "clock.vouched", default: false,
                        help: "True if nodes may go by this machine's clock though no time service keeps it")
                ]) + ConfigurationSchema.log)

    var site: SiteID
    var broker: BrokerSettings
    /// The name under which the broker knows it.
    var clientID: String
    var lead: Duration
    var budget: Duration
    var retention: Duration
    var isClockVouched: Bool
    /// The address of a database; `nil` if the store is a file in the state folder.
    var store: String?
    var position: Position?
    /// `nil` to publish nothing for Home Assistant.
    var homeAssistant: HomeAssistantSettings?
    /// `nil` to send people no messages.
    var notices: NoticeSettings?
    /// The token of the messages' receiver; `nil` if it needs none.
    var noticeToken: String?
    /// The speech engine and its arguments, if one must speak everything.
    var speechCommand: String?
    var voicesDirectory: String
    var stateDirectory: String
    var clockOffset: Duration
    public let warnings: [String]

    /// - Throws: ``FatalError`` with the setting, its source and its rule.
    public init(_ values: ProgramConfiguration) throws(FatalError) {
        broker = try BrokerSettings(values)
        guard let site = SiteID(broker.site) else {
            throw FatalError(
                .configuration, "\(values.source(of: "site")): site \"\(broker.site)\" is not an id; use \(NodeID.rule)"
            )
        }
        self.site = site
        clientID = try broker.clientID(values) ?? "\(site)-coordinator"
        lead = .seconds(values.int("wake.lead_seconds"))
        budget = .seconds(values.int("wake.budget_seconds"))
        // A node that is woken later leaves before the quarter hour: the reserve, and a second for the way.
        let least = lead + CoordinatorSettings.reserve + .seconds(1)
        guard budget >= least else {
            throw FatalError(
                .configuration,
                "\(values.source(of: "wake.budget_seconds")): wake.budget_seconds \(budget.components.seconds) is too "
                    + "short for wake.lead_seconds \(lead.components.seconds): no node would ever speak; "
                    + "use \(least.components.seconds) or more")
        }
        retention = .hours(24 * values.int("history_days"))
        store = values.optionalString("store")
        if let store { try Self.check(store, values) }
        position = try values.optionalString("position").map { text throws(FatalError) in
            guard let position = Position(text) else {
                throw FatalError(
                    .configuration,
                    "\(values.source(of: "position")): position \"\(text.prefix(40))\" is not \(Position.rule)")
            }
            return position
        }
        isClockVouched = values.bool("clock.vouched")
        homeAssistant = try Self.homeAssistant(values)
        notices = try Self.notices(values)
        var secrets: [String] = []
        if notices != nil, let file = values.optionalString("notify.token_file") {
            let secret = try SecretFile.read(file, "notify.token_file", "the token", values)
            noticeToken = secret.text
            secrets = secret.warnings
        }
        if let address = notices?.address, noticeToken != nil, !address.isEncrypted, !address.isLoopback {
            secrets.append("the token of notify.token_file goes to \(address.host) unencrypted: use https://")
        }
        speechCommand = values.optionalString("speech.command")
        voicesDirectory = values.string("voices_directory")
        stateDirectory = values.string("state_directory")
        clockOffset = .seconds(values.double("clock.offset_seconds"))
        warnings =
            values.warnings + broker.warnings + secrets + FolderLock.warnings(stateDirectory)
    }

    /// Checks everything that would end a start with this configuration.
    ///
    /// - Throws: ``FatalError`` with the setting.
    public static func check(_ start: StartCheck) throws -> [String] {
        var start = start
        let values = start.settings
        let configuration = try CoordinatorConfiguration(values)
        configuration.warnings.forEach { start.warn($0) }
        try start.stateFolder(of: "clock-coordinator")
        try start.certificates("broker.tls")
        try start.folder("voices_directory")
        try start.program("speech.command")
        let folder = configuration.stateDirectory
        do throws(StoreError) {
            if let store = configuration.store {
                try PostgresStore.check(store, identityFile: StoreActions.databasePath(in: folder))
            } else if start.isChanged("state_directory"), access(StoreActions.path(in: folder), F_OK) == 0 {
                // As at a start. The folder has no owner yet, or the check above has refused it.
                try SQLiteStore(path: StoreActions.path(in: folder)).close()
            }
        } catch {
            let name = configuration.store == nil ? "state_directory" : "store"
            throw FatalError(error.exitCode, "\(values.source(of: name)): \(name): \(error.message)")
        }
        return start.warnings
    }

    private static func check(_ store: String, _ values: ProgramConfiguration) throws(FatalError) {
        let setting = "\(values.source(of: "store")): store"
        guard PostgresAddress.isMeant(by: store) else {
            throw FatalError(
                .configuration,
                "\(setting) \"\(store)\" is no postgresql:// address: use postgresql://HOST/NAME, or leave it out for a "
                    + "file in the state folder")
        }
        do throws(StoreError) { _ = try PostgresAddress(store) } catch {
            throw FatalError(.configuration, "\(setting): \(error.message)")
        }
    }

    private static func notices(_ values: ProgramConfiguration) throws(FatalError) -> NoticeSettings? {
        func refuse(_ key: String, _ text: String, _ rule: String) -> FatalError {
            FatalError(.configuration, "\(values.source(of: key)): \(key) \"\(text.prefix(80))\" is not \(rule)")
        }
        let shape = values.string("notify.shape")
        guard let shape = NoticeShape(rawValue: shape) else {
            throw refuse("notify.shape", shape, "json, ntfy or gotify")
        }
        let check = values.string("notify.check_at")
        guard let checkAt = LocalTime(hourAndMinute: check) else {
            throw refuse("notify.check_at", check, "a time like 20:00")
        }
        let period = values.optionalString("notify.quiet")
        let quiet = period.flatMap { QuietPeriod($0) }
        if let period, quiet == nil { throw refuse("notify.quiet", period, "a span like 22:00-06:30") }
        guard let url = values.optionalString("notify.url") else { return nil }
        guard let address = NoticeAddress(url) else {
            throw refuse(
                "notify.url", url,
                "an address like https://ntfy.example.org/my-clock, without user, query and fragment")
        }
        guard shape != .ntfy || address.path != "/" else {
            throw refuse("notify.url", url, "an address that ends in a topic, as ntfy needs")
        }
        return NoticeSettings(
            address: address, shape: shape, offline: .minutes(values.int("notify.offline_minutes")), quiet: quiet,
            checkAt: checkAt)
    }

    private static func homeAssistant(_ values: ProgramConfiguration) throws(FatalError) -> HomeAssistantSettings? {
        let prefix = values.string("home_assistant.prefix")
        guard HomeAssistantSettings.isPrefix(prefix) else {
            throw FatalError(
                .configuration,
                "\(values.source(of: "home_assistant.prefix")): home_assistant.prefix \"\(prefix)\" is not one level of a "
                    + "topic; use 1 to 64 of a-z, A-Z, 0-9, - and _, as in \(HomeAssistantSettings.standardPrefix)")
        }
        let version = values.string("home_assistant.since")
        guard let since = HomeAssistantVersion(version) else {
            throw FatalError(
                .configuration,
                "\(values.source(of: "home_assistant.since")): home_assistant.since \"\(version)\" is not a version of Home "
                    + "Assistant from 2024.3 on, such as \(HomeAssistantVersion.standard)")
        }
        return values.bool("home_assistant.enabled") ? HomeAssistantSettings(prefix: prefix, since: since) : nil
    }
}

internal import ArgumentParser
internal import ClockDomain

/// The options of an alarm, the same for adding and editing.
struct AlarmOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "On these: mon-fri, daily, mon,wed, every other friday, monthly on the 15th.", valueName: "days"),
        completion: SiteCompletion.days)
    var days: String?

    @Option(help: ArgumentHelp("Once, on this date: 2026-12-24, tomorrow.", valueName: "date"))
    var date: String?

    @Flag(help: "Once, the next time it is that time.")
    var once = false

    @Option(help: ArgumentHelp("What people call it, 0 to 64 characters.", valueName: "text"))
    var label: String?

    @Option(
        name: [.customLong("room"), .customLong("node")], parsing: .upToNextOption,
        help: ArgumentHelp("Where it rings: rooms and groups, up to the next option.", valueName: "room"),
        completion: NodeCompletion.kind)
    var node: [String] = []

    @Option(
        parsing: .upToNextOption, help: ArgumentHelp("Where it rings: groups alone.", valueName: "group"),
        completion: SiteCompletion.groups)
    var group: [String] = []

    @Option(
        help: ArgumentHelp("Zone of its time, such as Europe/Berlin; node: the node's own.", valueName: "zone"),
        completion: SiteCompletion.zones)
    var zone: String?

    @Option(
        help: ArgumentHelp(
            "harp, bells, marimba, beeps, buzzer, siren, spoken (says the label), or a file in the node's sounds folder.",
            valueName: "name"),
        completion: SoundNames.completion)
    var sound: String?

    @Option(help: ArgumentHelp("Its own volume, 0-100; node: the node's.", valueName: "percent"))
    var volume: String?

    @Option(help: ArgumentHelp("Rise from quiet over this time, up to 15m; 0 for none.", valueName: "time"))
    var ramp: String?

    @Option(
        help: ArgumentHelp(
            "A bell: its sound is played so often, 1 to 20, and is over by itself; off rings until somebody stops it.",
            valueName: "count"))
    var plays: String?

    @Flag(inversion: .prefixedNo, help: "Say the label and the time while it rings.")
    var speak: Bool?

    @Option(help: ArgumentHelp("How long a snooze is, 1m to 60m, or off; 9m unless set.", valueName: "time"))
    var snooze: String?

    @Option(
        help: ArgumentHelp("It stops by itself after ringing so long, 1m to 3h; 10m unless set.", valueName: "time"))
    var limit: String?

    @Option(
        help: ArgumentHelp(
            "Whether people get a message when nobody stops it: tell, or ignore; tell unless set.", valueName: "word"),
        completion: .list(["tell", "ignore"]))
    var unanswered: String?

    @Option(
        help: ArgumentHelp(
            "How late it may begin to ring, 1m to 24h, or report for never; 30m unless set.", valueName: "time"))
    var misfire: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Not on the days of these holiday calendars; none for all days.", valueName: "name"),
        completion: SiteCompletion.calendars)
    var holidays: [String] = []

    @Option(
        help: ArgumentHelp(
            "Not on these days: 2026-12-24..2026-12-26; several with commas between; none takes them back.",
            valueName: "dates"))
    var except: [String] = []
}

/// Words of the options for the way in which something rings.
enum RingOptionWords {
    /// The sounds that need no file in the room's sounds folder.
    static let sounds = AlarmSound.allCases.map(\.rawValue) + [SpokenText.name]
}

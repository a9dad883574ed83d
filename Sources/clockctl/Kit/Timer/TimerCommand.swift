internal import ArgumentParser
internal import ClockDomain
internal import ClockInput
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct TimerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timer",
        abstract: "Count down, several at once, and ring.",
        discussion: """
            A timer counts on its nodes, so it rings there also when the coordinator or the network has gone.

            Examples:
              clockctl timer start 10m pasta --room kitchen
              clockctl timer list
              clockctl timer stop pasta
            """,
        subcommands: [
            TimerStartCommand.self, TimerListCommand.self, TimerActionCommand<PauseTimer>.self,
            TimerActionCommand<ResumeTimer>.self, TimerAddCommand.self, TimerActionCommand<CancelTimer>.self,
            TimerStopCommand.self,
        ])
}

struct TimerStartCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Start a timer.",
        usage: "clockctl timer start <time> [<name>] --room <room> … [<options>]",
        discussion: """
            TIME is 10m, 1h30m, 90s, 25:00 (minutes and seconds), 1:30:00, "an hour and a half", or 10 for ten minutes; at most \
            99:59:59. What comes after it is the name.

            Examples:
              clockctl timer start 10m pasta --room kitchen
              clockctl timer start 30 seconds --room kitchen
              clockctl timer start an hour and a half roast --room kitchen
              clockctl timer start 25:00 --room office --sound harp
              clockctl timer start 12m "The eggs are ready" --room kitchen --sound spoken
              clockctl timer start 1h30m "leave for the train" --room upstairs --volume 80
              clockctl timer start 30m pasta --room kitchen --speak
            """)

    @Argument(help: ArgumentHelp("How long, and then what people call it, up to 64 characters.", valueName: "words"))
    var words: [String] = []

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
        help: ArgumentHelp(
            "harp, bells, marimba, beeps (unless set), buzzer, siren, spoken (says the name), or a file in the node's sounds folder.",
            valueName: "name"),
        completion: SoundNames.completion)
    var sound: String?

    @Option(help: ArgumentHelp("Its own volume, 0-100; the node's unless set.", valueName: "percent"))
    var volume: String?

    @Option(
        help: ArgumentHelp("It stops by itself after ringing so long, 1m to 3h; 10m unless set.", valueName: "time"))
    var limit: String?

    @Flag(help: "It says how long is left: at half of it, and 10, 5 and 1 minutes before it rings.")
    var speak = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        _ = try readingLine { () throws(FatalError) in try parsed() }
    }

    private struct Parsed {
        var seconds: Int
        var name: String
        var rooms: [String]
        var groups: [GroupID]
        var ring: RingStyle
    }

    private func parsed() throws(FatalError) -> Parsed {
        var (words, rooms) = (words, node)
        // Time and name may stand behind --room, which takes all words up to the next option.
        if words.isEmpty {
            for place in rooms.indices {
                let behind = Array(rooms[place...])
                guard try Self.split(behind) != nil else { continue }
                (words, rooms) = (behind, Array(rooms[..<place]))
                break
            }
        }
        guard let first = words.first else {
            throw FatalError(.usage, "how long? Say a time: clockctl timer start 10m --room kitchen")
        }
        guard let (seconds, rest) = try Self.split(words) else {
            // The refusal lists the permitted forms.
            _ = try InputWords.seconds(first, "<time>", in: Self.range)
            throw FatalError(.usage, "<time>: \"\(words.joined(separator: " ").prefix(40))\" has no time")
        }
        let name = rest.joined(separator: " ")
        guard Label.isValid(name) else { throw FatalError(.usage, "a timer's name is \(Label.rule)") }
        guard !speak || !CountdownTimer.spokenPoints(of: seconds).isEmpty else {
            throw FatalError(.usage, "--speak: a timer below two minutes says nothing before it rings")
        }
        var ring = RingStyle.timer
        if let sound { ring.sound = try InputWords.sound(sound, "--sound") }
        if let volume { ring.volume = try InputWords.volume(volume, "--volume") }
        if let limit { ring.limitMinutes = try InputWords.minutes(limit, "--limit", in: RingStyle.limitRange) }
        let groups = try NodeWords.names(group).map { name throws(FatalError) in
            try InputWords.group(name, "--group")
        }
        return Parsed(seconds: seconds, name: name, rooms: NodeWords.names(rooms), groups: groups, ring: ring)
    }

    private static func split(_ words: [String]) throws(FatalError) -> (seconds: Int, rest: [String])? {
        try InputWords.read("<time>") { () throws(InputError) in try DurationInput.first(of: words, in: range) }
    }

    private static let range = 1...CountdownTimer.maximumSeconds

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let asked = try parsed()
        let ring = asked.ring
        let names = NodeNames(link: link)
        let isPlaced = !asked.rooms.isEmpty || !asked.groups.isEmpty
        let rooms = isPlaced ? asked.rooms : try names.standard(AlarmMaker.noPlace)
        let targets = try names.targets(rooms, groups: asked.groups)
        if !RingOptionWords.sounds.contains(ring.sound) {
            let nodes = targets.groups.isEmpty ? targets.nodes : try link.definitions().nodes(of: targets)
            try SoundNames(link: link, console: console).check(ring.sound, on: nodes)
        }
        let result = try names.explainingUnknown(targets.nodes) {
            try link.change([
                .startTimer(name: asked.name, seconds: asked.seconds, targets: targets, ring: ring, speaks: speak)
            ])
        }
        let lines = result.events.compactMap { event -> StyledText? in
            guard case .timer(let definition) = event.new else { return nil }
            return TimerSentence.counting(definition, words: console.words(at: event.at))
        }
        try teller(link, console).report(result, lines)
        guard speak else { return }
        for status in try link.status().result.nodes where result.nodes.contains(where: { $0.node == status.id }) {
            guard let voice = status.voice, !voice.saysDurations else { continue }
            console.warn(
                "\(status.id) says nothing before the timer rings: its voice \(voice.name) has no clips for durations")
        }
    }
}

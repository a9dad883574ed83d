internal import ArgumentParser
internal import ClockConnection
internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// Begins, shows and ends an emergency. It reaches the rooms by way of the broker, so it works while the coordinator is
/// down.
struct EmergencyCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "emergency",
        abstract: "Alert rooms over everything else, until somebody ends it.",
        usage: """
            clockctl emergency <text> [--sound <sound>] [--room <room> …] [--group <group>] [--drill] [--json] [<connection options>]
            clockctl emergency --sound <sound> [<options>]
            clockctl emergency end
            clockctl emergency
            """,
        discussion: """
            Every room sounds a siren at once, and says TEXT after it in each round as soon as the coordinator has had \
            it spoken. It goes on over alarms, quarter hours, quiet hours and mute, at 90 % or louder, also in rooms \
            that start or connect later, with the coordinator down and without a trusted clock. clockctl emergency end \
            ends it everywhere; after 30 minutes it is over by itself. A second emergency takes the place of the first.

            With --drill each room says before and after the text that this is a drill, in English or German as its \
            voice does. Without a text it shows the emergency that is on, silent rooms first. The command waits for \
            the rooms' answers, and ends with 75 where a room is silent, or has not confirmed the end.

            Examples:
              clockctl emergency "Leave the building by the nearest exit"
              clockctl emergency "Stay in your rooms" --group upstairs
              clockctl emergency --sound siren --drill
              clockctl emergency
              clockctl emergency end
            """)

    @Argument(help: ArgumentHelp("A sentence, or the word end.", valueName: "text"))
    var words: [String] = []

    @Option(help: ArgumentHelp("\(Self.sounds).", valueName: "sound"))
    var sound: String?

    @OptionGroup var rooms: RoomOptions

    @Option(
        help: ArgumentHelp("All rooms of a group; all rooms unless set.", valueName: "group"),
        completion: SiteCompletion.groups)
    var group: [String] = []

    @Flag(help: "Every room, as without a place.")
    var all = false

    @Flag(help: "Say before and after each text that this is a drill.")
    var drill = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    private static let sounds = AlarmSound.allCases.map(\.rawValue).joined(separator: ", ")

    private enum Act {
        case show
        case begin(AlarmSound, String?)
        case end

        var isBegin: Bool { if case .begin = self { true } else { false } }
    }

    private func act() throws(FatalError) -> Act {
        let text = words.joined(separator: " ")
        if text == "end" { return .end }
        if text.isEmpty, sound == nil, !drill { return .show }
        // Nobody alerts a building by mistyping a command.
        guard text.isEmpty || text.contains(" ") else {
            throw FatalError(
                .usage, "\"\(text.prefix(40))\" is one word; say a sentence, or end it: clockctl emergency end")
        }
        guard let sound = AlarmSound(rawValue: sound ?? AlarmSound.siren.rawValue) else {
            throw FatalError(.usage, "--sound \(sound ?? "") is none of \(Self.sounds)")
        }
        let said = drill ? DrillWords.around(text) : text
        guard said.isEmpty || Emergency.isText(said) else {
            throw FatalError(
                .usage,
                "a text of \(said.count) characters cannot be said; use \(Emergency.textRule)")
        }
        return .begin(sound, said.isEmpty ? nil : said)
    }

    func validate() throws {
        _ = try readingLine { () throws(FatalError) in try act() }
    }

    func run(on console: Console) async throws {
        let settings = try connection.settings(environment: console.environment)
        settings.warnings.forEach(console.warn)
        let link = try CoordinatorLink(
            settings, timeout: connection.timeout(standard: .seconds(10)), following: .emergency)
        do {
            try await run(on: console, link, by: settings.person ?? "clockctl")
        } catch {
            await link.close()
            throw error
        }
        await link.close()
    }

    private func run(on console: Console, _ link: CoordinatorLink, by person: String) async throws {
        let act = try act()
        // A broker need not keep words of rooms for wildcards, nor a cluster those of another member.
        let isBlind = try link.awaitNodes().isEmpty
        // Nobody waits for a list of rooms to be alerted.
        if isBlind, !act.isBegin { _ = link.nodesWithRings() }
        let state = link.state()
        let site = SiteEmergency(state.emergency, state.nodes)
        let word = Emergency.Word(after: site.lastWord, now: Clocks.wall(), by: person)
        switch act {
        case .show: try report(site, on: console)
        case .begin(let sound, let text):
            let emergency = Emergency(
                id: "e" + String(UInt64.random(in: .min ... .max), radix: 36), begun: word, sound: sound, text: text,
                nodes: try places(link))
            try await publish(emergency, link)
            if isBlind { _ = link.nodesWithRings() }
            try report(try wait(link, for: emergency), on: console)
        case .end:
            guard var emergency = site.ongoing else { return console.write([StyledText("no emergency is on")]) }
            emergency.ended = word
            try await publish(emergency, link)
            try report(try wait(link, for: emergency), on: console)
        }
    }

    /// Empty for all rooms.
    private func places(_ link: CoordinatorLink) throws -> [NodeID] {
        let names = NodeWords.names(rooms.room) + NodeWords.names(group)
        guard !all, !names.isEmpty, names != ["all"] else { return [] }
        return try NodeNames(link: link).identify(names)
    }

    private func publish(_ emergency: Emergency, _ link: CoordinatorLink) async throws {
        do {
            try await link.publish(
                MQTTMessage(
                    topic: link.topics.emergency, payload: WireCodec.encode(emergency), emergency.delivery))
        } catch let error as FatalError where error.exitCode == .noPermission {
            let what = emergency.ended == nil ? "no room was alerted" : "the emergency goes on"
            throw FatalError(.noPermission, "\(what): \(error.message)")
        }
    }

    /// Waits until the rooms that are online have obeyed, at most for the link's time-out.
    private func wait(_ link: CoordinatorLink, for emergency: Emergency) throws -> SiteEmergency {
        let deadline = Clocks.boot() + link.timeout
        while true {
            let state = link.state()
            let site = SiteEmergency(emergency, state.nodes)
            if site.isSettled || Clocks.boot() >= deadline { return site }
            if let failure = LinkFailure.failure(of: state, settings: link.settings) { throw failure }
            Clocks.wait(for: [link.descriptor], until: deadline)
        }
    }

    private func report(_ site: SiteEmergency, on console: Console) throws {
        if output.json {
            console.write(JSONOutput.text(site))
        } else {
            console.write(site.lines(TimeWords(zone: console.zones.local, now: Clocks.wall())))
        }
        guard !site.rooms.isEmpty || site.emergency.map({ $0.ended != nil }) ?? true else {
            throw FatalError(.temporaryFailure, "the broker shows no room, so nobody knows whether it is heard")
        }
        let open = site.silent.map(\.node.rawValue)
        guard open.isEmpty else {
            let what = site.emergency?.ended == nil ? "silent in" : "the end is not confirmed by"
            let hint =
                site.isUnheard
                ? "; no room answers: do the broker's access rules let rooms read the topic emergency, as those in "
                    + "deploy/mosquitto/acl do?" : ""
            throw FatalError(.temporaryFailure, "\(what) \(open.joined(separator: ", "))\(hint)")
        }
    }
}

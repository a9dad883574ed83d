internal import ArgumentParser
internal import ClockDomain
internal import ClockInput
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// A command that silences rings. It reaches the nodes by way of the broker, not the coordinator, so it works while
/// that is down; with `--local` it asks the node of this machine, while both are.
protocol RingCommand: ClockctlCommand {
    var local: LocalOptions { get }
    var connection: ConnectionOptions { get }
    var output: OutputOptions { get }
    static var kind: RingAction.Kind { get }
    /// The length of a snooze as typed; `nil` for each ring's own.
    var minutes: Int? { get throws }
    /// The command as typed.
    static var command: String { get }

    /// Returns the rings that the command line selects.
    ///
    /// - Parameters:
    ///   - nodes: the nodes' own reports.
    ///   - rooms: returns the nodes behind a room's or a group's name.
    func choose(
        _ ringing: [RingingOccurrence], _ nodes: [NodeID: NodeWord], rooms: (String) -> [NodeID]
    ) throws -> [RingingOccurrence]
}

extension RingCommand {
    func run(on console: Console) async throws {
        if let path = try local.path() { return try runLocally(on: console, path) }
        let settings = try connection.settings(environment: console.environment)
        settings.warnings.forEach(console.warn)
        let link = try CoordinatorLink(settings, timeout: connection.timeout(standard: .seconds(5)), following: .nodes)
        do {
            try await run(on: console, link, settings)
        } catch let error as FatalError where error.exitCode == .unavailable {
            await link.close()
            try withoutBroker(error, on: console)
        } catch {
            await link.close()
            throw error
        }
        await link.close()
    }

    /// Does what can be done here while the broker is out of reach: the rooms of other machines ring on.
    ///
    /// - Throws: ``FatalError`` that tells so, always.
    private func withoutBroker(_ error: FatalError, on console: Console) throws {
        let sockets = LocalOptions.sockets()
        if let socket = sockets.first, sockets.count == 1 {
            try runLocally(on: console, socket)
            throw FatalError(.unavailable, "\(error.message); only the room of this machine was asked, others ring on")
        }
        let here = sockets.isEmpty ? "--local" : sockets.map { "--socket \($0)" }.joined(separator: ", ")
        throw FatalError(
            .unavailable,
            "\(error.message); the rooms ring on: press a room's button, or run on its machine: \(Self.command) \(here)"
        )
    }

    /// Runs without broker and coordinator, in the room of this machine.
    private func runLocally(on console: Console, _ path: String) throws {
        let link = LocalLink(path: path, timeout: connection.timeout(standard: .seconds(5)))
        var state = try link.ask(LocalRequest(action: .status))
        func nodes() -> [NodeID: NodeWord] { [state.node: NodeWord(availability: .online, reported: state.reported)] }
        let chosen = try choose(RingingOccurrence.all(nodes()), nodes()) { _ in [] }
        let by = connection.name ?? RingSilencer.asker(environment: console.environment)
        let action: LocalRequest.Action =
            switch Self.kind {
            case .stop: .stop
            case .snooze: .snooze
            }
        let minutes = try minutes
        for ringing in chosen {
            state = try link.ask(
                LocalRequest(action: action, source: ringing.occurrence.source, by: by, minutes: minutes))
        }
        try report(chosen.map { RingSilencer.outcome(of: $0, Self.kind, nodes()) }, on: console)
        if !chosen.isEmpty, !state.isConnected {
            console.warn("the broker cannot be reached; other rooms hear of it when it is back")
        }
    }

    private func run(on console: Console, _ link: CoordinatorLink, _ settings: ConnectionSettings) async throws {
        _ = try link.awaitNodes()
        let nodes = link.nodesWithRings()
        guard !nodes.isEmpty else {
            throw FatalError(
                .badData,
                "no node of site \(settings.site) has ever been on \(settings.endpoint): is the site's name right?")
        }
        let chosen = try choose(RingingOccurrence.all(nodes), nodes) { word in
            // If the coordinator does not answer, or knows no such room, the word names nothing that rings.
            (try? NodeNames(link: link).identify([word])) ?? []
        }
        let silencer = RingSilencer(
            link: link, kind: Self.kind, by: settings.person ?? "clockctl", minutes: try minutes)
        try report(try await silencer.act(on: chosen), on: console)
    }

    private func report(_ outcomes: [RingSilencer.Outcome], on console: Console) throws {
        if output.json {
            console.write(JSONOutput.text(RingDocument(Self.kind, outcomes)))
        } else if outcomes.isEmpty {
            console.write([StyledText("nothing rings")])
        } else {
            let words = console.words(at: Clocks.wall())
            console.write(RingView(kind: Self.kind, outcomes: outcomes, words: words).lines())
        }
        let open = outcomes.flatMap { outcome in outcome.rooms.filter { !$0.isConfirmed }.map(\.node.rawValue) }
        guard open.isEmpty else {
            throw FatalError(.temporaryFailure, "not confirmed by \(Set(open).sorted().joined(separator: ", "))")
        }
    }
}

/// The words of a command that stops or snoozes alarms and timers alike.
protocol SilenceWords: Sendable {
    static var configuration: CommandConfiguration { get }
    static var kind: RingAction.Kind { get }
    static var command: String { get }
    /// The help of `--all`.
    static var all: String { get }
    /// True when a command line without a word is for everything that rings.
    static var isForAll: Bool { get }
}

typealias StopCommand = SilenceCommand<StopWords>
typealias SnoozeCommand = SilenceCommand<SnoozeWords>
typealias AlarmStopCommand = SilenceCommand<AlarmStopWords>
typealias AlarmSnoozeCommand = SilenceCommand<AlarmSnoozeWords>

struct SilenceCommand<Words: SilenceWords>: RingCommand {
    static var configuration: CommandConfiguration { Words.configuration }
    static var kind: RingAction.Kind { Words.kind }
    static var command: String { Words.command }

    @Argument(
        help: ArgumentHelp("Alarms, timers, labels, rooms and groups.", valueName: "what"),
        completion: SiteCompletion.rings)
    var what: [String] = []

    @Flag(help: ArgumentHelp("\(Words.all)", visibility: Words.isForAll ? .hidden : .default))
    var all = false

    @OptionGroup var local: LocalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    /// The typed words: the names, and the length of a snooze before or behind them.
    private var typed: (names: [String], minutes: Int?) {
        get throws(FatalError) {
            guard Self.kind == .snooze else { return (what, nil) }
            let range = RingAction.minutesRange
            if let last = DurationInput.last(of: what) {
                return (last.before, try InputWords.minutes(last.text, "<length>", in: range))
            }
            let first = try InputWords.read("<length>") { () throws(InputError) in
                try DurationInput.first(of: what, in: range.lowerBound * 60...range.upperBound * 60)
            }
            guard let first else { return (what, nil) }
            return (first.rest, try InputWords.minutes("\(first.seconds)s", "<length>", in: range))
        }
    }

    var minutes: Int? { get throws { try typed.minutes } }

    private func target() throws(FatalError) -> (target: RingTarget, isForAll: Bool) {
        let names = try typed.names
        let isForAll = all || Words.isForAll && names.isEmpty
        return (try RingTarget(names, all: isForAll), isForAll)
    }

    func validate() throws { _ = try readingLine { () throws(FatalError) in try target() } }

    func choose(
        _ ringing: [RingingOccurrence], _ nodes: [NodeID: NodeWord], rooms: (String) -> [NodeID]
    ) throws -> [RingingOccurrence] {
        let (target, isForAll) = try target()
        let command = local.typed(Self.command)
        switch Self.kind {
        case .stop: return try target.choose(ringing, command: command, rooms: rooms)
        case .snooze:
            // Without a word it selects only loud rings; a word for a ring that is snoozed already gets an answer.
            let isNamed = if case .named = target { true } else { false }
            let chosen = try target.choose(
                isNamed ? ringing : ringing.filter(\.isRinging), command: command, rooms: rooms)
            return isForAll ? chosen.filter { $0.snoozeMinutes > 0 } : try snoozable(chosen)
        }
    }

    /// - Throws: ``FatalError`` for one that is snoozed already, or cannot be.
    private func snoozable(_ chosen: [RingingOccurrence]) throws -> [RingingOccurrence] {
        let loud = chosen.filter(\.isRinging)
        if loud.isEmpty, let snoozed = chosen.first {
            throw FatalError(
                .badData,
                "\(snoozed.name) is snoozed already; clockctl alarm stop \(snoozed.occurrence.source) ends it for good")
        }
        for ringing in loud where ringing.snoozeMinutes == 0 {
            throw FatalError(
                .badData,
                "\(ringing.name) cannot be snoozed; stop it: clockctl alarm stop \(ringing.occurrence.source)")
        }
        return loud
    }
}

enum StopWords: SilenceWords {
    static let kind = RingAction.Kind.stop
    static let command = "clockctl stop"
    static let all = AlarmStopWords.all
    static let isForAll = true
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Stop everything that rings or is snoozed.",
        usage: "clockctl stop [<what> …] [--local] [--json] [<connection options>]",
        discussion: """
            WHAT names alarms, timers, labels, rooms or groups; without it everything is silenced. The rooms are asked \
            directly, so it works while the coordinator is down. While the broker is out of reach, it silences the room \
            of this machine, says that the others ring on, and ends with 69.

            Examples:
              clockctl stop
              clockctl stop bedroom
            """)
}

enum SnoozeWords: SilenceWords {
    static let kind = RingAction.Kind.snooze
    static let command = "clockctl snooze"
    static let all = AlarmSnoozeWords.all
    static let isForAll = true
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Snooze everything that rings and can be snoozed.",
        usage: "clockctl snooze [<what> …] [<length>] [--local] [--json] [<connection options>]",
        discussion: """
            It reaches the rooms as clockctl stop does. Each rings again after LENGTH, 1m to 60m, or its alarm's own \
            snooze time.

            Examples:
              clockctl snooze
              clockctl snooze 5m
              clockctl snooze bedroom 20 min
            """)
}

enum AlarmStopWords: SilenceWords {
    static let kind = RingAction.Kind.stop
    static let command = "clockctl alarm stop"
    static let all = "Everything that rings or is snoozed."
    static let isForAll = false
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Stop what rings or is snoozed, in all its rooms.",
        usage: "clockctl alarm stop [<what> … | --all] [--local] [--json] [<connection options>]",
        discussion: """
            WHAT is an alarm, a timer, a label, or a room or group: then all that rings there. It can be left out when only one \
            thing rings. The word goes to the rooms directly, so it works while the coordinator is down. The command \
            waits until the rooms have confirmed, says which have not, and then ends with 75.

            With --local it asks the node of this machine, also while the broker is down. Other rooms hear of it by \
            the broker, at once or when that is back.

            Examples:
              clockctl alarm stop
              clockctl alarm stop a3
              clockctl alarm stop a3 bedroom
              clockctl alarm stop --all
              clockctl alarm stop --local
            """)
}

enum AlarmSnoozeWords: SilenceWords {
    static let kind = RingAction.Kind.snooze
    static let command = "clockctl alarm snooze"
    static let all = "Everything that rings and can be snoozed."
    static let isForAll = false
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Snooze what rings, in all its rooms.",
        usage: "clockctl alarm snooze [<what> … | --all] [<length>] [--local] [--json] [<connection options>]",
        discussion: """
            It rings again after LENGTH, 1m to 60m, or the alarm's own snooze time, in all rooms at once. clockctl alarm \
            stop ends a snooze for good.

            Examples:
              clockctl alarm snooze
              clockctl alarm snooze a3 15m
              clockctl alarm snooze bedroom
            """)
}

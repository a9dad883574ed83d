internal import ArgumentParser
internal import ClockDomain
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
        } catch let error as FatalError where error.exitCode == .unavailable && !LocalOptions.sockets().isEmpty {
            await link.close()
            throw FatalError(
                .unavailable,
                "\(error.message); the node of this machine is asked without the broker by \(Self.command) --local")
        } catch {
            await link.close()
            throw error
        }
        await link.close()
    }

    /// Runs without broker and coordinator, in the room of this machine.
    private func runLocally(on console: Console, _ path: String) throws {
        let link = LocalLink(path: path, timeout: connection.timeout(standard: .seconds(5)))
        var state = try link.ask(LocalRequest(action: .status))
        func nodes() -> [NodeID: NodeWord] {
            [state.node: NodeWord(availability: .online, reported: state.reported)]
        }
        let chosen = try choose(RingingOccurrence.all(nodes()), nodes()) { _ in [] }
        let by = connection.name ?? RingSilencer.asker(environment: console.environment)
        let action: LocalRequest.Action =
            switch Self.kind {
            case .stop: .stop
            case .snooze: .snooze
            }
        for ringing in chosen {
            state = try link.ask(LocalRequest(action: action, source: ringing.occurrence.source, by: by))
        }
        try tell(chosen.map { RingSilencer.outcome(of: $0, Self.kind, nodes()) }, on: console)
        if !chosen.isEmpty, !state.isConnected {
            console.warn("the broker cannot be reached; other rooms hear of it when it is back")
        }
    }

    private func run(on console: Console, _ link: CoordinatorLink, _ settings: ConnectionSettings) async throws {
        var nodes = try link.awaitNodes()
        if RingingOccurrence.all(nodes).isEmpty { nodes = link.nodesByCoordinator() }
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
            link: link, kind: Self.kind, by: settings.person ?? "clockctl")
        try tell(try await silencer.act(on: chosen), on: console)
    }

    private func tell(_ outcomes: [RingSilencer.Outcome], on console: Console) throws {
        if output.json {
            console.write(JSONOutput.text(RingDocument(Self.kind, outcomes)))
        } else if outcomes.isEmpty {
            console.write([StyledText("nothing rings")])
        } else {
            let words = TimeWords(zone: console.zones.local, now: Clocks.wall())
            console.write(RingView(kind: Self.kind, outcomes: outcomes, words: words).lines())
        }
        let open = outcomes.flatMap { outcome in outcome.rooms.filter { !$0.isConfirmed }.map(\.node.rawValue) }
        guard open.isEmpty else {
            throw FatalError(
                .temporaryFailure, "not confirmed by \(Set(open).sorted().joined(separator: ", "))")
        }
    }
}

struct AlarmStopCommand: RingCommand {
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

    static let kind = RingAction.Kind.stop
    static let command = "clockctl alarm stop"

    @Argument(
        help: ArgumentHelp("Alarms, timers, labels, rooms and groups.", valueName: "what"),
        completion: SiteCompletion.rings)
    var what: [String] = []

    @Flag(help: "Everything that rings or is snoozed.")
    var all = false

    @OptionGroup var local: LocalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        _ = try readingLine { () throws(FatalError) in try RingTarget(what, all: all) }
    }

    func choose(
        _ ringing: [RingingOccurrence], _ nodes: [NodeID: NodeWord], rooms: (String) -> [NodeID]
    ) throws -> [RingingOccurrence] {
        try RingTarget(what, all: all).choose(ringing, command: local.typed(Self.command), rooms: rooms)
    }
}

struct AlarmSnoozeCommand: RingCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Snooze what rings, in all its rooms.",
        usage: "clockctl alarm snooze [<what> … | --all] [--local] [--json] [<connection options>]",
        discussion: """
            It rings again after the alarm's own snooze time, in all rooms at once. clockctl alarm stop ends a snooze \
            for good.

            Examples:
              clockctl alarm snooze
              clockctl alarm snooze bedroom
            """)

    static let kind = RingAction.Kind.snooze
    static let command = "clockctl alarm snooze"

    @Argument(
        help: ArgumentHelp("Alarms, timers, labels, rooms and groups.", valueName: "what"),
        completion: SiteCompletion.rings)
    var what: [String] = []

    @Flag(help: "Everything that rings and can be snoozed.")
    var all = false

    @OptionGroup var local: LocalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        _ = try readingLine { () throws(FatalError) in try RingTarget(what, all: all) }
    }

    func choose(
        _ ringing: [RingingOccurrence], _ nodes: [NodeID: NodeWord], rooms: (String) -> [NodeID]
    ) throws -> [RingingOccurrence] {
        let target = try RingTarget(what, all: all)
        // Without a word it selects only loud rings; a word for a ring that is snoozed already gets an answer.
        let chosen = try target.choose(
            what.isEmpty ? ringing.filter(\.isRinging) : ringing, command: local.typed(Self.command), rooms: rooms)
        if all { return chosen.filter { $0.snoozeMinutes > 0 } }
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

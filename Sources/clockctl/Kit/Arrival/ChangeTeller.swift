internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// Prints the effects of a change, and the rooms that have it.
///
/// An answered change is committed at the coordinator, and on its way to the rooms. Each node then reports the revision
/// that it applies, once that is on its disk.
struct ChangeTeller {
    let link: CoordinatorLink
    let console: Console
    let json: Bool
    /// Time to wait for every room; `nil` when nobody asked for that.
    let patience: Duration?

    /// A room that is online takes some milliseconds; unasked, clockctl waits no longer than this.
    private static let courtesy: Duration = .seconds(2)
    private static let standardPatience: Duration = .seconds(60)
    private static let firstPause: Duration = .milliseconds(20)
    private static let longestPause: Duration = .seconds(1)

    init(
        _ link: CoordinatorLink, _ console: Console, json: Bool = false, waiting: WaitOptions,
        connection: ConnectionOptions
    ) {
        (self.link, self.console, self.json) = (link, console, json)
        patience = waiting.wait ? connection.timeout(standard: Self.standardPatience) : nil
    }

    /// Prints the results for alarms, timers, groups and holidays.
    ///
    /// - Parameter lines: the same, for people.
    /// - Throws: ``FatalError`` when somebody asked to wait and not every room has it.
    func report(_ result: ChangeResult, _ lines: [StyledText]) throws {
        try report(result, reaching: result.nodes, lines)
        SpokenArrival(link: link, console: console).wait(for: result)
    }

    /// Prints the results for nodes' settings.
    ///
    /// - Throws: as ``report(_:_:)``.
    func report(_ result: SetResult, _ lines: [StyledText]) throws {
        let nodes = result.nodes.map { DocumentRevision(node: $0.node, revision: $0.revision) }
        try report(result, reaching: nodes, lines)
    }

    private func report(_ result: some Encodable, reaching nodes: [DocumentRevision], _ lines: [StyledText]) throws {
        if !json { console.write(lines) }
        var view = view([], at: Clocks.wall())
        do {
            if !nodes.isEmpty { view = try arrivals(of: nodes) }
        } catch  where patience == nil {
            // The coordinator has made the change itself.
            console.warn("cannot tell which rooms have it: \(error)")
        }
        if json {
            console.write(JSONOutput.text(ChangeDocument(result: result, arrival: view.rooms)))
        } else {
            console.write(view.lines())
        }
        guard patience != nil, !view.rooms.allSatisfy({ $0.state == .onDisk }) else { return }
        throw FatalError(.temporaryFailure, "the change is stored, and not in every room yet: \(view.missing())")
    }

    private func view(_ rooms: [RoomArrival], at now: WallTime) -> ArrivalView {
        ArrivalView(rooms: rooms, words: console.words(at: now))
    }

    /// Polls until every room has it, or the time is up. Leaves out a node that somebody forgets meanwhile.
    private func arrivals(of nodes: [DocumentRevision]) throws -> ArrivalView {
        let deadline = Clocks.boot() + (patience ?? Self.courtesy)
        var progress = WaitProgress(console: console)
        defer { progress.finish() }
        var pause = Self.firstPause
        while true {
            let status = try link.status().result
            let known = Dictionary(status.nodes.map { ($0.id, $0) }) { first, _ in first }
            let rooms = nodes.compactMap { node in known[node.node].map { RoomArrival($0, revision: node.revision) } }
            let isSettled = rooms.allSatisfy { $0.state == .onDisk || patience == nil && $0.state != .underWay }
            let view = view(rooms, at: status.now)
            guard !isSettled, Clocks.boot() < deadline else { return view }
            if patience != nil { progress.show(view, left: deadline - Clocks.boot()) }
            Clocks.wait(for: [], until: min(deadline, Clocks.boot() + pause))
            pause = min(pause + pause, Self.longestPause)
        }
    }
}

/// The `--json` output of a change: its answer, and the rooms that have it.
private struct ChangeDocument<Result: Encodable>: Encodable {
    var result: Result
    var arrival: [RoomArrival]

    enum CodingKeys: String, CodingKey {
        case arrival
    }

    func encode(to encoder: any Encoder) throws {
        try result.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(arrival, forKey: .arrival)
    }
}

/// A line for someone who waits for rooms.
private struct WaitProgress {
    let console: Console
    private var isShown = false

    init(console: Console) { self.console = console }

    mutating func show(_ view: ArrivalView, left: Duration) {
        guard console.canAsk else { return }
        isShown = true
        console.writeError(
            "\r\u{1B}[Kwaiting for \(view.missing().withoutControlCharacters), \(TimeWords.span(left)) left")
    }

    func finish() {
        if isShown { console.writeError("\r\u{1B}[K") }
    }
}

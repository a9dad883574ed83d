internal import ClockDomain
internal import ClockSite
package import ClockWire

/// Prints the outcome of a sound for a person, node by node, as the reports arrive.
package struct PlayFollower {
    package let sender: SoundSender
    package let console: Console
    package let json: Bool

    package init(sender: SoundSender, console: Console, json: Bool) {
        self.sender = sender
        self.console = console
        self.json = json
    }

    /// Longest time before a sound for which we wait; later sounds appear only in the history.
    private static let patience: Duration = .seconds(60)
    /// Longest time for a node to report that it has a sound, when we wait for no more than that.
    private static let readiness: Duration = .seconds(10)
    /// Time from the end of a sound to the node's report.
    private static let grace: Duration = .seconds(6)

    /// - Throws: ``SilentFailure``, with everything printed, when not every node has played it.
    package func follow(_ result: PlayResult) throws {
        let now = try sender.outcomes(of: result).now
        let view = PlayView(words: console.words(at: now), width: result.nodes.map(\.rawValue.count).max() ?? 0)
        if !json { console.write(view.beginning(result)) }
        let started = Clocks.boot()
        var told: Set<NodeID> = []
        while true {
            let outcomes = try sender.outcomes(of: result)
            let isFar = outcomes.target - outcomes.now > Self.patience
            if !json {
                for node in outcomes.nodes where isFar ? node.isReady || node.record != nil : node.record != nil {
                    if told.insert(node.node).inserted { console.write([view.line(node, isOver: false)]) }
                }
            }
            let end = outcomes.target + .milliseconds(result.milliseconds) + Self.grace
            let isSettled = outcomes.nodes.allSatisfy { $0.record != nil || isFar && $0.isReady }
            let isOver = isFar ? Clocks.boot() - started >= Self.readiness : outcomes.now >= end
            if isSettled || isOver { return try finish(result, outcomes, told, view, isFar: isFar) }
            let left = isFar ? Duration.zero : end - Self.grace - outcomes.now
            // Often if something is about to happen, else now and then.
            let pause = min(max(left / 4, .milliseconds(150)), .seconds(1))
            Clocks.wait(for: [], until: Clocks.boot() + pause)
        }
    }

    private func finish(
        _ result: PlayResult, _ outcomes: SoundOutcomes, _ told: Set<NodeID>, _ view: PlayView, isFar: Bool
    ) throws {
        if json {
            console.write(JSONOutput.text(PlayDocument(result: result, nodes: outcomes.nodes)))
        } else {
            console.write(outcomes.nodes.filter { !told.contains($0.node) }.map { view.line($0, isOver: !isFar) })
            if isFar {
                console.write([
                    StyledText(
                        "To take it back: clockctl cancel \(result.id). What becomes of it: clockctl history.", .dim)
                ])
            }
        }
        let isWell = outcomes.nodes.allSatisfy { node in
            node.record.map { $0.outcome == .played && $0.reason != .fallbackTone } ?? (isFar && node.isReady)
        }
        if !isWell || !result.offline.isEmpty { throw SilentFailure() }
    }
}

/// The output of `--json`.
struct PlayDocument: Encodable {
    var result: PlayResult
    var nodes: [SoundOutcomes.NodeOutcome]

    enum CodingKeys: String, CodingKey {
        case id, sound, target, nodes, offline
        case milliseconds = "length_ms"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(result.id, forKey: .id)
        try container.encodeIfPresent(result.sound, forKey: .sound)
        try container.encode(result.target, forKey: .target)
        try container.encode(result.milliseconds, forKey: .milliseconds)
        try container.encode(nodes, forKey: .nodes)
        try container.encode(result.offline, forKey: .offline)
    }
}

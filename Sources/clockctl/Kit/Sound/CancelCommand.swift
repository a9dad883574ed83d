internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct CancelCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Take back what was to be said or played.",
        usage: "clockctl cancel <id> … [--json] [<connection options>]",
        discussion: """
            ID is what clockctl say and play print, and clockctl next and status show. What is being heard falls silent. \
            The command waits until every room that is online has taken it off its disk; one that is offline is told \
            when it is back.

            Examples:
              clockctl cancel pgx4k2
              clockctl cancel pgx4k2 pk39rr
            """)

    @Argument(help: ArgumentHelp("The sounds' ids.", valueName: "id"), completion: SiteCompletion.plays)
    var ids: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        for (id, source) in NodeWords.names(ids).compactMap({ id in RingSource(id).map { (id, $0) } }) {
            let command =
                switch source {
                case .alarm: "alarm rm"
                case .timer: "timer rm"
                }
            throw ValidationError("\(id) is no sound; to take it away: clockctl \(command) \(id)")
        }
    }

    /// The output of `--json`.
    private struct Document: Encodable {
        var result: CancelResult
        /// Rooms that are online and still hold it.
        var unconfirmed: [NodeID]

        enum CodingKeys: String, CodingKey {
            case unconfirmed
        }

        func encode(to encoder: any Encoder) throws {
            try result.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(unconfirmed, forKey: .unconfirmed)
        }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let documents = try NodeWords.names(ids).map { id in
            let result = try link.request(CancelRequest(id: id)).result
            let document = Document(result: result, unconfirmed: try awaitSilence(result, link))
            if !output.json { console.write(lines(document)) }
            return document
        }
        if output.json { console.write(JSONOutput.text(oneOrSeveral: documents)) }
        let unconfirmed = Set(documents.flatMap(\.unconfirmed)).sorted()
        guard !unconfirmed.isEmpty else { return }
        throw FatalError(.temporaryFailure, "not confirmed by \(list(unconfirmed)): it may be heard there")
    }

    private func lines(_ document: Document) -> [StyledText] {
        let result = document.result
        let name = StyledText(ScheduleWords.name(result.id, result.label), .bold)
        let gone = result.nodes.filter { !document.unconfirmed.contains($0) }
        var lines = gone.isEmpty ? [] : [name + StyledText(" is taken back in \(list(gone))")]
        if !result.offline.isEmpty {
            lines.append(
                StyledText("! ", .warning)
                    + StyledText("\(list(result.offline)) gets to know when it is back (offline)"))
        }
        return lines
    }

    /// Waits until the rooms report that they have dropped it.
    ///
    /// - Returns: the rooms that have not done so within the link's time-out.
    private func awaitSilence(_ result: CancelResult, _ link: CoordinatorLink) throws -> [NodeID] {
        let deadline = Clocks.boot() + link.timeout
        var pause: Duration = .milliseconds(20)
        while true {
            let status = try link.status().result
            let keeping = status.nodes.filter { node in
                result.nodes.contains(node.id) && node.plays.contains { $0.id == result.id }
            }.map(\.id)
            if keeping.isEmpty || Clocks.boot() >= deadline { return keeping }
            Clocks.wait(for: [], until: min(deadline, Clocks.boot() + pause))
            pause = min(pause + pause, .seconds(1))
        }
    }

    private func list(_ nodes: [NodeID]) -> String { nodes.map(\.rawValue).joined(separator: ", ") }
}

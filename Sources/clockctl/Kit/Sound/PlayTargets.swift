package import ArgumentParser
internal import ClockDomain
package import ClockRuntime
internal import ClockSite
package import ClockWire

/// Place, time and loudness: the options that `say` and `play` share.
package struct PlayTargets: ParsableArguments {
    @Option(help: ArgumentHelp("All nodes of a group.", valueName: "group"), completion: SiteCompletion.groups)
    package var group: [String] = []

    @Flag(help: "Every node that is online.")
    package var all = false

    @Option(
        help: ArgumentHelp(
            "When it begins, within a day: 18:00, 18:00:30, \"tomorrow 7:00\", 2026-11-21T18:00:00Z.", valueName: "time"
        ))
    package var at: String?

    @Option(help: ArgumentHelp("Its own volume, 0-100; each node's unless set.", valueName: "percent"))
    package var volume: String?

    /// - Parameter nodes: names as typed.
    /// - Throws: ``FatalError`` for a wrong name, time or volume, or when the command line names nobody.
    package func check(nodes: [String]) throws(FatalError) {
        let names = NodeWords.names(nodes)
        if all, !names.isEmpty || !group.isEmpty {
            throw FatalError(.usage, "name nodes and groups or say --all, not both")
        }
        guard all || !names.isEmpty || !group.isEmpty else { throw Self.noPlace }
        try checkHow()
    }

    package static let noPlace = FatalError(
        .usage, "where shall it be heard? Name nodes first, a group by --group, or say --all")

    /// - Throws: ``FatalError`` for a wrong group, time or volume.
    package func checkHow() throws(FatalError) {
        _ = try groups()
        _ = try loudness()
        // Any zone will do to find out if the time is readable; the request has the room's.
        if let at { _ = try InputWords.coming(at, "--at", now: WallTime(seconds: 0), zone: .utc) }
    }

    /// Returns the options of the request to the coordinator.
    package func options(nodes: [String], names: NodeNames, console: Console) throws -> PlayOptions {
        let targets = try names.targets(NodeWords.names(nodes), groups: try groups())
        return PlayOptions(
            targets: all ? nil : targets,
            at: try at.map { text in
                try InputWords.coming(text, "--at", now: Clocks.wall(), zone: console.zones.local)
            },
            volume: try loudness())
    }

    private func groups() throws(FatalError) -> [GroupID] {
        try NodeWords.names(group).map { name throws(FatalError) in try InputWords.group(name, "--group") }
    }

    private func loudness() throws(FatalError) -> Volume? {
        guard let volume else { return nil }
        return try InputWords.volume(volume, "--volume")
    }

    package init() {}
}

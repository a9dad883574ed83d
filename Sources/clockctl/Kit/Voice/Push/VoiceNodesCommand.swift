internal import ArgumentParser
internal import ClockDomain
internal import ClockSite
internal import ClockWire

struct VoiceNodesCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "nodes",
        abstract: "List the voices that nodes have.",
        usage: "clockctl voice nodes [<room> …] [--json] [<connection options>]",
        discussion: """
            What each node speaks with, the packs that were pushed to it and how far it is with them, and the voices \
            installed on its machine.

            Examples:
              clockctl voice nodes
              clockctl voice nodes kitchen --json
            """)

    @OptionGroup var rooms: RoomFilter

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let names = NodeNames(link: link)
        let ids = try names.identify(rooms.names)
        let status = try link.status().result
        for id in ids where !status.nodes.contains(where: { $0.id == id }) {
            throw NodeNames.unknown(id.rawValue, among: status.nodes, site: status.site)
        }
        let shown = status.nodes.filter { ids.isEmpty || ids.contains($0.id) }.map(VoicesOfNode.init)
        console.write(
            output.json
                ? JSONOutput.text(shown)
                : VoicesOfNode.table(shown).lines(width: console.columns).rendered(coloured: console.coloured))
    }
}

/// A line of `clockctl voice nodes`.
struct VoicesOfNode: Encodable {
    var node: NodeID
    var online: Bool
    /// The voice in its settings.
    var voice: String
    var pushed: [PackReport]
    var installed: [String]

    init(_ status: NodeStatus) {
        node = status.id
        online = status.availability == .online
        voice = status.settings.voice
        pushed = status.packs
        installed = status.voice?.installed ?? []
    }

    static func table(_ nodes: [VoicesOfNode]) -> TextTable {
        TextTable(columns: [
            .init(title: "NODE", cells: nodes.map { StyledText($0.node.rawValue, .bold) }),
            .init(title: "SPEAKS", cells: nodes.map { StyledText($0.voice) }),
            .init(title: "PUSHED", minimumWidth: 12, cells: nodes.map(\.pushedWords)),
            .init(
                title: "INSTALLED", dropRank: 1, minimumWidth: 10,
                cells: nodes.map { StyledText($0.installed.isEmpty ? "–" : $0.installed.joined(separator: ", ")) }),
        ])
    }

    private var pushedWords: StyledText {
        guard !pushed.isEmpty else { return StyledText("–", .dim) }
        return pushed.enumerated().reduce(StyledText()) { line, entry in
            let report = entry.element
            let comma = entry.offset == 0 ? "" : ", "
            let isReady = report.state == .ready
            return line + StyledText(comma + report.name)
                + (isReady ? StyledText() : StyledText(" (") + PackWords.standing(report) + StyledText(")"))
        }
    }
}

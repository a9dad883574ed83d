internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct NodeGroupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "group",
        abstract: "Give nodes a common name, for alarms and timers.",
        subcommands: [List.self, Add.self, Remove.self])

    struct List: CoordinatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the groups with their nodes.",
            usage: "clockctl node group list [--json] [<connection options>]",
            discussion: """
                Examples:
                  clockctl node group list
                """)

        @OptionGroup var output: OutputOptions
        @OptionGroup(title: "Connection") var connection: ConnectionOptions

        func run(on console: Console, asking link: CoordinatorLink) async throws {
            let groups = try link.definitions().groups
            if output.json { return console.write(JSONOutput.text(GroupList(groups: groups))) }
            guard !groups.isEmpty else {
                return console.write([
                    StyledText("No group is there. Make one like this: clockctl node group add upstairs bedroom bath")
                ])
            }
            console.write(
                TextTable(columns: [
                    .init(title: "GROUP", cells: groups.map { StyledText($0.id.rawValue, .bold) }),
                    .init(title: "NODES", minimumWidth: 8, cells: groups.map { StyledText(NodeGroupCommand.list($0)) }),
                ]).lines(width: console.columns))
        }
    }

    /// The output of `node group list --json`.
    struct GroupList: Encodable {
        var groups: [NodeGroup]
    }

    struct Add: ChangeCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Make a group, or put nodes into one.",
            usage: "clockctl node group add <group> <node> … [--wait] [--json] [<connection options>]",
            discussion: """
                Examples:
                  clockctl node group add upstairs bedroom bath
                  clockctl node group add upstairs nursery
                """)

        @Argument(help: ArgumentHelp("The group.", valueName: "group"), completion: SiteCompletion.groups)
        var group: String

        @Argument(help: ArgumentHelp("The nodes.", valueName: "node"), completion: NodeCompletion.kind)
        var nodes: [String] = []

        @OptionGroup var rooms: RoomOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var waiting: WaitOptions
        @OptionGroup(title: "Connection") var connection: ConnectionOptions

        func validate() throws {
            _ = try readingLine { () throws(FatalError) in try InputWords.group(group, "<group>") }
            guard !(nodes + rooms.room).isEmpty else {
                throw ValidationError("which nodes shall be in \(group)? Name one or several")
            }
        }

        func run(on console: Console, asking link: CoordinatorLink) async throws {
            let id = try InputWords.group(group, "<group>")
            let names = NodeNames(link: link)
            let added = try names.identify(NodeWords.names(nodes + rooms.room))
            let present = try link.definitions().groups.first { $0.id == id }?.nodes ?? []
            let group = NodeGroup(id: id, nodes: Set(present + added).sorted())
            let result = try names.explainingUnknown(added) { try link.change([.setGroup(group)]) }
            try teller(link, console).report(result, [NodeGroupCommand.line(group)])
        }
    }

    struct Remove: ChangeCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm",
            abstract: "Take nodes out of a group, or the group away.",
            usage: "clockctl node group rm <group> [<node> …] [--wait] [--json] [<connection options>]",
            discussion: """
                Without a node the group itself goes, unless alarms or timers name it.

                Examples:
                  clockctl node group rm upstairs bath
                  clockctl node group rm upstairs
                """)

        @Argument(help: ArgumentHelp("The group.", valueName: "group"), completion: SiteCompletion.groups)
        var group: String

        @Argument(help: ArgumentHelp("The nodes.", valueName: "node"), completion: NodeCompletion.kind)
        var nodes: [String] = []

        @OptionGroup var rooms: RoomOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var waiting: WaitOptions
        @OptionGroup(title: "Connection") var connection: ConnectionOptions

        func validate() throws {
            _ = try readingLine { () throws(FatalError) in try InputWords.group(group, "<group>") }
        }

        func run(on console: Console, asking link: CoordinatorLink) async throws {
            let id = try InputWords.group(group, "<group>")
            let gone = NodeWords.names(nodes + rooms.room)
            guard !gone.isEmpty else {
                let result = try link.change([.removeGroup(id)])
                return try teller(link, console).report(result, ChangeSentence.lines(result, zone: console.zones.local))
            }
            guard var group = try link.definitions().groups.first(where: { $0.id == id }) else {
                throw FatalError(.badData, "there is no group \(id); see clockctl node group list")
            }
            for node in try NodeNames(link: link).identify(gone) {
                guard let index = group.nodes.firstIndex(of: node) else {
                    throw FatalError(
                        .badData,
                        "node \"\(node)\" is not in group \(id), which has \(NodeGroupCommand.list(group))")
                }
                group.nodes.remove(at: index)
            }
            guard !group.nodes.isEmpty else {
                throw FatalError(.badData, "group \(id) would be empty; to take it away: clockctl node group rm \(id)")
            }
            try teller(link, console).report(try link.change([.setGroup(group)]), [NodeGroupCommand.line(group)])
        }
    }

    private static func list(_ group: NodeGroup) -> String { group.nodes.map(\.rawValue).joined(separator: ", ") }

    private static func line(_ group: NodeGroup) -> StyledText {
        StyledText("\(group.id)", .bold) + StyledText(" is \(list(group))")
    }
}

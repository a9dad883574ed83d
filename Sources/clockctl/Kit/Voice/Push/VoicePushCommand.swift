internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockVoice
internal import ClockWire

struct VoicePushCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Put a voice pack on nodes.",
        usage: """
            clockctl voice push <pack> <node> … [--json] [<connection options>]
            clockctl voice push <pack> --all [<options>]
            """,
        discussion: """
            The pack's files go to the coordinator, which has what it has of them, and from there over the broker to the \
            nodes, each only what it lacks. Every file is held against its SHA-256 digest, and a node speaks with a pack \
            when all of it is there. A node that is off gets it when it is back. A pack of the same name is replaced.

            Then let them speak with it: clockctl set kitchen voice german.

            Examples:
              clockctl voice push german kitchen
              clockctl voice push ./my-voice kitchen bedroom
              clockctl voice push german --all
            """)

    static let standardTimeout: Duration = .seconds(15)

    @Argument(
        help: ArgumentHelp("A pack's name or folder.", valueName: "pack"),
        completion: .custom { _, _, _ in PackCompletion.names() })
    var pack: String

    @Argument(help: ArgumentHelp("The nodes.", valueName: "node"), completion: NodeCompletion.kind)
    var nodes: [String] = []

    @Flag(help: "Every node of the site.")
    var all = false

    @OptionGroup var shelf: PackShelfOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        guard all == NodeWords.names(nodes).isEmpty else {
            throw ValidationError(
                all ? "name nodes or say --all, not both" : "which node? Name one or several, or say --all")
        }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let pushed = try PushedPack(shelf.shelf(console).find(pack))
        let reference = pushed.list.reference
        let names = NodeNames(link: link)
        let ids = all ? try names.known().map(\.id) : try names.identify(NodeWords.names(nodes))
        guard !ids.isEmpty else {
            throw FatalError(.badData, "site \(link.settings.site) has no node to push to: none has reported yet")
        }
        let sender = PackSender(link: link)
        let progress = WorkProgress(of: pushed.list.bytes >> 10, "KiB sent", console: console)
        try sender.upload(pushed) { done, _ in progress.show(done >> 10) }
        progress.end()
        _ = try names.explainingUnknown(ids) {
            try link.request(.push, PushRequest(pack: reference.digest, nodes: ids), as: SetResult.self)
        }
        if !output.json {
            console.write([
                StyledText(reference.name, .bold)
                    + StyledText(
                        " (\(reference.digest.short), \(pushed.list.files.count) files, \(PackWords.size(reference.bytes)))"
                    )
            ])
        }
        let outcome = try PushFollower(sender: sender, console: console, pack: reference)
            .follow(ids, telling: !output.json)
        if output.json {
            console.write(
                JSONOutput.text(PushDocument(pack: reference, files: pushed.list.files.count, nodes: outcome)))
        }
        guard outcome.allSatisfy({ $0.report?.state == .ready || !$0.isOnline }) else { throw SilentFailure() }
    }
}

/// What `clockctl voice push --json` prints.
struct PushDocument: Encodable {
    var pack: PackReference
    var files: Int
    var nodes: [PushedNode]
}

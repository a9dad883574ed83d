internal import ArgumentParser
internal import ClockDomain
internal import ClockSite
internal import ClockWire

extension NodeCommand {
    struct Show: ClockctlCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show nodes: settings, clock, output, and the outputs a node could play on.",
            usage: "clockctl node show <node> … [--json] [<connection options>]",
            discussion: """
                Examples:
                  clockctl node show kitchen
                  clockctl node show kitchen --json | jq -r '.audio.devices[].name'
                """)

        @Argument(help: ArgumentHelp("The nodes.", valueName: "node"), completion: NodeCompletion.kind)
        var nodes: [String]

        @OptionGroup var output: OutputOptions
        @OptionGroup(title: "Connection") var connection: ConnectionOptions

        func run(on console: Console) async throws {
            let settings = try connection.settings(environment: console.environment)
            settings.warnings.forEach(console.warn)
            // The coordinator shortens its list of many nodes; the node itself reports everything.
            let link = try CoordinatorLink(
                settings, timeout: connection.timeout(standard: .seconds(5)), following: .nodes)
            do {
                try show(on: console, link)
            } catch {
                await link.close()
                throw error
            }
            await link.close()
        }

        private func show(on console: Console, _ link: CoordinatorLink) throws {
            let said = try link.awaitNodes()
            let ids = try NodeNames(link: link).identify(NodeWords.names(nodes))
            let status = try link.status().result
            let shown = try ids.map { id in
                guard var found = status.nodes.first(where: { $0.id == id }) else {
                    throw NodeNames.unknown(id.rawValue, among: status.nodes, site: link.settings.site)
                }
                if let audio = said[id]?.audio { found.audio = audio }
                return found
            }
            output.write(oneOrSeveral: shown, on: console) {
                shown.flatMap {
                    NodeShowView(node: $0, words: console.words(at: status.now), width: console.columns).lines()
                }
            }
        }
    }
}

internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

extension NodeCommand {
    struct Show: ClockctlCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show one node: its settings, its clock, its output, and the outputs it could play on.",
            usage: "clockctl node show <node> [--json] [<connection options>]",
            discussion: """
                Examples:
                  clockctl node show kitchen
                  clockctl node show kitchen --json | jq -r '.audio.devices[].name'
                """)

        @Argument(help: ArgumentHelp("The node.", valueName: "node"), completion: NodeCompletion.kind)
        var node: String

        @OptionGroup var output: OutputOptions
        @OptionGroup(title: "Connection") var connection: ConnectionOptions

        func run(on console: Console) async throws {
            let settings = try connection.settings(environment: console.environment)
            settings.warnings.forEach(console.warn)
            // What the coordinator tells of many nodes is shortened; the node itself tells all.
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
            let status = try link.status().result
            guard var found = status.nodes.first(where: { $0.id.rawValue == node }) else {
                throw NodeNames.unknown(node, among: status.nodes, site: link.settings.site)
            }
            if let audio = said[found.id]?.reported?.audio { found.audio = audio }
            if output.json {
                console.write(JSONOutput.text(found))
            } else {
                let words = TimeWords(zone: console.zones.local, now: status.now)
                console.write(NodeShowView(node: found, words: words, width: console.columns).lines())
            }
        }
    }
}

internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct StatusCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the site at a glance.",
        usage: """
            clockctl status [<room> …] [--trouble] [--all] [--json] [<connection options>]
            clockctl status --all-sites [--json] [<connection options>]
            clockctl status --local [--json]
            """,
        discussion: """
            One row a node: whether it is there, whether it trusts its clock and how far that is off, what became of \
            the last quarter hour (BY tells what woke the node, WAKE how long the wake message took, ONSET how far off \
            the first sound was), volume, next announcement, alarms, timers, and the revision of its settings. What is \
            wrong follows below the table. Times are in this computer's zone.

            With more than 30 rooms, how many are fine comes first, then what is wrong and which groups have it, then the \
            rooms with trouble. A terminal shows 30 rows; --all shows every room.

            --all-sites shows a line for each site of the installation: those that the broker knows, and those with a \
            configuration of their own (clockctl-SITE.yaml beside clockctl.yaml). A site that does not answer makes it \
            fail, after all others are shown.

            While no coordinator answers, the broker's last words of the rooms follow (not as JSON), and it ends with \
            75. Without it groups are unknown: only names of nodes choose among these.

            --local shows the room of this machine as its node knows it, also while broker and coordinator are down.

            Examples:
              clockctl status
              clockctl status --trouble
              clockctl status east-wing
              clockctl status --all-sites
              clockctl status --json | jq '.nodes[] | {id, availability}'
              clockctl status --broker 192.168.1.5 --site school
              clockctl status --local
            """)

    @OptionGroup var rooms: RoomFilter

    @Flag(help: "Only rooms that are not as they should be.")
    var trouble = false

    @Flag(help: "All rooms, however many there are.")
    var all = false

    @Flag(help: "A line for each site of the installation.")
    var allSites = false

    @OptionGroup var local: LocalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    /// Most rows on a terminal.
    private static let terminalRows = 30

    func validate() throws {
        let selects = !rooms.names.isEmpty || trouble || all
        let isLocal = local.local || local.socket != nil
        if isLocal, selects || allSites {
            throw ValidationError("--local shows one room, and takes neither rooms nor --trouble, --all or --all-sites")
        }
        if allSites, selects {
            throw ValidationError("--all-sites shows sites, and takes neither rooms nor --trouble or --all")
        }
        if allSites, connection.site != nil { throw ValidationError("--all-sites and --site exclude each other") }
    }

    func run(on console: Console) async throws {
        if allSites { return try await runAtAllSites(on: console) }
        guard let path = try local.path() else {
            do {
                return try await runAtSite(on: console)
            } catch let failure as FatalError where failure.exitCode == .temporaryFailure && !output.json {
                // Their failure is not the reason for which nobody has answered.
                try? await showLastWords(on: console)
                throw failure
            }
        }
        let state = try LocalLink(path: path, timeout: connection.timeout(standard: Self.standardTimeout))
            .ask(LocalRequest(action: .status))
        output.write(state, on: console) {
            LocalStatusView(
                state: state, words: console.words(at: state.now), width: console.columns, option: local.option
            ).lines()
        }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let answered = try link.status()
        var status = answered.result
        if !rooms.names.isEmpty {
            let chosen = Set(try NodeNames(link: link).identify(rooms.names, among: status.nodes))
            if let unknown = chosen.subtracting(status.nodes.map(\.id)).min() {
                throw NodeNames.unknown(unknown.rawValue, among: status.nodes, site: link.settings.site)
            }
            status.nodes.removeAll { !chosen.contains($0.id) }
        }
        var view = StatusView(
            status, zones: console.zones, width: console.columns, localOffset: answered.localOffset(of: status.now))
        if output.json {
            if trouble { status.nodes = view.inTrouble }
            return console.write(JSONOutput.text(status))
        }
        view.emergency = SiteEmergency(answered.result)
        view.onlyTrouble = trouble
        view.maximumRows = console.columns == nil || all ? nil : Self.terminalRows
        if view.hasMany, !view.inTrouble.isEmpty { view.groups = try link.definitions().groups }
        console.write(view.lines())
    }

    /// Shows what the broker keeps of the rooms, without the coordinator.
    private func showLastWords(on console: Console) async throws {
        let link = try CoordinatorLink(
            try connection.settings(environment: console.environment),
            timeout: connection.timeout(standard: Self.standardTimeout), following: .emergency)
        do {
            let nodes = try link.awaitNodes()
            let chosen = nodes.filter { node, word in
                (rooms.names.isEmpty || rooms.names.contains { $0.lowercased() == node.rawValue })
                    && !(trouble && word.availability == .online && word.audio.map { $0.state == .ok } ?? true)
            }
            let emergency = SiteEmergency(link.state().emergency, nodes)
            let words = TimeWords(zone: console.zones.local, now: Clocks.wall())
            console.write(LastWordsView(nodes: chosen, emergency: emergency, words: words).lines())
        } catch {
            await link.close()
            throw error
        }
        await link.close()
    }

    private func runAtAllSites(on console: Console) async throws {
        let found = try await AllSites.ask(connection, environment: console.environment, Self.standardTimeout)
        found.warnings.forEach(console.warn)
        output.write(SitesDocument(found.sites, zones: console.zones), on: console) {
            SitesView(sites: found.sites, zones: console.zones, now: Clocks.wall(), width: console.columns).lines()
        }
        if let failure = found.failure { throw failure }
    }
}

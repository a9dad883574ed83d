internal import ArgumentParser
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct SLOCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "slo",
        abstract: "Show how well each room kept to time, week by week.",
        usage: """
            clockctl slo [<room> …] [--weeks <weeks>] [--within <ms>] [--objective <percent>]
                         [--json] [--html <file>] [<connection options>]
            """,
        discussion: """
            Counted from every line of the history. ON TIME is the share of the quarter hours that were to be heard and \
            were heard within so many milliseconds of their instant. One that nobody knows about counts as not heard; \
            one that was silent by somebody's wish does not count. RINGS are those heard of those due, unless \
            they began later than that or fell silent for longer in between. BUDGET is what is \
            left of the misses that the objective allows in a week: at 99 percent that is one quarter hour in a hundred.

            A week begins on Monday. The last one goes on.

            Examples:
              clockctl slo
              clockctl slo kitchen --weeks 8 --within 5
              clockctl slo --weeks 12 --html slo.html
              clockctl slo --objective 99.9 --json | jq '.weeks[0].site'
            """)

    @OptionGroup var rooms: RoomFilter

    @Option(help: ArgumentHelp("So many weeks, 1 to 53.", valueName: "weeks"))
    var weeks = SLOTerms().weeks

    @Option(help: ArgumentHelp("How far from its instant is on time, 0.001 to 60000 milliseconds.", valueName: "ms"))
    var within = SLOTerms().withinMilliseconds

    @Option(help: ArgumentHelp("The share that is to be on time, 50 to 99.999 percent.", valueName: "percent"))
    var objective = SLOTerms().objectivePercent

    @Option(
        help: ArgumentHelp("Write a page that can be printed, in place of the table.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var html: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        guard SLOTerms.weekCounts.contains(weeks) else { throw ValidationError("--weeks \(weeks) is not in 1 to 53") }
        guard SLOTerms.withinRange.contains(within) else {
            throw ValidationError("--within \(within) is not in 0.001 to 60000 milliseconds")
        }
        guard SLOTerms.objectiveRange.contains(objective) else {
            throw ValidationError("--objective \(objective) is not in 50 to 99.999 percent")
        }
        if html != nil, output.json { throw ValidationError("--html and --json exclude each other") }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        if let html { try OutputFile.check(html, as: "html") }
        let now = Clocks.wall()
        let zone = console.zones.local
        let nodes = try NodeNames(link: link).identify(rooms.names)
        var terms = SLOTerms()
        (terms.weeks, terms.withinMilliseconds, terms.objectivePercent) = (weeks, within, objective)
        let request = terms.request(of: nodes.count == 1 ? nodes[0] : nil, through: now, in: zone)
        var result = try NodeNames(link: link).explainingUnknown(nodes) {
            try link.request(request).result
        }
        if nodes.count > 1 { result.nodes.removeAll { !nodes.contains($0.node) } }
        let document = SLODocument(result, of: request, objective: objective)
        if let html {
            let page = SLOPage(document: document, zone: zone, now: now).text()
            do throws(SystemError) {
                try AtomicFile.replace(html, with: page.utf8)
            } catch {
                throw FatalError(error, exitCode: .cannotCreate)
            }
            console.write([StyledText("\(html): \(QuantityWords.count(document.weeks.count, "week"))")])
        } else if output.json {
            console.write(JSONOutput.text(document))
        } else {
            console.write(SLOView(document: document, zone: zone, width: console.columns).lines())
        }
    }
}

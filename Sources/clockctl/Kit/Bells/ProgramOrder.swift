internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// Options of commands that show a program's bells before they store them.
struct ShowingOptions: ParsableArguments {
    @Flag(help: "Show the bells, and store nothing.")
    var dryRun = false

    @Flag(help: "Do not ask.")
    var yes = false
}

/// The common part of adding, editing and removing programs: shows the bells, asks, changes, and says what is now true.
struct ProgramOrder {
    let link: CoordinatorLink
    let console: Console
    let teller: ChangeTeller
    let showing: ShowingOptions

    /// The `--dry-run --json` output.
    private struct Bells: Encodable {
        var program: ProgramName
        var bells: [AlarmDraft]
    }

    /// Shows the bells as they would be stored.
    func show(_ drafts: [AlarmDraft], of name: ProgramName) throws {
        if teller.json {
            if showing.dryRun { console.write(JSONOutput.text(Bells(program: name, bells: drafts))) }
            return
        }
        console.write(ProgramView(width: console.columns).bells(drafts))
    }

    /// Asks on a terminal; without one the command line is the answer.
    ///
    /// - Returns: false for a dry run.
    /// - Throws: ``FatalError`` for a no.
    func isMeant(_ question: String) throws(FatalError) -> Bool {
        guard !showing.dryRun else {
            if !teller.json { console.write([StyledText("nothing is stored: --dry-run", .dim)]) }
            return false
        }
        guard !showing.yes, !teller.json, console.canAsk else { return true }
        guard console.confirms(question) else { throw FatalError(.failure, "nothing was changed") }
        return true
    }

    /// - Throws: ``FatalError`` for more changes than one request can have.
    func change(_ changes: [Change], for targets: RingTargets = RingTargets(nodes: [])) throws -> ChangeResult {
        guard changes.count <= ChangeRequest.maximumChanges else {
            throw FatalError(
                .badData,
                "\(changes.count) changes are over the limit of \(ChangeRequest.maximumChanges) for one request; "
                    + "make two programs of this one")
        }
        return try NodeNames(link: link).explainingUnknown(targets.nodes) { try link.change(changes) }
    }

    /// Prints a program as it now is, and the rooms that have it.
    ///
    /// - Parameter plan: as read before the change.
    func report(_ result: ChangeResult, of name: ProgramName, in plan: SitePlan) throws {
        let plan = plan.applying(result.events, zones: console.zones)
        guard !result.events.isEmpty,
            let program = ProgramBook(plan.schedule).programs.first(where: { $0.name == name })
        else { return try teller.report(result, [StyledText("nothing changed: that was done already")]) }
        let words = console.words(at: plan.now)
        let next =
            program.next(in: plan).map { "next \(words.coming($0))" }
            ?? "no day has it yet: clockctl program days \(name) mon-fri"
        let line = StyledText("\(name)", .bold) + StyledText(" has \(program.summary), \(next)")
        try teller.report(result, [line])
    }
}

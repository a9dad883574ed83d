internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct ImportCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Give the site what an exported file says.",
        usage: "clockctl import <file> [--dry-run] [--wait] [<connection options>]",
        discussion: """
            Adds and changes alarms, bells, timetables, groups, holidays and rooms' settings; nothing is removed. The \
            whole file is looked over first: where anything in it is wrong, nothing is changed. The same file a second \
            time changes nothing.

            Examples:
              clockctl import house.yaml --dry-run
              clockctl import house.yaml
            """)

    @Argument(
        help: ArgumentHelp("A file that clockctl export has written.", valueName: "file"),
        completion: .file(extensions: ["yaml"]))
    var file: String

    @Flag(help: "Show what would change, and change nothing.")
    var dryRun = false

    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let document = try SiteDocumentReader(source: file).read(try text())
        let status = try link.status().result
        let plan = try SiteImport(document, status: status, schedule: try link.schedule(), source: file)
        for step in plan.steps {
            let verb = dryRun ? (step.isNew ? "would add" : "would change") : (step.isNew ? "adds" : "changes")
            let differences = step.differences.joined(separator: ", ")
            console.write("\(verb) \(step.what)\(differences.isEmpty ? "" : ": \(differences)")\n")
        }
        let told = dryRun ? [] : try carryOut(plan, link)
        let verb = dryRun ? "would be changed" : "changed"
        let line = StyledText("\(plan.steps.count) \(verb), \(plan.unchanged) as they were")
        try ChangeTeller(link, console, waiting: waiting, connection: connection).report(
            ChangeResult(events: [], nodes: told), [line])
    }

    /// - Returns: the revisions of nodes' documents with all of it, ascending by node.
    private func carryOut(_ plan: SiteImport, _ link: CoordinatorLink) throws -> [DocumentRevision] {
        var done = 0
        var revisions: [NodeID: Int] = [:]
        do {
            for request in plan.requests {
                for node in try link.change(request).nodes { revisions[node.node] = node.revision }
                done += request.count
            }
            for rename in plan.renames {
                let result = try link.request(rename.asked(by: link.settings.person))
                    .result
                for node in result.nodes { revisions[node.node] = node.revision }
                done += 1
            }
            for change in plan.settings {
                let result = try link.request(change.asked(by: link.settings.person)).result
                for node in result.nodes { revisions[node.node] = node.revision }
                done += 1
            }
        } catch {
            // The first request has all alarms of most sites; the coordinator applies it as a whole or not at all.
            guard done > 0 else { throw error }
            let message = (error as? RequestError)?.message ?? (error as? FatalError)?.message ?? "\(error)"
            throw FatalError(
                .temporaryFailure,
                "\(file): \(done) changes were made, then: \(message); correct that and import it again; the changes "
                    + "made so far stay")
        }
        return revisions.map { DocumentRevision(node: $0.key, revision: $0.value) }.sorted { $0.node < $1.node }
    }

    private func text() throws(FatalError) -> String {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try AtomicFile.read(file, limit: SiteDocumentReader.maximumBytes)
        } catch {
            throw FatalError(error, exitCode: .noInput)
        }
        guard let text = FileText.text(bytes) else { throw FatalError(.badData, "\(file): is not UTF-8 text") }
        return text
    }
}

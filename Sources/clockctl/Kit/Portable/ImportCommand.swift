internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

struct ImportCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Give the site what an exported file says.",
        usage: "clockctl import <file> [--dry-run] [<connection options>]",
        discussion: """
            Adds and changes alarms, groups, holidays and rooms' settings; nothing is removed. The whole file is looked \
            over first: where anything in it is wrong, nothing is changed. The same file a second time changes nothing.

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

    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let document = try SiteDocumentReader(source: file).read(try text())
        let status = try link.request(.status, StatusRequest(), as: SiteStatus.self).result
        let plan = try SiteImport(document, status: status, schedule: try link.schedule(), source: file)
        for step in plan.steps {
            let verb = dryRun ? (step.isNew ? "would add" : "would change") : (step.isNew ? "adds" : "changes")
            let differences = step.differences.joined(separator: ", ")
            console.write("\(verb) \(step.what)\(differences.isEmpty ? "" : ": \(differences)")\n")
        }
        if !dryRun { try carryOut(plan, link) }
        let verb = dryRun ? "would be changed" : "changed"
        console.write("\(plan.steps.count) \(verb), \(plan.unchanged) as they were\n")
    }

    private func carryOut(_ plan: SiteImport, _ link: CoordinatorLink) throws {
        var done = 0
        do {
            for request in plan.requests {
                _ = try link.change(request)
                done += request.count
            }
            for rename in plan.renames {
                _ = try link.request(.rename, rename, as: SetResult.self)
                done += 1
            }
            for change in plan.settings {
                _ = try link.request(.set, change, as: SetResult.self)
                done += 1
            }
        } catch {
            // The first request has all alarms of most sites, and is made as a whole or not at all.
            guard done > 0 else { throw error }
            let message = (error as? RequestError)?.message ?? (error as? FatalError)?.message ?? "\(error)"
            throw FatalError(
                .temporaryFailure,
                "\(file): \(done) changes were made, then: \(message); import it again when that is put right, what is "
                    + "done stays as it is")
        }
    }

    private func text() throws(FatalError) -> String {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try AtomicFile.read(file, limit: SiteDocumentReader.maximumBytes)
        } catch {
            throw FatalError(error, exitCode: .noInput)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FatalError(.badData, "\(file): is not UTF-8 text")
        }
        return text
    }
}

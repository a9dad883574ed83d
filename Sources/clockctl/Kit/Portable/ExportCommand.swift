internal import ArgumentParser
internal import ClockRuntime
internal import ClockWire
internal import Glibc

struct ExportCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write alarms, bells, rooms' settings, groups and holidays as YAML or JSON.",
        usage: "clockctl export [<file>] [--force] [--json] [<connection options>]",
        discussion: """
            A text to keep, to edit, to compare, or to import at another site; docs/operations.md has its form. Timers, \
            stopwatches and the history are not in it: clockctl backup keeps everything.

            Examples:
              clockctl export
              clockctl export house.yaml
              clockctl export --json | jq '.alarms[].label'
            """)

    @Argument(help: ArgumentHelp("Where to; the output without it.", valueName: "file"), completion: .file())
    var file: String?

    @Flag(help: "Replace a file that is there.")
    var force = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        if let file, !force, access(file, F_OK) == 0 {
            throw FatalError(.cannotCreate, "\(file) is there already: name another file, or say --force to replace it")
        }
        let status = try link.status().result
        let document = SiteDocument(status, try link.schedule())
        let heading = "clockctl export of site \(status.site), \(status.now), by clockctl \(ClockVersion.current)"
        let text = try output.json ? document.json() : document.yaml(heading: heading)
        guard let file else { return console.write(text) }
        do throws(SystemError) {
            // The times at which people are in and asleep are nobody else's business.
            try AtomicFile.replace(file, with: Array(text.utf8), mode: 0o600)
        } catch {
            throw FatalError(error, exitCode: .cannotCreate)
        }
        console.write(
            "\(file): rooms \(document.rooms.count), groups \(document.groups.count), "
                + "holiday calendars \(document.calendars.count), timetables \(document.timetables.count), "
                + "alarms \(document.alarms.count)\n"
        )
    }
}

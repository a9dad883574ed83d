internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct PreflightCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "preflight",
        abstract: "Will it ring tonight? Check all that stands between an alarm and the ear.",
        usage: "clockctl preflight [<room> …] [--within <time>] [--json] [<connection options>]",
        discussion: """
            For every alarm that is due in the next 24 hours: is its node online, has it taken the alarm, does it \
            trust its clock, does its output open (each node tries), is the sound there and loud enough, and does the \
            node itself mean to ring then. Ends with 1 when a check failed, so that cron can tell you in the evening; \
            warnings alone do not fail.

            Examples:
              clockctl preflight
              clockctl preflight bedroom --within 10h
              clockctl preflight --json | jq '.due[] | select(.verdict != "ok")'
            """)

    @OptionGroup var rooms: RoomFilter

    @Option(help: ArgumentHelp("How far ahead to look, up to 14 days; 24h unless set.", valueName: "time"))
    var within = "24h"

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    /// Time in which nodes open their outputs.
    static let standardTimeout: Duration = .seconds(15)

    func validate() throws { _ = try readingLine { () throws(FatalError) in try span() } }

    private func span() throws(FatalError) -> Int { try InputWords.seconds(within, "--within", in: 60...14 * 86_400) }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let only = try NodeNames(link: link).identify(rooms.names)
        let doctor = try link.send(DoctorRequest())
        // The nodes open their outputs meanwhile.
        let plan = try link.plan(zones: console.zones)
        if let stranger = only.first(where: { !plan.allNodes.contains($0) }) {
            throw NodeNames.unknown(
                stranger.rawValue, among: plan.nodes.values.sorted { $0.id < $1.id }, site: link.settings.site)
        }
        let (examination, trouble) = examine(link, doctor)
        let words = console.words(at: plan.now)
        let preflight = Preflight(plan: plan, examination: examination, words: words, within: .seconds(try span()))
        let document = preflight.document(only.isEmpty ? plan.allNodes : only, trouble: trouble)
        output.write(document, on: console) {
            lines(document.checks, document.due, preflight.within, words, console.columns)
        }
        if document.checks.contains(where: { $0.verdict == .failed }) { throw SilentFailure() }
    }

    private func examine(
        _ link: CoordinatorLink, _ ticket: CoordinatorLink.Ticket
    ) -> (report: DoctorReport?, trouble: [DoctorCheck]) {
        do {
            return (try link.wait(for: ticket, as: DoctorReport.self).result, [])
        } catch {
            return (nil, [.examinationFailed(.told("\(error)"), fix: .examineLonger)])
        }
    }

    private func lines(
        _ checks: [DoctorCheck], _ due: [Preflight.Due], _ within: Duration, _ words: TimeWords, _ width: Int?
    ) -> [StyledText] {
        let end = words.coming(words.now + within)
        let rooms = Set(due.map(\.node)).count
        let head =
            due.isEmpty
            ? StyledText("No alarm is due until \(end).")
            : StyledText(
                "\(QuantityWords.count(due.count, "alarm")) in \(QuantityWords.count(rooms, "room")) until \(end)",
                .bold)
        guard !checks.isEmpty else { return [head] }
        return [head] + DoctorView(report: DoctorReport(checks: checks), width: width, words: words).lines()
    }
}

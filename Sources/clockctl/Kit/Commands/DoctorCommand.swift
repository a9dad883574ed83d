internal import ArgumentParser
internal import ClockSite
internal import ClockWire

struct DoctorCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look for what keeps the clocks from speaking, and say what to do.",
        usage: "clockctl doctor [--json] [<connection options>]",
        discussion: """
            Checks the way to the broker and the coordinator from here, the certificates of an authority that is kept \
            here, then has the coordinator look at its store and clock and every node at its clock, output and voice. \
            Ends with 1 when a check failed.

            Examples:
              clockctl doctor
              clockctl doctor --json | jq '.checks[] | select(.verdict != "ok")'
            """)

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    /// Time in which nodes open their outputs.
    static let standardTimeout: Duration = .seconds(15)

    func run(on console: Console) async throws {
        let settings = try connection.settings(environment: console.environment)
        let link = try CoordinatorLink(settings, timeout: connection.timeout(standard: Self.standardTimeout))
        let checks = settings.warnings.map { DoctorCheck(subject: "configuration", verdict: .warning, finding: $0) }
        let certificates = CertificateExamination(settings: settings, environment: console.environment).checks(
            now: CertificateWords.now())
        let report = DoctorReport(checks: checks + certificates + Examination(link: link).checks())
        await link.close()
        output.write(report, on: console) {
            DoctorView(report: report, width: console.columns, words: console.words(at: Clocks.wall())).lines()
        }
        if report.checks.contains(where: { $0.verdict == .failed }) { throw SilentFailure() }
    }
}

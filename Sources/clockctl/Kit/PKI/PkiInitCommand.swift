internal import ArgumentParser
internal import ClockDomain
internal import ClockPKI
internal import ClockRuntime

struct PkiInitCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a site's authority.",
        usage: "clockctl pki init [--site <name>] [--days <days>] [--dir <folder>] [--json]",
        discussion: """
            A key and a certificate of its own, which sign all others of the site. Nothing that is there is overwritten.

            Examples:
              clockctl pki init
              clockctl pki init --site school --dir /media/stick/school
            """)

    @Option(
        help: ArgumentHelp("How long the authority is valid, \(Authority.standardDays) unless set.", valueName: "days"),
        transform: ValidityOption.days)
    var days: Int?

    @OptionGroup var pki: PkiOptions
    @OptionGroup var output: OutputOptions

    func run(on console: Console) async throws {
        let folder = try pki.folder(console)
        let authority = try folder.create(now: CertificateWords.now(), days: days ?? Authority.standardDays)
        if output.json {
            console.write(
                JSONOutput.text(
                    CertificateList(
                        site: folder.site, authority: .init(folder: folder.path, until: authority.until),
                        certificates: [])))
            return
        }
        console.write([
            StyledText("site \(folder.site) has an authority, until \(CertificateWords.date(authority.until))"),
            StyledText("keep \(folder.path) to yourself, and a copy of it: whoever has ca.key can be anybody here"),
        ])
    }
}

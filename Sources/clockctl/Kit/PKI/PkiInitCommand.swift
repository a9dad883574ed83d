package import ArgumentParser

package struct PkiInitCommand: PKIPartCommand {
    package static let configuration = CommandConfiguration(
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
        help: ArgumentHelp(
            "How long the authority is valid, \(CertificateTerms.authorityDays) unless set.", valueName: "days"),
        transform: ValidityOption.days)
    package var days: Int?

    @OptionGroup package var pki: PkiOptions
    @OptionGroup package var output: OutputOptions

    package init() {}
}

package import ArgumentParser

package struct PkiRenewCommand: PKIPartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "renew",
        abstract: "Make new keys and certificates for what is in use.",
        usage: """
            clockctl pki renew <name> … [--days <days>] [--site <name>] [--dir <folder>] [--json]
            clockctl pki renew --expiring [--days <days>] [--site <name>] [--dir <folder>] [--json]
            clockctl pki renew --authority [--days <days>] [--site <name>] [--dir <folder>] [--json]
            """,
        discussion: """
            The one before goes on being valid to its end, so nothing has to happen at once: give the new one to its \
            machine with clockctl provision NAME --renewal.

            The authority keeps its key, and so does everything that it signed: only its own certificate is made anew, \
            with a later end. Every bundle from then on has it; each machine needs it before the old one ends. Renewed \
            two years before its end or earlier, it reaches them all with the renewals that are due anyway.

            Examples:
              clockctl pki renew kitchen
              clockctl pki renew --expiring
              clockctl pki renew --authority
            """)

    @Argument(help: ArgumentHelp("Names in clockctl pki list.", valueName: "name"))
    package var names: [String] = []

    @Flag(help: "Everything that ends within 30 days or has ended.")
    package var expiring = false

    @Flag(help: "The authority's own certificate.")
    package var authority = false

    @Option(
        help: ArgumentHelp(
            "How long it is valid, \(CertificateTerms.certificateDays) unless set, the authority's "
                + "\(CertificateTerms.authorityDays).", valueName: "days"),
        transform: ValidityOption.days)
    package var days: Int?

    @OptionGroup package var pki: PkiOptions
    @OptionGroup package var output: OutputOptions

    package func validate() throws {
        guard [!names.isEmpty, expiring, authority].count(where: \.self) == 1 else {
            throw ValidationError("name certificates, say --expiring, or say --authority, one of the three")
        }
    }

    package init() {}
}

internal import ArgumentParser
internal import ClockDomain
internal import ClockPKI
internal import ClockRuntime

struct PkiRenewCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
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
    var names: [String] = []

    @Flag(help: "Everything that ends within 30 days or has ended.")
    var expiring = false

    @Flag(help: "The authority's own certificate.")
    var authority = false

    @Option(
        help: ArgumentHelp(
            "How long it is valid, \(Authority.standardCertificateDays) unless set, the authority's "
                + "\(Authority.standardDays).", valueName: "days"),
        transform: ValidityOption.days)
    var days: Int?

    @OptionGroup var pki: PkiOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [!names.isEmpty, expiring, authority].count(where: \.self) == 1 else {
            throw ValidationError("name certificates, say --expiring, or say --authority, one of the three")
        }
    }

    func run(on console: Console) async throws {
        var open = try OpenAuthority(try pki.folder(console), console)
        let now = CertificateWords.now()
        if authority {
            try renewAuthority(&open, now, console)
        } else {
            open.warnOfEnd(now: now, console)
            try renewCertificates(&open, now, console)
        }
    }

    private func renewAuthority(
        _ authority: inout OpenAuthority, _ now: WallTime, _ console: Console
    ) throws(FatalError) {
        let before = authority.authority.until
        try authority.renewAuthority(now: now, days: days ?? Authority.standardDays)
        let (folder, until) = (authority.folder, authority.authority.until)
        if output.json {
            console.write(
                JSONOutput.text(
                    CertificateList(
                        site: folder.site, authority: .init(folder: folder.path, until: until), certificates: [])))
            return
        }
        let deadline =
            before < now
            ? "the one before ended \(CertificateWords.date(before)), so every machine needs this one now, with another "
                + "certificate of its own: clockctl pki renew --expiring, then clockctl provision NAME --renewal"
            : "every machine needs it before \(CertificateWords.date(before)), when the one before ends; it goes with "
                + "each bundle, so at the next renewal: clockctl provision NAME --renewal"
        console.write([
            StyledText("the authority of site \(folder.site)", .bold) + StyledText(" has a certificate until ")
                + CertificateWords.end(until, now: now),
            StyledText("  \(folder.certificate)"),
            StyledText(deadline),
            StyledText("keep a copy of it where the copy of the folder is"),
        ])
    }

    private func renewCertificates(
        _ authority: inout OpenAuthority, _ now: WallTime, _ console: Console
    ) throws(FatalError) {
        let wanted =
            expiring
            ? authority.index.current.filter { CertificateLife(until: $0.facts.until, now: now) != .long }
                .map(\.subject.name)
            : NodeWords.names(names)
        // Either all names are known or nothing is done.
        for name in wanted { _ = try authority.current(name) }
        var renewed: [CertificateRecord] = []
        for name in wanted {
            renewed.append(try authority.renew(name, now: now, days: days ?? Authority.standardCertificateDays))
        }
        if output.json {
            console.write(JSONOutput.text(renewed.map { CertificateDocument($0, in: authority.index, now: now) }))
        } else if renewed.isEmpty {
            console.write([StyledText("no certificate in use ends within 30 days")])
        } else {
            console.write(
                renewed.flatMap {
                    IssuedView.lines($0, authority.folder, now: now)
                        + [StyledText("clockctl provision \($0.subject.name) --renewal packs it for its machine")]
                })
        }
    }
}

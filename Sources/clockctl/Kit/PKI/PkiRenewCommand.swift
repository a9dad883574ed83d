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
            """,
        discussion: """
            The one before goes on being valid to its end, so nothing has to happen at once: give the new one to its \
            machine with clockctl provision NAME --renewal.

            Examples:
              clockctl pki renew kitchen
              clockctl pki renew --expiring
            """)

    @Argument(help: ArgumentHelp("Names in clockctl pki list.", valueName: "name"))
    var names: [String] = []

    @Flag(help: "Everything that ends within 30 days or has ended.")
    var expiring = false

    @OptionGroup var validity: ValidityOption
    @OptionGroup var pki: PkiOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if expiring != names.isEmpty { throw ValidationError("name certificates or say --expiring, one of the two") }
    }

    func run(on console: Console) async throws {
        var authority = try OpenAuthority(try pki.folder(console), console)
        let now = CertificateWords.now()
        let wanted =
            expiring
            ? authority.index.current.filter { CertificateLife(until: $0.facts.until, now: now) != .long }
                .map(\.subject.name)
            : NodeWords.names(names)
        // Either all names are known or nothing is done.
        for name in wanted { _ = try authority.current(name) }
        var renewed: [CertificateRecord] = []
        for name in wanted { renewed.append(try authority.renew(name, now: now, days: validity.length)) }
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

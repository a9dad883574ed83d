internal import ArgumentParser
internal import ClockDomain
internal import ClockPKI
internal import ClockRuntime

struct PkiRevokeCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Have a certificate count no more.",
        usage: "clockctl pki revoke <name> [--site <name>] [--dir <folder>] [--json]",
        discussion: """
            Every certificate of that name goes on the list revoked.pem, those that were renewed and are still valid \
            too. The broker has to be given the list and restarted: then it refuses them, and whoever is connected is \
            thrown out.

            Examples:
              clockctl pki revoke kitchen
              clockctl pki revoke anna
            """)

    @Argument(help: ArgumentHelp("The certificate's name in clockctl pki list.", valueName: "name"))
    var name: String

    @OptionGroup var pki: PkiOptions
    @OptionGroup var output: OutputOptions

    private struct Document: Encodable {
        var name: String
        var revoked: Int
        var list: String
    }

    func run(on console: Console) async throws {
        var authority = try OpenAuthority(try pki.folder(console), console)
        let count = try authority.revoke(name, now: CertificateWords.now())
        let list = authority.folder.revocationList
        if output.json {
            console.write(JSONOutput.text(Document(name: name, revoked: count, list: list)))
            return
        }
        console.write([
            StyledText(
                count == 0
                    ? "\(name) was revoked before; the list is written again"
                    : "\(QuantityWords.count(count, "certificate")) of \(name) revoked"),
            StyledText(
                "give the broker \(list) as /etc/mosquitto/clocksmith/revoked.pem, and there: "
                    + "sudo systemctl restart mosquitto"),
        ])
    }
}

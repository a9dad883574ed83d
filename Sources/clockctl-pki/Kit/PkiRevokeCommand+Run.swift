internal import ClockDomain
internal import ClockPKI
internal import ClockRuntime
internal import ClockSite
internal import ClockctlKit

extension PkiRevokeCommand: ClockctlCommand {
    private struct Document: Encodable {
        var name: String
        var revoked: Int
        var list: String
    }

    func run(on console: Console) async throws {
        var authority = try OpenAuthority(try pki.folder(console), console)
        let count = try authority.revoke(name, now: CertificateWords.now())
        let list = authority.folder.revocationList
        let isWebPage = name == CertificateSubject.webName
        if output.json {
            console.write(JSONOutput.text(Document(name: name, revoked: count, list: list)))
            return
        }
        console.write([
            StyledText(
                count == 0
                    ? "\(name) was revoked before; the list is written again"
                    : "\(QuantityWords.count(count, "certificate")) of \(name) revoked"),
            isWebPage
                ? StyledText(
                    "have phones and browsers forget its authority, which reads no list; clockctl pki issue web HOST "
                        + "makes another one")
                : StyledText(
                    "give the broker \(list) as /etc/mosquitto/clocksmith/revoked.pem, and there: "
                        + "sudo systemctl restart mosquitto"),
        ])
    }
}

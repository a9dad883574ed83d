internal import ClockPKI
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
        let list = authority.folder.revocationList
        var documents: [Document] = []
        for name in names {
            let count = try authority.revoke(name, now: CertificateWords.now())
            documents.append(Document(name: name, revoked: count, list: list))
        }
        if output.json {
            console.write(JSONOutput.text(oneOrSeveral: documents))
            return
        }
        console.write(
            documents.map { document in
                StyledText(
                    document.revoked == 0
                        ? "\(document.name) was revoked before; the list is written again"
                        : "\(QuantityWords.count(document.revoked, "certificate")) of \(document.name) revoked")
            })
        if names.contains(CertificateSubject.webName) {
            console.write([
                StyledText(
                    "have phones and browsers forget its authority, which reads no list; clockctl pki issue web HOST "
                        + "makes another one")
            ])
        }
        if names.contains(where: { $0 != CertificateSubject.webName }) {
            console.write([
                StyledText(
                    "give the broker \(list) as /etc/mosquitto/clocksmith/revoked.pem, and there: "
                        + "sudo systemctl restart mosquitto")
            ])
        }
    }
}

internal import ClockPKI
internal import ClockSite
internal import ClockctlKit

extension PkiInitCommand: ClockctlCommand {
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
            StyledText("keep \(folder.path) to yourself, and a copy of it: with ca.key anybody can pose as anyone"),
        ])
    }
}

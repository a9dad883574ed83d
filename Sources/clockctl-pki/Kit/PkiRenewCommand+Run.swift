internal import ClockDomain
internal import ClockPKI
internal import ClockRuntime
internal import ClockSite
internal import ClockctlKit

extension PkiRenewCommand: ClockctlCommand {
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
        // If one name is unknown, the command does nothing.
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
                        + [IssuedView.nextOfRenewed($0.subject)]
                })
        }
    }
}

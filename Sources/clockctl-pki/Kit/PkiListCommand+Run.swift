internal import ClockPKI
internal import ClockSite
internal import ClockctlKit

extension PkiListCommand: ClockctlCommand {
    func run(on console: Console) async throws {
        let folder = try pki.folder(console)
        let index = try folder.readIndex()
        let authority = try folder.readAuthority()
        if let warning = folder.warning { console.warn(warning) }
        let now = CertificateWords.now()
        if let warning = CertificateWords.authorityWarning(authority.until, now: now) { console.warn(warning) }
        output.write(
            CertificateList(
                site: index.site, authority: .init(folder: folder.path, until: authority.until),
                certificates: CertificateListView.sorted(index.records).map {
                    CertificateDocument($0, in: index, now: now)
                }), on: console
        ) {
            let view = CertificateListView(
                index: index, authority: authority.until, folder: folder.path, now: now, width: console.columns)
            return view.lines()
        }
    }
}

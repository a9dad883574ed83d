internal import ClockDomain
internal import ClockPKI
internal import ClockSite
internal import ClockctlKit

/// A site's certificates in rows, by name, the newest first.
struct CertificateListView: Sendable {
    var index: CertificateIndex
    var authority: WallTime
    var folder: String
    var now: WallTime
    var width: Int?

    static func sorted(_ records: [CertificateRecord]) -> [CertificateRecord] {
        records.sorted { ($0.subject.name, $1.issued) < ($1.subject.name, $0.issued) }
    }

    func lines() -> [StyledText] {
        let head =
            StyledText("site ", .dim) + StyledText(index.site.rawValue, .bold) + StyledText(" · ", .dim)
            + StyledText("authority until ", .dim) + CertificateWords.end(authority, now: now)
            + StyledText(" · ", .dim) + StyledText(folder)
        let body =
            index.records.isEmpty
            ? [StyledText("no certificate yet; clockctl provision and clockctl pki issue make them")]
            : table.lines(width: width)
        return [width.map(head.truncated) ?? head, StyledText()] + body
    }

    private var table: TextTable {
        let records = CertificateListView.sorted(index.records)
        return TextTable(columns: [
            .init(title: "NAME", cells: records.map { StyledText($0.subject.name, .bold) }),
            .init(
                title: "FOR", minimumWidth: 11, comfortableWidth: 32,
                cells: records.map { StyledText(CertificateWords.purpose($0.subject)) }),
            .init(title: "USER", dropRank: 2, cells: records.map { StyledText($0.subject.user(of: index.site) ?? "") }),
            .init(title: "STANDING", cells: records.map { CertificateWords.standing(index.standing($0, at: now)) }),
            .init(title: "ENDS", cells: records.map(end)),
            .init(
                title: "SERIAL", dropRank: 3, minimumWidth: 8, comfortableWidth: 12,
                cells: records.map { StyledText($0.facts.serial, .dim) }),
        ])
    }

    /// Returns the end of a certificate; one that no longer counts needs no colour.
    private func end(_ record: CertificateRecord) -> StyledText {
        let words = CertificateWords.end(record.facts.until, now: now)
        switch index.standing(record, at: now) {
        case .current, .ended: return words
        case .replaced, .revoked: return StyledText(words.plain, .dim)
        }
    }
}

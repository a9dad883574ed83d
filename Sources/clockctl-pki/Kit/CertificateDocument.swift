internal import ClockDomain
internal import ClockPKI

/// The facts of a certificate, as JSON.
struct CertificateDocument: Encodable {
    var name: String
    var kind: String
    var role: ClientRole?
    var hosts: [String]?
    /// At the broker; absent for a certificate that no broker sees.
    var user: String?
    var serial: String
    var issued: WallTime
    var until: WallTime
    var standing: String
    var revoked: WallTime?

    init(_ record: CertificateRecord, in index: CertificateIndex, now: WallTime) {
        name = record.subject.name
        switch record.subject {
        case .node: kind = "node"
        case .coordinator: kind = "coordinator"
        case .door: kind = "door"
        case .broker(let hosts):
            kind = "broker"
            self.hosts = hosts.map(\.text)
        case .web(let hosts):
            kind = "web"
            self.hosts = hosts.map(\.text)
        case .webClient(let role):
            kind = "webclient"
            self.role = role
        case .client(_, let role):
            kind = "client"
            self.role = role
        case .homeAssistant: kind = "homeassistant"
        }
        user = record.subject.user(of: index.site)
        serial = record.facts.serial
        issued = record.issued
        until = record.facts.until
        revoked = record.revoked
        switch index.standing(record, at: now) {
        case .current: standing = "current"
        case .replaced: standing = "replaced"
        case .ended: standing = "ended"
        case .revoked: standing = "revoked"
        }
    }
}

/// The output of `pki list --json`.
struct CertificateList: Encodable {
    struct Authority: Encodable {
        var folder: String
        var until: WallTime
    }

    var site: SiteID
    var authority: Authority
    var certificates: [CertificateDocument]
}

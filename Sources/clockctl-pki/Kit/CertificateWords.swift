internal import ClockDomain
internal import ClockPKI
internal import ClockSite

/// Words for people about an authority's certificates.
extension CertificateWords {
    /// Returns a warning when the authority ends so soon that this shortens its certificates; `nil` before.
    static func authorityWarning(_ until: WallTime, now: WallTime) -> String? {
        guard until - now < Authority.notice else { return nil }
        return "the authority \(until < now ? "ended" : "ends") \(end(until, now: now).plain), and with it whatever it "
            + "signs; clockctl pki renew --authority gives it longer"
    }

    static func purpose(_ subject: CertificateSubject) -> String {
        switch subject {
        case .node: "node"
        case .door: "door"
        case .coordinator: "coordinator"
        case .broker(let hosts): "broker \(hosts.map(\.text).joined(separator: ", "))"
        case .client(_, let role): role.rawValue
        case .homeAssistant: "Home Assistant"
        case .web(let hosts): "web page \(hosts.map(\.text).joined(separator: ", "))"
        case .webClient(let role): "web page, \(role.rawValue)"
        }
    }

    static func standing(_ standing: CertificateIndex.Standing) -> StyledText {
        switch standing {
        case .current: StyledText("in use", .good)
        case .replaced: StyledText("replaced", .dim)
        case .ended: StyledText("ended", .bad)
        case .revoked(let at): StyledText("revoked \(date(at))", .dim)
        }
    }
}

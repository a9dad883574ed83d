internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

/// The expiry dates of the server's certificates: the one for browsers, and those for the broker.
struct ServerCertificates: Sendable {
    private struct Entry: Sendable {
        /// Its name in `clockctl pki`, if that made it.
        var name: String
        var until: WallTime
        /// True for the one that browsers see, and not the broker.
        var isPage = false
    }

    private let page: PageCertificate?
    private let brokers: [Entry]

    /// - Parameter page: `nil` when browsers see none.
    init(_ configuration: WebConfiguration, page: PageCertificate?) {
        self.page = page
        let member = configuration.broker
        let others = [("web-viewer", configuration.viewer), ("web-admin", configuration.admin)]
        brokers = ([("web-member", member)] + others.filter { $0.1.tls != member.tls }).compactMap { name, identity in
            identity.certificateUntil.map { Entry(name: name, until: $0) }
        }
    }

    func checks(at now: WallTime) -> [DoctorCheck] {
        let shown = page?.until.map { Entry(name: "web", until: $0, isPage: true) }
        return ([shown].compactMap(\.self) + brokers).map { check($0, now) }
    }

    private func check(_ entry: Entry, _ now: WallTime) -> DoctorCheck {
        let date = LocalDateTime(secondsSinceEpoch: entry.until.seconds).date
        let days = Int((entry.until - now).magnitude.nanoseconds / 86_400_000_000_000)
        let (verdict, finding): (DoctorCheck.Verdict, Phrase) =
            switch CertificateLife(until: entry.until, now: now) {
            case .long: (.ok, .certificateValid(until: date))
            case .short: (.warning, .certificateEnds(date, days: days))
            case .urgent:
                (
                    .failed,
                    entry.isPage
                        ? .pageCertificateEndsSoon(date, days: days) : .certificateEndsSoon(date, days: days)
                )
            case .over:
                (.failed, entry.isPage ? .pageCertificateEnded(date, days: days) : .certificateEnded(date, days: days))
            }
        return DoctorCheck(
            .certificate(of: entry.name), verdict, finding,
            fix: verdict == .ok ? nil : .renewCertificate(entry.name, bundle: "web"))
    }
}

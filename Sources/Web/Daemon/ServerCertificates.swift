internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

/// When the server's certificates end: the one that browsers are shown, and those that the broker is shown.
struct ServerCertificates: Sendable {
    private struct Entry: Sendable {
        /// Under which `clockctl pki` has it, where that made it.
        var name: String
        var until: WallTime
        /// What it meets from then on.
        var refusal: String
    }

    private let entries: [Entry]

    init(_ configuration: WebConfiguration) {
        // One that cannot be read does not let the server start.
        let page = configuration.tls.flatMap {
            try? AtomicFile.read($0.certificate, limit: CertificateEnd.maximumBytes)
        }
        .flatMap(CertificateEnd.of(pem:))
        let member = configuration.broker.certificateUntil
        let viewer = configuration.viewer.tls == configuration.broker.tls ? nil : configuration.viewer.certificateUntil
        entries = [
            page.map { Entry(name: "web", until: $0, refusal: "browsers refuse it") },
            member.map { Entry(name: "web-member", until: $0, refusal: "the broker refuses it") },
            viewer.map { Entry(name: "web-viewer", until: $0, refusal: "the broker refuses it") },
        ].compactMap { $0 }
    }

    func checks(at now: WallTime) -> [DoctorCheck] { entries.map { check($0, now) } }

    private func check(_ entry: Entry, _ now: WallTime) -> DoctorCheck {
        let date = LocalDateTime(secondsSinceEpoch: entry.until.seconds).date
        let days = (entry.until - now).magnitude.nanoseconds / 86_400_000_000_000
        let (verdict, finding): (DoctorCheck.Verdict, String) =
            switch CertificateLife(until: entry.until, now: now) {
            case .long: (.ok, "valid until \(date)")
            case .short: (.warning, "ends \(date), in \(days) d")
            case .urgent: (.failed, "ends \(date), in \(days) d; from then on \(entry.refusal)")
            case .over: (.failed, "ended \(date), \(days) d ago: \(entry.refusal)")
            }
        return DoctorCheck(
            subject: "\(entry.name) certificate", verdict: verdict, finding: finding,
            fix: verdict == .ok
                ? nil
                : "where the authority is: clockctl pki renew \(entry.name), then clockctl provision web --renewal")
    }
}

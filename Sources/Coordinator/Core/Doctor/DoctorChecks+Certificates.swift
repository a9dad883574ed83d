internal import ClockDomain
internal import ClockWire

/// The doctor's look at the certificates by which programs connect.
extension DoctorChecks {
    var ownCertificateCheck: DoctorCheck? {
        settings.certificateUntil.map {
            certificateCheck("coordinator certificate", name: "coordinator", until: $0)
        }
    }

    /// `nil` where the node has none, or is of a version that does not tell.
    func certificateCheck(of node: KnownNode) -> DoctorCheck? {
        node.reported?.certificateUntil.map {
            certificateCheck("\(node.id) certificate", name: node.id.rawValue, until: $0)
        }
    }

    private func certificateCheck(_ subject: String, name: String, until: WallTime) -> DoctorCheck {
        let date = LocalDateTime(secondsSinceEpoch: until.seconds).date
        let days = (until - now.wall).magnitude.nanoseconds / 86_400_000_000_000
        let (verdict, finding): (DoctorCheck.Verdict, String) =
            switch CertificateLife(until: until, now: now.wall) {
            case .long: (.ok, "valid until \(date)")
            case .short: (.warning, "ends \(date), in \(days) d")
            case .urgent: (.failed, "ends \(date), in \(days) d; from then on the broker refuses it")
            case .over: (.failed, "ended \(date), \(days) d ago: the broker refuses it")
            }
        return DoctorCheck(
            subject: subject, verdict: verdict, finding: finding,
            fix: verdict == .ok
                ? nil
                : "where the authority is: clockctl pki renew \(name), then clockctl provision \(name) --renewal")
    }
}

internal import ClockDomain
internal import ClockWire

/// The doctor's checks of the programs' certificates.
extension DoctorChecks {
    var ownCertificateCheck: DoctorCheck? {
        settings.certificateUntil.map { certificateCheck("coordinator", until: $0) }
    }

    /// `nil` if the node has no certificate, or its version does not report it.
    func certificateCheck(of node: KnownNode) -> DoctorCheck? {
        node.reported?.certificateUntil.map { certificateCheck(node.id.rawValue, until: $0) }
    }

    private func certificateCheck(_ name: String, until: WallTime) -> DoctorCheck {
        let date = LocalDateTime(secondsSinceEpoch: until.seconds).date
        let days = Int((until - now.wall).magnitude.nanoseconds / 86_400_000_000_000)
        let (verdict, finding): (DoctorCheck.Verdict, Phrase) =
            switch CertificateLife(until: until, now: now.wall) {
            case .long: (.ok, .certificateValid(until: date))
            case .short: (.warning, .certificateEnds(date, days: days))
            case .urgent: (.failed, .certificateEndsSoon(date, days: days))
            case .over: (.failed, .certificateEnded(date, days: days))
            }
        return DoctorCheck(
            .certificate(of: name), verdict, finding, fix: verdict == .ok ? nil : .renewCertificate(name, bundle: name))
    }
}

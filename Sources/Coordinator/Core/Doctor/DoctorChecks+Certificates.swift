internal import ClockDomain
internal import ClockWire

/// The doctor's look at the certificates by which programs connect.
extension DoctorChecks {
    var ownCertificateCheck: DoctorCheck? {
        settings.certificateUntil.map {
            certificateCheck("coordinator", until: $0)
        }
    }

    /// `nil` where the node has none, or is of a version that does not tell.
    func certificateCheck(of node: KnownNode) -> DoctorCheck? {
        node.reported?.certificateUntil.map {
            certificateCheck(node.id.rawValue, until: $0)
        }
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
            .certificate(of: name), verdict, finding,
            fix: verdict == .ok ? nil : .renewCertificate(name, bundle: name))
    }
}

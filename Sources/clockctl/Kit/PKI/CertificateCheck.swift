package import ClockDomain
internal import ClockSite
package import ClockWire

/// The doctor's check of a certificate's end.
package enum CertificateCheck {
    package static func check(_ subject: String, until: WallTime, now: WallTime, fix: String) -> DoctorCheck {
        let finding = CertificateWords.end(until, now: now).plain
        switch CertificateLife(until: until, now: now) {
        case .long: return DoctorCheck(subject: subject, verdict: .ok, finding: "until \(finding)")
        case .short: return DoctorCheck(subject: subject, verdict: .warning, finding: "ends \(finding)", fix: fix)
        case .urgent: return DoctorCheck(subject: subject, verdict: .failed, finding: "ends \(finding)", fix: fix)
        case .over: return DoctorCheck(subject: subject, verdict: .failed, finding: "ended \(finding)", fix: fix)
        }
    }
}

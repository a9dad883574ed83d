internal import ClockDomain
internal import ClockPKI
internal import ClockRuntime
internal import ClockWire

/// The doctor's look at the certificates that are on this machine: clockctl's own, and those of the site's authority
/// where it is kept here. Nodes and the coordinator tell of their own; the broker's and people's are known here alone.
struct CertificateExamination {
    var settings: ConnectionSettings
    var environment: [String: String]

    func checks(now: WallTime) -> [DoctorCheck] {
        let own = settings.broker.certificateUntil.map {
            check("certificate here", until: $0, now: now, fix: "Ask whoever has the authority for a new one.")
        }
        return [own].compactMap { $0 } + authority(now: now)
    }

    private func authority(now: WallTime) -> [DoctorCheck] {
        guard let folder = AuthorityFolder.usual(settings.site, environment: environment), folder.isThere else {
            return []
        }
        do throws(FatalError) {
            let (index, authority) = (try folder.readIndex(), try folder.readAuthority())
            let ending = index.current.filter { record in
                switch record.subject {
                case .node, .coordinator: false
                case .broker, .client: CertificateLife(until: record.facts.until, now: now) != .long
                }
            }
            return [end(of: authority, now: now)]
                + ending.map { record in
                    let name = record.subject.name
                    return check(
                        "\(name) certificate", until: record.facts.until, now: now,
                        fix: "Run `clockctl pki renew \(name)`, then `clockctl provision \(name) --renewal`.")
                }
        } catch {
            return [
                DoctorCheck(
                    subject: "authority", verdict: .failed, finding: error.message,
                    fix: "Put \(folder.path) back from a copy.")
            ]
        }
    }

    /// Long before programs refuse each other: the new certificate has to get to every machine.
    private func end(of authority: Authority, now: WallTime) -> DoctorCheck {
        var check = check(
            "authority", until: authority.until, now: now,
            fix: "Run `clockctl pki renew --authority`, then `clockctl provision NAME --renewal` for every machine.")
        if check.verdict == .ok, authority.until - now < Authority.notice {
            check = DoctorCheck(
                subject: "authority", verdict: .warning,
                finding: "ends \(CertificateWords.end(authority.until, now: now).plain), and with it what it signs",
                fix: "Run `clockctl pki renew --authority`; machines get it with their next renewal.")
        }
        return check
    }

    private func check(_ subject: String, until: WallTime, now: WallTime, fix: String) -> DoctorCheck {
        let finding = CertificateWords.end(until, now: now).plain
        switch CertificateLife(until: until, now: now) {
        case .long: return DoctorCheck(subject: subject, verdict: .ok, finding: "until \(finding)")
        case .short: return DoctorCheck(subject: subject, verdict: .warning, finding: "ends \(finding)", fix: fix)
        case .urgent: return DoctorCheck(subject: subject, verdict: .failed, finding: "ends \(finding)", fix: fix)
        case .over: return DoctorCheck(subject: subject, verdict: .failed, finding: "ended \(finding)", fix: fix)
        }
    }
}

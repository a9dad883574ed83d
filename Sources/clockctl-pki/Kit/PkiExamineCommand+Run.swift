internal import ClockDomain
internal import ClockPKI
internal import ClockRuntime
internal import ClockSite
internal import ClockWire
internal import ClockctlKit

extension PkiExamineCommand: ClockctlCommand {
    func run(on console: Console) async throws {
        let folder = try pki.folder(console)
        console.write(JSONOutput.text(AuthorityExamination(folder: folder).checks(now: CertificateWords.now())))
    }
}

/// The doctor's checks of an authority and its certificates.
struct AuthorityExamination {
    var folder: AuthorityFolder

    func checks(now: WallTime) -> [DoctorCheck] {
        do throws(FatalError) {
            let (index, authority) = (try folder.readIndex(), try folder.readAuthority())
            let ending = index.current.filter { record in
                switch record.subject {
                case .node, .coordinator: false
                case .door, .broker, .client, .homeAssistant, .web, .webClient:
                    CertificateLife(until: record.facts.until, now: now) != .long
                }
            }
            return [end(of: authority, now: now)] + (try webAuthority(index, now: now))
                + ending.map { record in
                    let name = record.subject.name
                    return CertificateCheck.check(
                        "\(name) certificate", until: record.facts.until, now: now,
                        fix: "Run `clockctl pki renew \(name)`, then "
                            + (record.subject == .homeAssistant
                                ? "give Home Assistant the new files."
                                : "`clockctl provision \(record.subject.bundleName) --renewal`."))
                }
        } catch {
            return [
                DoctorCheck(
                    subject: "authority", verdict: .failed, finding: error.message,
                    fix: "Put \(folder.path) back from a copy.")
            ]
        }
    }

    /// Reports its end when it is near: people must make devices trust the next one by hand.
    private func webAuthority(_ index: CertificateIndex, now: WallTime) throws(FatalError) -> [DoctorCheck] {
        guard index.current(CertificateSubject.webName) != nil else { return [] }
        let until = try folder.readWebAuthority().until
        guard CertificateLife(until: until, now: now) != .long else { return [] }
        return [
            CertificateCheck.check(
                "web authority", until: until, now: now,
                fix:
                    "Run `clockctl pki revoke web` and `clockctl pki issue web HOST`, and have devices trust the new one."
            )
        ]
    }

    /// Warns long before programs refuse each other: the new certificate has to get to every machine.
    private func end(of authority: Authority, now: WallTime) -> DoctorCheck {
        var check = CertificateCheck.check(
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
}

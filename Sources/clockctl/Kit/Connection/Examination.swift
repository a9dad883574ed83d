internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

/// The doctor's look at the way from here to the coordinator, and then the coordinator's own.
struct Examination {
    let link: CoordinatorLink

    /// Ends with the first check whose failure makes the rest pointless.
    func checks() -> [DoctorCheck] {
        let start = Clocks.boot()
        do throws(FatalError) {
            try link.awaitConnection()
        } catch {
            return [failed("broker", error.message, fix: brokerAdvice(error))]
        }
        let connected = Clocks.boot() - start
        var checks = [
            DoctorCheck(
                subject: "broker", verdict: .ok,
                finding: "\(link.settings.endpoint) took the connection in \(milliseconds(connected))")
        ]
        do {
            let answered = try link.request(.status, StatusRequest(), as: SiteStatus.self)
            checks += coordinator(answered)
        } catch {
            return checks + [
                failed("coordinator", "\(error)", fix: "Run `systemctl status clock-coordinator` on its machine.")
            ]
        }
        do {
            checks += try link.request(.doctor, DoctorRequest(), as: DoctorReport.self).result.checks
        } catch {
            checks.append(
                failed(
                    "examination", "the coordinator did not finish it: \(error)",
                    fix: "Try a longer --timeout, and see `journalctl -u clock-coordinator` on its machine."))
        }
        return checks
    }

    private func coordinator(_ answered: CoordinatorLink.Answered<SiteStatus>) -> [DoctorCheck] {
        let coordinator = answered.result.coordinator
        var checks = [
            DoctorCheck(
                subject: "coordinator", verdict: .ok,
                finding: "version \(coordinator.version) answered in \(milliseconds(answered.roundTrip))")
        ]
        if coordinator.version != ClockVersion.current {
            checks.append(
                DoctorCheck(
                    subject: "version", verdict: .warning,
                    finding: "clockctl has \(ClockVersion.current), the coordinator \(coordinator.version)",
                    fix: "Install the same release on both."))
        }
        if let offset = answered.localOffset(of: answered.result.now) {
            let isNear = offset.magnitude < NodeProblems.noticeableOffset
            let distance = QuantityWords.offset(milliseconds: offset.milliseconds)
            checks.append(
                DoctorCheck(
                    subject: "clock here", verdict: isNear ? .ok : .warning,
                    finding: "\(distance) from the coordinator's",
                    fix: isNear ? nil : "Check `timedatectl` on both machines."))
        }
        return checks
    }

    private func failed(_ subject: String, _ finding: String, fix: String) -> DoctorCheck {
        DoctorCheck(subject: subject, verdict: .failed, finding: finding, fix: fix)
    }

    private func brokerAdvice(_ error: FatalError) -> String {
        switch error.exitCode {
        case .noPermission: "Set broker.username and broker.password_file, as the broker's administrator gave them."
        case .noHost: "Name the broker by --broker or broker.host in the configuration file."
        default:
            "Run `systemctl status mosquitto` on the broker's machine, or name another broker by --broker HOST:PORT."
        }
    }

    private func milliseconds(_ duration: Duration) -> String {
        QuantityWords.decimal(max(0, duration.milliseconds), digits: 1) + " ms"
    }
}

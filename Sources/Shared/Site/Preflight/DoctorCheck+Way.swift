internal import ClockDomain
package import ClockWire

/// The doctor's look at the way from a program to the coordinator.
extension DoctorCheck {
    package static func brokerTook(_ endpoint: String, within duration: Duration) -> DoctorCheck {
        DoctorCheck(
            subject: "broker", verdict: .ok, finding: "\(endpoint) took the connection in \(milliseconds(duration))")
    }

    /// - Parameters:
    ///   - addresses: brokers that are tried before the one in use.
    package static func brokersAway(_ addresses: [String], inUse: String) -> DoctorCheck {
        DoctorCheck(
            subject: "broker", verdict: .warning,
            finding:
                "\(addresses.joined(separator: " and ")) did not take the connection; \(inUse) is in use meanwhile",
            fix: "Run `systemctl status mosquitto` on that broker's machine.")
    }

    /// - Parameters:
    ///   - duration: from the question to the answer.
    ///   - offset: this computer's clock minus the site's, where it could be told.
    ///   - program: who asked.
    ///   - version: of the program.
    package static func coordinatorAnswered(
        _ status: SiteStatus, within duration: Duration, offset: Duration?, to program: String, version: String
    ) -> [DoctorCheck] {
        let coordinator = status.coordinator
        var checks = [
            DoctorCheck(
                subject: "coordinator", verdict: .ok,
                finding: "version \(coordinator.version) answered in \(milliseconds(duration))")
        ]
        if coordinator.version != version {
            checks.append(
                DoctorCheck(
                    subject: "version", verdict: .warning,
                    finding: "\(program) has \(version), the coordinator \(coordinator.version)",
                    fix: "Install the same release on both."))
        }
        if let offset {
            let isNear = offset.magnitude < ClockWords.noticeableOffset
            let distance = QuantityWords.offset(milliseconds: offset.milliseconds)
            checks.append(
                DoctorCheck(
                    subject: "clock here", verdict: isNear ? .ok : .warning,
                    finding: "\(distance) from the coordinator's",
                    fix: isNear ? nil : "Check `timedatectl` on both machines."))
        }
        return checks
    }

    package static func coordinatorSilent(_ why: String) -> DoctorCheck {
        DoctorCheck(
            subject: "coordinator", verdict: .failed, finding: why,
            fix: "Run `systemctl status clock-coordinator` on its machine.")
    }

    package static func examinationFailed(_ why: String, fix: String) -> DoctorCheck {
        DoctorCheck(
            subject: "examination", verdict: .failed, finding: "the coordinator did not finish it: \(why)", fix: fix)
    }

    private static func milliseconds(_ duration: Duration) -> String {
        QuantityWords.decimal(max(0, duration.milliseconds), digits: 1) + " ms"
    }
}

internal import ClockDomain
package import ClockWire

/// The doctor's checks of the way from a program to the coordinator.
extension DoctorCheck {
    package static func brokerTook(_ endpoint: String, within duration: Duration) -> DoctorCheck {
        DoctorCheck(.broker, .ok, .brokerTook(endpoint, within: duration, spelled: milliseconds(duration)))
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
    ///   - offset: this computer's clock minus the site's, if it is known.
    ///   - program: the asker.
    ///   - version: of the program.
    package static func coordinatorAnswered(
        _ status: SiteStatus, within duration: Duration, offset: Duration?, to program: String, version: String
    ) -> [DoctorCheck] {
        let coordinator = status.coordinator
        var checks = [
            DoctorCheck(
                .coordinator, .ok,
                .coordinatorAnswered(version: coordinator.version, within: duration, spelled: milliseconds(duration)))
        ]
        if coordinator.version != version {
            checks.append(
                DoctorCheck(
                    .version, .warning, .versionsDiffer(program, here: version, coordinator: coordinator.version),
                    fix: .installSameRelease))
        }
        if let offset {
            let isNear = offset.magnitude < ClockWords.noticeableOffset
            let distance = QuantityWords.offset(milliseconds: offset.milliseconds)
            checks.append(
                DoctorCheck(
                    .clockHere, isNear ? .ok : .warning, .clocksApart(offset, spelled: distance),
                    fix: isNear ? nil : .compareClocks))
        }
        return checks
    }

    package static func coordinatorSilent(_ why: Phrase) -> DoctorCheck {
        DoctorCheck(.coordinator, .failed, .coordinatorSilent(why), fix: .seeCoordinator)
    }

    package static func examinationFailed(_ why: Phrase, fix: Phrase) -> DoctorCheck {
        DoctorCheck(.examination, .failed, .examinationFailed(why), fix: fix)
    }

    private static func milliseconds(_ duration: Duration) -> String {
        QuantityWords.decimal(max(0, duration.milliseconds), digits: 1) + " ms"
    }
}

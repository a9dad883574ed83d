internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// The doctor's checks of the path from here to the coordinator, and then the coordinator's own.
struct Examination {
    let link: CoordinatorLink

    /// Ends with the first check whose failure makes the rest pointless.
    func checks() -> [DoctorCheck] {
        let start = Clocks.boot()
        do throws(FatalError) {
            try link.awaitConnection()
        } catch {
            return [
                DoctorCheck(subject: "broker", verdict: .failed, finding: error.message, fix: brokerAdvice(error))
            ]
        }
        let connected = Clocks.boot() - start
        let addresses = link.settings.broker.addresses.map(\.description)
        let place = link.brokerPlace ?? 0
        var checks = [DoctorCheck.brokerTook(addresses[place], within: connected)]
        if place > 0 { checks.append(.brokersAway(Array(addresses[..<place]), inUse: addresses[place])) }
        do {
            let answered = try link.status()
            checks += DoctorCheck.coordinatorAnswered(
                answered.result, within: answered.roundTrip,
                offset: answered.localOffset(of: answered.result.now), to: "clockctl", version: ClockVersion.current)
        } catch {
            return checks + [.coordinatorSilent(.told("\(error)"))]
        }
        do {
            checks += try link.request(DoctorRequest()).result.checks
        } catch {
            checks.append(.examinationFailed(.told("\(error)"), fix: .examineLonger))
        }
        return checks
    }

    private func brokerAdvice(_ error: FatalError) -> String {
        switch error.exitCode {
        case _ where error.message.contains("join its group"):
            "Run `sudo adduser $USER clocksmith-admin`, then log in again."
        case .noPermission: "Set broker.username and broker.password_file, as the broker's administrator gave them."
        case .noHost: "Name the broker by --broker or broker.host in the configuration file."
        default:
            "Run `systemctl status mosquitto` on the broker's machine, or name another broker by --broker HOST:PORT."
        }
    }
}

internal import ClockDomain
internal import ClockWire

extension BrokerAway {
    /// One for each broker that cannot be reached while another can.
    static func checks(_ away: [BrokerAway]) -> [DoctorCheck] {
        away.map { away in
            DoctorCheck(
                subject: "broker", verdict: .warning,
                finding: "\(away.broker), not connected since \(away.since)" + (away.reason.map { ": \($0)" } ?? "")
                    + "; the others serve meanwhile",
                fix: "see that the broker runs: systemctl status mosquitto on its machine")
        }
    }
}

extension Brokers {
    /// Only where nodes are at another broker than the first.
    func placesCheck(_ nodes: Nodes) -> DoctorCheck? {
        let moved = nodes.ids.filter { otherBroker(of: $0) != nil }
        guard !moved.isEmpty else { return nil }
        let places = Set(moved.compactMap(otherBroker)).sorted().map { address in
            "\(moved.filter { otherBroker(of: $0) == address }.inWords) at \(address)"
        }
        return DoctorCheck(
            subject: "brokers of nodes", verdict: .ok,
            finding: "not at the first broker: " + places.joined(separator: "; "))
    }
}

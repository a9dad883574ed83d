internal import ClockWire

/// The broker's machine.
struct BrokerHost {
    var model: Broker
    /// For each client identifier, which port uses it now.
    var ends: [(port: Int, connection: Int32)]
    /// The plan's faults that keep it down.
    var faults: [Int] = []
    /// What it will have of its state when it is back.
    var memory = BrokerMemory.kept
    /// What clients there have seen to ring or to be snoozed.
    ///
    /// By the topic under which the node reports, where it is anything.
    var shownRings: [Int: [RingReport]] = [:]

    init(_ plan: BrokerPlan, clients: Int) {
        model = Broker(plan: plan)
        ends = Array(repeating: (-1, 0), count: clients)
    }
}

internal import ClockWire

/// The broker's machine.
struct BrokerHost {
    var model: Broker
    /// For each client identifier, the port that uses it now.
    var ends: [(port: Int, connection: Int32)]
    /// The plan's faults that keep it down.
    var faults: [Int] = []
    /// The part of its state that survives the present outage.
    var memory = BrokerMemory.kept
    /// The ringing and snoozed occurrences that the clients there have received.
    ///
    /// By the topic under which the node reports; without entries for nodes that report none.
    var shownRings: [Int: [RingReport]] = [:]

    init(_ plan: BrokerPlan, clients: Int) {
        model = Broker(plan: plan)
        ends = Array(repeating: (-1, 0), count: clients)
    }
}

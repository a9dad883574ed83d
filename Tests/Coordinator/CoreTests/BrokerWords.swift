import ClockCoordinatorCore
import ClockDomain
import ClockWire

/// The words of the broker.
extension CoordinatorEvent {
    static let brokerConnected = Self.broker(.connected(place: 0))
    static func brokerDisconnected(reason: String) -> Self { .broker(.disconnected(reason: reason)) }
    static let reportsConnected = Self.broker(.reportsConnected)
    static func reportsDisconnected(reason: String) -> Self { .broker(.reportsDisconnected(reason: reason)) }
    static func brokerDropped(total: Int) -> Self { .broker(.dropped(total: total)) }
    static func availability(_ node: NodeID, _ availability: Availability) -> Self {
        .broker(.availability(node, availability, isRetained: false))
    }
    static func reported(_ node: NodeID, _ report: Boxed<Reported>) -> Self {
        .broker(.reported(node, report, isRetained: false))
    }
    static func ledger(_ node: NodeID, _ batch: LedgerBatch) -> Self { .broker(.ledger(node, batch)) }
    static func timeRequest(
        _ node: NodeID, _ request: TimeRequest, received: WallTime, correlation: [UInt8]?
    ) -> Self {
        .broker(.timeRequest(node, request, received: received, correlation: correlation))
    }
}

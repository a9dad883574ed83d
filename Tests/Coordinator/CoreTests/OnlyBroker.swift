import ClockCoordinatorCore
import ClockDomain
import ClockWire

/// What the only broker of a site tells.
extension CoordinatorEvent {
    static let brokerConnected = Self.broker(0, .connected)
    static func brokerDisconnected(reason: String) -> Self { .broker(0, .disconnected(reason: reason)) }
    static let reportsConnected = Self.broker(0, .reportsConnected)
    static func reportsDisconnected(reason: String) -> Self { .broker(0, .reportsDisconnected(reason: reason)) }
    static func brokerDropped(total: Int) -> Self { .broker(0, .dropped(total: total)) }
    static func availability(_ node: NodeID, _ availability: Availability) -> Self {
        .broker(0, .availability(node, availability, isRetained: false))
    }
    static func reported(_ node: NodeID, _ report: Boxed<Reported>) -> Self {
        .broker(0, .reported(node, report, isRetained: false))
    }
    static func ledger(_ node: NodeID, _ batch: LedgerBatch) -> Self { .broker(0, .ledger(node, batch)) }
    static func timeRequest(
        _ node: NodeID, _ request: TimeRequest, received: WallTime, correlation: [UInt8]?
    ) -> Self {
        .broker(0, .timeRequest(node, request, received: received, correlation: correlation))
    }
}

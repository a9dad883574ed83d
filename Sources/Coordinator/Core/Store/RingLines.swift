public import ClockDomain

/// The coordinator's line for an occurrence that a node never reported.
public struct RingAbsence: Hashable, Sendable {
    public var node: NodeID
    /// Its outcome is `absent`.
    public var record: RingRecord
    /// Whether it still rings on the node or is snoozed, as the node says: its own line comes when that ends. Nobody is told
    /// of this one.
    public var isUnderWay: Bool

    public init(node: NodeID, record: RingRecord, isUnderWay: Bool = false) {
        self.node = node
        self.record = record
        self.isUnderWay = isUnderWay
    }
}

/// That a node's history has a line for an occurrence.
public struct RingLine: Hashable, Sendable {
    public var node: NodeID
    public var occurrence: Occurrence
    /// Whether the node wrote it, not the coordinator.
    public var isOfNode: Bool

    public init(node: NodeID, occurrence: Occurrence, isOfNode: Bool) {
        self.node = node
        self.occurrence = occurrence
        self.isOfNode = isOfNode
    }
}

public import ClockDomain

/// The coordinator's line for an occurrence that a node never reported.
public struct RingAbsence: Hashable, Sendable {
    public var node: NodeID
    /// Its outcome is `absent`.
    public var record: RingRecord

    public init(node: NodeID, record: RingRecord) {
        self.node = node
        self.record = record
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

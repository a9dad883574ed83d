public import ClockDomain

/// The coordinator's line for an occurrence that a node never reported.
public struct RingAbsence: Hashable, Sendable {
    public var node: NodeID
    /// Its outcome is `absent`.
    public var record: RingRecord
    /// True if the node reports that it still rings or is snoozed: the node's own line comes when that ends. People get
    /// no message about this one.
    public var isUnderWay: Bool

    public init(node: NodeID, record: RingRecord, isUnderWay: Bool = false) {
        self.node = node
        self.record = record
        self.isUnderWay = isUnderWay
    }
}

/// The mark that a node's history has a line for an occurrence.
public struct RingLine: Hashable, Sendable {
    public var node: NodeID
    public var occurrence: Occurrence
    /// True if the node wrote it, not the coordinator.
    public var isOfNode: Bool

    public init(node: NodeID, occurrence: Occurrence, isOfNode: Bool) {
        self.node = node
        self.occurrence = occurrence
        self.isOfNode = isOfNode
    }
}

public import ClockDomain

/// Node to coordinator, QoS 0: asks the time there. (The first two of the four timestamps of RFC 5905 section 8.)
public struct TimeRequest: WireMessage, Hashable {
    /// The clock that the node measures with, when it published this: T1. Nanoseconds, as the text form would round.
    public var originNanoseconds: Int64

    public init(originNanoseconds: Int64) { self.originNanoseconds = originNanoseconds }

    enum CodingKeys: String, CodingKey {
        case originNanoseconds = "origin_ns"
    }
}

/// Coordinator to node: the answer to a ``TimeRequest``.
public struct TimeReply: WireMessage, Hashable {
    /// T1 as it came.
    public var originNanoseconds: Int64
    /// T2: the coordinator's clock when the request came in.
    public var receivedNanoseconds: Int64
    /// T3: the coordinator's clock when it published this.
    public var transmittedNanoseconds: Int64
    /// True if a node may trust the coordinator's clock: a time service keeps it, or somebody says so.
    @Field<Fields.No> public var isVouched: Bool

    public init(
        originNanoseconds: Int64, receivedNanoseconds: Int64, transmittedNanoseconds: Int64, isVouched: Bool = false
    ) {
        self.originNanoseconds = originNanoseconds
        self.receivedNanoseconds = receivedNanoseconds
        self.transmittedNanoseconds = transmittedNanoseconds
        self.isVouched = isVouched
    }

    enum CodingKeys: String, CodingKey {
        case originNanoseconds = "origin_ns"
        case receivedNanoseconds = "received_ns"
        case transmittedNanoseconds = "transmitted_ns"
        case isVouched = "vouched"
    }
}

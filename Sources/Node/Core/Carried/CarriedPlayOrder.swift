public import ClockDomain

/// An order to play a carried sound with its first frame at an instant.
public struct CarriedPlayOrder: Hashable, Sendable {
    /// From the same counter as the ids of play orders.
    public var id: Int
    public var sound: Digest
    public var target: WallTime
    /// As ``PlayOrder/audibleAt``.
    public var audibleAt: BootTime
    public var volume: Volume
    /// As ``NodeSettings/trimMicroseconds``.
    public var trimMicroseconds: Int
}

/// The instant at which a message reached this process; the network thread reads it before it hands the message on.
public struct MQTTReceipt: Sendable, Equatable {
    /// CLOCK_BOOTTIME, in nanoseconds since boot.
    public let bootNanoseconds: Int64
    /// CLOCK_REALTIME, in nanoseconds since the Unix epoch.
    public let realtimeNanoseconds: Int64
    /// The message may have waited this long in the socket, as the program was stopped; 0 where it was not.
    public internal(set) var waitedNanoseconds: Int64 = 0
}

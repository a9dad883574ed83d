public import ClockDomain

/// Another coordinator that sends wakes to the same site.
public struct OtherCoordinator: Hashable, Sendable, Codable {
    /// Random name of its store. It may be the same as this coordinator's: then one of the two has a copy.
    public var store: String
    /// The instant at which it started, by its own clock.
    public var started: WallTime
    /// The instant at which its last wake came.
    public var heard: WallTime

    /// Of its check in ``DoctorReport``.
    public static let subject = "another coordinator"

    public init(store: String, started: WallTime, heard: WallTime) {
        self.store = store
        self.started = started
        self.heard = heard
    }
}

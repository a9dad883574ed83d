public import ClockDomain

/// The one of several coordinators with one store that works, and those that stand by.
public struct LeaseStatus: Hashable, Sendable, Codable {
    /// The machine of the one that works.
    public var machine: String
    /// The instant at which it took over the store, by its own clock.
    public var since: WallTime
    /// Those that were there within the last day, ascending by machine.
    public var standbys: [StandbyCoordinator]

    /// Of its check in ``DoctorReport``.
    public static let subject = "standby"

    public init(machine: String, since: WallTime, standbys: [StandbyCoordinator]) {
        self.machine = machine
        self.since = since
        self.standbys = standbys
    }
}

/// A coordinator that waits to take over.
public struct StandbyCoordinator: Hashable, Sendable, Codable {
    /// Looks at the store every second, so that after this time it is not there.
    public static let patience: Duration = .seconds(10)

    public var machine: String
    /// The instant at which it last read the store.
    public var heard: WallTime

    public init(machine: String, heard: WallTime) {
        self.machine = machine
        self.heard = heard
    }

    public func isThere(at now: WallTime) -> Bool { now - heard < Self.patience }
}

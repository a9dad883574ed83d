/// A reading of the lease of a shared store. See ``LeaseMachine``.
public struct LeaseRow: Hashable, Sendable {
    /// A coordinator that stands by.
    public struct Standby: Hashable, Sendable {
        public var machine: String
        /// The time since its last look, by the store's clock.
        public var silentFor: Duration

        public init(machine: String, silentFor: Duration) {
            self.machine = machine
            self.silentFor = silentFor
        }
    }

    /// Random name of the run that has the lease; empty when nobody has it.
    public var holder: String
    /// The holder's machine, for people.
    public var machine: String
    /// Grows with each taking.
    public var generation: Int64
    /// Grows with each taking, renewal and commit.
    public var renewals: Int64
    /// The time until it expires by the store's clock; zero or less when it has expired.
    public var left: Duration
    /// The standbys of the last day, ascending by machine.
    public var standbys: [Standby]

    public init(
        holder: String, machine: String, generation: Int64, renewals: Int64, left: Duration, standbys: [Standby] = []
    ) {
        self.holder = holder
        self.machine = machine
        self.generation = generation
        self.renewals = renewals
        self.left = left
        self.standbys = standbys
    }

    var isFree: Bool { holder.isEmpty }

    /// True if nobody took or renewed the lease between the two.
    func isSame(as other: LeaseRow) -> Bool { generation == other.generation && renewals == other.renewals }
}

/// The lease of a shared store, as somebody saw it. See ``LeaseMachine``.
public struct LeaseRow: Hashable, Sendable {
    /// A coordinator that stands by.
    public struct Standby: Hashable, Sendable {
        public var machine: String
        /// Since it last looked, by the store's clock.
        public var silentFor: Duration

        public init(machine: String, silentFor: Duration) {
            self.machine = machine
            self.silentFor = silentFor
        }
    }

    /// Random name of the run that has it; empty where nobody does.
    public var holder: String
    /// For people, where that one runs.
    public var machine: String
    /// Grows with each taking.
    public var generation: Int64
    /// Grows with each taking, renewal and commit.
    public var renewals: Int64
    /// Until it is over by the store's clock; zero or less where it is.
    public var left: Duration
    /// Those of the last day, ascending by machine.
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

    /// Whether nobody took or renewed it between the two.
    func isSame(as other: LeaseRow) -> Bool { generation == other.generation && renewals == other.renewals }
}

/// One thing that goes wrong.
public struct PlannedFault: Hashable, Sendable, Codable {
    public var start: TrueTime
    /// When it is over; `nil` or beyond ``SimulationPlan/healsAt``: when everything heals. Kinds that are over at once
    /// say so.
    public var end: TrueTime?
    /// Whom it befalls, one after the other; hosts that the kind does not fit are left out.
    public var hosts: [Host]
    public var kind: FaultKind

    public init(start: TrueTime, end: TrueTime? = nil, hosts: [Host], kind: FaultKind) {
        self.start = start
        self.end = end
        self.hosts = hosts
        self.kind = kind
    }
}

/// What can go wrong. Of two faults that overlap and concern the same part of a host, the one that began last holds;
/// when that ends, the part is as it was planned.
public enum FaultKind: Hashable, Sendable, Codable {
    // MARK: The network, between the hosts and the broker

    /// The links are like this for a while: delay, jitter, asymmetry, loss, duplicates, reordering.
    case link(LinkPlan)
    /// Nothing comes through. Connections stand until somebody's keep-alive gives them up.
    case partition(Direction)
    /// So many messages a second come through, in each direction, and no more; the rest waits.
    case clog(messagesPerSecond: Int)

    // MARK: The broker

    /// It goes at the start and is back at the end, with what this says of its state.
    case brokerDown(BrokerMemory)

    // MARK: Clocks (of nodes and coordinators)

    /// Somebody sets the wall clock by so much. Over at once; a time service that works notices and puts it right within
    /// two seconds.
    case clockStep(Duration)
    /// The crystal has another rate for a while, ``ClockPlan/driftPPB``.
    case drift(partsPerBillion: Int)
    /// The time service vouches no more until the end, and steers no more.
    case timeServiceStops
    /// The time service is wrong by so much until the end: it sets the clock so, and vouches for it.
    case timeServiceWrong(by: Duration)
    /// The machine is moved to another zone until the end. Also how new rules of the tz database arrive, at nodes and
    /// coordinators: the table may hold two of one name, of which the first is what everybody begins with.
    case zone(Int)

    // MARK: Disks (of nodes and coordinators)

    case diskFull
    case diskReadOnly
    /// A write takes so long.
    case diskSlow(Duration)
    /// It says that data is on it before it is. What was written last is lost when the power goes meanwhile; with `torn`,
    /// a node's file may be found damaged.
    case diskLies(torn: Bool)
    /// At the end the machine stops, gets back what was on its disk at the start, and starts again: a card, or a backup,
    /// that somebody restored.
    case snapshotRestored

    // MARK: Outputs (of nodes)

    /// Opening takes so long.
    case outputSlow(Duration)
    case outputBusy
    case outputMissing
    /// It goes away: sounds that play are cut off, and none begin.
    case outputLost
    /// It takes orders and never answers.
    case outputStuck
    /// It runs dry once in every sound.
    case outputUnderrun
    /// The voice pack has none of these clips.
    case voiceIncomplete([String])

    // MARK: Machines and programs (of nodes and coordinators)

    /// The program is killed; it runs again at the end.
    case crash
    /// The program is killed just before the effect that follows `effects` more of its effects, counted from the
    /// start, is carried out. It runs again after `outage`.
    case crashAtEffect(effects: Int, outage: Duration)
    /// The power goes; it is back at the end.
    case powerCut
    /// As ``crashAtEffect(effects:outage:)``, with the power.
    case powerCutAtEffect(effects: Int, outage: Duration)
    /// The program is stopped in an orderly way; it runs again at the end.
    case stop
    /// The machine sleeps until the end. CLOCK_BOOTTIME goes on.
    case suspend
}

public enum Direction: String, Hashable, Sendable, Codable {
    /// From the host to the broker.
    case outward
    /// From the broker to the host.
    case homeward
    case both
}

/// What a broker has of its retained messages and sessions when it is back.
public enum BrokerMemory: String, Hashable, Sendable, Codable {
    /// All: it was stopped in an orderly way.
    case kept
    /// What it had at its last autosave: it was killed.
    case autosaved
    /// Nothing: its file is gone.
    case lost
}

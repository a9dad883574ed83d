public struct PlannedFault: Hashable, Sendable, Codable {
    public var start: TrueTime
    /// The end of the fault; `nil` or beyond ``SimulationPlan/healsAt``: the instant at which everything heals. Kinds
    /// that are over at once say so.
    public var end: TrueTime?
    /// The hosts that it strikes, one after the other; hosts that the kind does not fit are skipped.
    public var hosts: [Host]
    public var kind: FaultKind
}

/// The kinds of faults. Of two faults that overlap and concern the same part of a host, the one that began last holds;
/// when that ends, the part works as planned.
public enum FaultKind: Hashable, Sendable, Codable {
    // MARK: The network, between the hosts and the broker

    /// The links behave like this for a while: delay, jitter, asymmetry, loss, duplicates, reordering.
    case link(LinkPlan)
    /// Nothing comes through. Connections stand until a keep-alive gives them up.
    case partition(Direction)
    /// Only this many messages a second come through in each direction; the rest waits.
    case clog(messagesPerSecond: Int)

    // MARK: The broker

    /// It stops at the start and is back at the end, with this part of its state.
    case brokerDown(BrokerMemory)

    // MARK: Clocks (of nodes and coordinators)

    /// Somebody moves the wall clock by this much. Over at once; a working time service notices and corrects it within
    /// two seconds.
    case clockStep(Duration)
    /// The crystal has another rate for a while, ``ClockPlan/driftPPB``.
    case drift(partsPerBillion: Int)
    /// The time service stops vouching and steering until the end.
    case timeServiceStops
    /// The time service has this error until the end: it sets the clock accordingly, and vouches for it.
    case timeServiceWrong(by: Duration)
    /// The machine is in another zone until the end. New rules of the tz database arrive this way too, at nodes and
    /// coordinators: the table may hold two zones of one name, and every machine begins with the first.
    case zone(Int)

    // MARK: Disks (of nodes and coordinators)

    case diskFull, diskReadOnly
    /// A write takes this long.
    case diskSlow(Duration)
    /// It reports data as stored too early. The last writes are lost when the power goes meanwhile; with `torn`, a
    /// node's file may be damaged.
    case diskLies(torn: Bool)
    /// At the end the machine stops, gets back the disk content of the start, and starts again, like a card or backup
    /// that somebody restored.
    case snapshotRestored

    // MARK: Outputs (of nodes)

    /// Opening takes this long.
    case outputSlow(Duration)
    case outputBusy, outputMissing
    /// It goes away: playing sounds break off, and none begin.
    case outputLost
    /// It accepts orders and never answers.
    case outputStuck
    /// It runs dry once in every sound.
    case outputUnderrun
    /// The voice pack lacks these clips.
    case voiceIncomplete([String])

    // MARK: Machines and programs (of nodes and coordinators)

    /// The program is killed; it runs again at the end.
    case crash
    /// The program is killed just before an effect: the one that follows `effects` more of its effects, counted from
    /// the start. It runs again after `outage`.
    case crashAtEffect(effects: Int, outage: Duration)
    /// The power fails; it is back at the end.
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

/// The part of a broker's retained messages and sessions that survives an outage.
public enum BrokerMemory: String, Hashable, Sendable, Codable {
    /// All: it was stopped in an orderly way.
    case kept
    /// The state of its last autosave: it was killed.
    case autosaved
    /// Nothing: its file is gone.
    case lost
}

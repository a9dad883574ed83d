public import ClockDomain
public import ClockWire

extension NodeCore {
    /// What a node does. Carried out in order, each before the next.
    public enum Effect: Hashable, Sendable {
        /// Put the state on the disk, synced, before anything after it is done. Answered by `.stored` or `.storeFailed`.
        case store(NodeState, ticket: Int)
        case publishReported(Reported)
        case publishLedger(LedgerBatch)
        case publishTimeRequest(TimeRequest)
        case play(PlayOrder)
        case cancelPlay(id: Int)
        case startRing(RingOrder)
        case stopRing(id: Int)
        /// Open and close the output once. Answered by `.audio`.
        case probeAudio
        /// Have the clips of this voice in memory. Answered by `.voice`.
        case loadVoice(name: String)
        /// Read a zone's rules from the tz database. Answered by `.zone`.
        /// - Parameter name: `nil` for the zone whose time the node speaks, whatever that now is.
        case loadZone(name: String?)
        case setTimer(TimerToken<TimerKind>, Deadline)
        case cancelTimer(TimerToken<TimerKind>)
        case log(LogLevel, String)
    }
}

/// A plan to be played with its anchor at an instant.
public struct PlayOrder: Hashable, Sendable {
    public var id: Int
    public var plan: AnnouncementPlan
    /// When the anchor frame leaves the output.
    public var target: WallTime
    public var volume: Volume

    public init(id: Int, plan: AnnouncementPlan, target: WallTime, volume: Volume) {
        self.id = id
        self.plan = plan
        self.target = target
        self.volume = volume
    }
}

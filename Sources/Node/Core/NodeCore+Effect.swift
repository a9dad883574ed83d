public import ClockDomain
public import ClockWire

extension NodeCore {
    /// What a node does. Carried out in order, each before the next. What is large lies in a box of its own.
    public enum Effect: Hashable, Sendable {
        /// Put the state on the disk, synced, before anything after it is done. Answered by `.stored` or `.storeFailed`.
        case store(Boxed<NodeState>, ticket: Int)
        case publish(NodeMessage)
        /// Go by this clock from now on, in place of the machine's wall clock.
        indirect case adjustClock(SteeredClock)
        indirect case play(PlayOrder)
        case cancelPlay(id: Int)
        indirect case startRing(RingOrder)
        case stopRing(id: Int)
        /// Open and close the output once. Answered by `.audio`.
        case probeAudio
        /// Have the clips of this voice in memory, and those of a chime that is somebody's own. Answered by `.voice`.
        indirect case loadVoice(name: String, chime: Chime)
        /// See which sounds for alarms and timers there are as files, and whether they can be heard; `names` are those
        /// that something is to ring with. Answered by `.sounds`.
        case checkSounds(names: [String])
        /// Read a zone's rules from the tz database. Answered by `.zone`.
        /// - Parameter name: `nil` for the zone whose time the node speaks, whatever that now is.
        case loadZone(name: String?)
        /// Answer a program of this machine.
        indirect case answerLocal(LocalAnswer, peer: Int)
        /// Have the chunks of the content delivered, those that are kept by the broker and those to come, until it is left.
        case fetchContent(Digest)
        case leaveContent(Digest)
        /// Put a chunk of a blob on the disk. Answered by `.contentLost` when that cannot be done.
        indirect case keepChunk(Content, Blob, chunk: Int, [UInt8])
        /// All chunks of the blob are on the disk: keep it if it is what its name says. Answered by `.blobKept` or
        /// `.contentLost`.
        indirect case keepBlob(Content, Blob)
        /// See whether the sound is on the disk, whole and what its name says. Answered by `.soundFound`.
        indirect case findSound(Blob)
        /// Have the sound's frames in memory. Answered by `.soundLoaded` or `.contentLost`.
        indirect case loadSound(Blob)
        case unloadSound(Digest)
        /// Play a sound that is in memory. Answered by `.playback`.
        indirect case playSound(CarriedPlayOrder)
        /// See what of the pack is on the disk, and put it in its place if all of it is. Answered by `.packFound`, or by
        /// `.packFailed`, also where the disk has no room for the rest of it.
        indirect case findPack(PackReference)
        /// All files are there: put the pack in its place, before any other version of it. Answered by `.packInstalled`
        /// or `.packFailed`.
        indirect case installPack(PackReference)
        /// Remove all packs but these, and but the version in place of one of these that is not there yet. Answered by
        /// `.packsDropped`.
        indirect case dropPacks(keeping: [PackReference])
        case setTimer(TimerToken<TimerKind>, Deadline)
        case cancelTimer(TimerToken<TimerKind>)
        case log(LogLevel, String)
        /// Log what became of a quarter hour: its sentence is made by who has a log.
        indirect case logRecord(QuarterRecord)

        /// Whether it ends a sound that has a number up to `id`: plays and rings share the numbers.
        func silences(through id: Int) -> Bool {
            switch self {
            case .cancelPlay(let sound), .stopRing(let sound): sound <= id
            default: false
            }
        }
    }
}

/// A plan to be played with its anchor at an instant.
public struct PlayOrder: Hashable, Sendable {
    public var id: Int
    public var plan: AnnouncementPlan
    /// When the anchor frame leaves the output.
    public var target: WallTime
    /// When the boot clock will show it, by the wall clock as it was when this was ordered.
    public var audibleAt: BootTime
    public var volume: Volume
    /// As ``NodeSettings/trimMicroseconds``.
    public var trimMicroseconds: Int

    public init(
        id: Int, plan: AnnouncementPlan, target: WallTime, audibleAt: BootTime, volume: Volume,
        trimMicroseconds: Int = 0
    ) {
        self.id = id
        self.plan = plan
        self.target = target
        self.audibleAt = audibleAt
        self.volume = volume
        self.trimMicroseconds = trimMicroseconds
    }
}

/// When a sound that marks an instant of the wall clock is to be heard.
public enum SoundInstant {
    /// More than two readings of clocks are apart on a busy machine, in nanoseconds.
    private static let longestReading: UInt64 = 100_000_000

    /// A slow disk may hold an order up, and the clock be set meanwhile. The core has yet to hear of that, and takes back
    /// what is still to be heard by the clock as it was. So the sound goes by that clock too, and not by one that the core
    /// never saw. Otherwise the wall clock is looked at once more: a clock that follows the coordinator's is slewed.
    ///
    /// - Parameters:
    ///   - byWall: when the wall clock shows the instant, as it is now. Exact to a microsecond.
    ///   - asOrdered: when it was to show it, as it was when the sound was ordered. In nanoseconds of the same clock.
    /// - Returns: one of the two.
    public static func choose(byWall: Int64, asOrdered: Int64) -> Int64 {
        let (apart, isFar) = byWall.subtractingReportingOverflow(asOrdered)
        return isFar || apart.magnitude > longestReading ? asOrdered : byWall
    }
}

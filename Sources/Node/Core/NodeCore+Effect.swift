public import ClockDomain
public import ClockWire

extension NodeCore {
    /// An act of a node. The daemon carries effects out in order, each before the next. Large values are boxed.
    public enum Effect: Hashable, Sendable {
        /// Put the state on the disk, synced, before any later effect. Answered by `.stored` or `.storeFailed`.
        case store(Boxed<NodeState>, ticket: Int)
        case publish(NodeMessage)
        /// Go by this clock from now on, in place of the machine's wall clock.
        indirect case adjustClock(SteeredClock)
        indirect case play(PlayOrder)
        case cancelPlay(id: Int)
        indirect case startRing(RingOrder)
        case stopRing(id: Int)
        /// Sound a part of an emergency at once. Answered as a ring, and stopped as one.
        case startAlert(AlertOrder)
        /// Change the volume of a sound that was ordered and has not ended, and a ring's least volume, also while it is
        /// heard.
        case setVolume(id: Int, Volume, floor: Volume)
        /// Open and close the output once. Answered by `.audio`.
        case probeAudio
        /// Load the clips of this voice into memory, and those of a custom chime. Answered by `.voice`.
        indirect case loadVoice(name: String, chime: Chime)
        /// Find the sound files for alarms and timers, and check that each can be played; `names` are the sounds that
        /// alarms and timers use. Answered by `.sounds`.
        case checkSounds(names: [String])
        /// Read a zone's rules from the tz database. Answered by `.zone`.
        /// - Parameter name: `nil` for the zone whose time the node speaks.
        case loadZone(name: String?)
        /// Answer a program of this machine.
        indirect case answerLocal(LocalAnswer, peer: Int)
        /// Subscribe to the chunks of the content, retained and new, until `.leaveContent`.
        case fetchContent(Digest)
        case leaveContent(Digest)
        /// Put a chunk of a blob on the disk. Answered by `.contentLost` when that cannot be done.
        indirect case keepChunk(Content, Blob, chunk: Int, [UInt8])
        /// All chunks of the blob are on the disk: keep it if its bytes match its name. Answered by `.blobKept` or
        /// `.contentLost`.
        indirect case keepBlob(Content, Blob)
        /// Check that the sound is on the disk, whole and matching its name. Answered by `.soundFound`.
        indirect case findSound(Blob)
        /// Load the sound's frames into memory. Answered by `.soundLoaded` or `.contentLost`.
        indirect case loadSound(Blob)
        case unloadSound(Digest)
        /// Play a sound that is in memory. Answered by `.playback`.
        indirect case playSound(CarriedPlayOrder)
        /// Find the parts of the pack on the disk, and install it if all are there. Answered by `.packFound`, or by
        /// `.packFailed`, also when the disk has no room for the missing parts.
        indirect case findPack(PackReference)
        /// All files are there: install the pack in place of any other version of it. Answered by `.packInstalled` or
        /// `.packFailed`.
        indirect case installPack(PackReference)
        /// Remove all packs but these. Keep the installed version of a pack whose new version is still missing.
        /// Answered by `.packsDropped`.
        indirect case dropPacks(keeping: [PackReference])
        case setTimer(TimerToken<TimerKind>, Deadline)
        case cancelTimer(TimerToken<TimerKind>)
        case log(LogLevel, String)
        /// Log the record of a quarter hour: the holder of the log makes the sentence.
        indirect case logRecord(QuarterRecord)

        /// True when the effect ends a sound whose number is at most `id`: plays and rings share the numbers.
        func silences(through id: Int) -> Bool {
            switch self {
            case .cancelPlay(let sound), .stopRing(let sound): sound <= id
            default: false
            }
        }
    }
}

/// An order to sound a part of an emergency at once: rounds of its sound, or its words.
public struct AlertOrder: Hashable, Sendable {
    /// From the same counter as the ids of play orders.
    public var id: Int
    /// The ``Emergency/id``.
    public var emergency: String
    /// As ``RingOrder/sound``.
    public var sound: String
    public var plays: Int
    public var volume: Volume

    public init(id: Int, emergency: String, sound: String, plays: Int, volume: Volume) {
        self.id = id
        self.emergency = emergency
        self.sound = sound
        self.plays = plays
        self.volume = volume
    }
}

/// An order to play a plan with its anchor at an instant.
public struct PlayOrder: Hashable, Sendable {
    public var id: Int
    public var plan: AnnouncementPlan
    /// The instant at which the anchor frame leaves the output.
    public var target: WallTime
    /// The target by the boot clock, as the wall clock stood at the order.
    public var audibleAt: BootTime
    public var volume: Volume
    /// As ``NodeSettings/trimMicroseconds``.
    public var trimMicroseconds: Int
    /// True for words between rings, which are silent meanwhile.
    public var silencesRings: Bool

    public init(
        id: Int, plan: AnnouncementPlan, target: WallTime, audibleAt: BootTime, volume: Volume,
        trimMicroseconds: Int = 0, silencesRings: Bool = false
    ) {
        self.id = id
        self.plan = plan
        self.target = target
        self.audibleAt = audibleAt
        self.volume = volume
        self.trimMicroseconds = trimMicroseconds
        self.silencesRings = silencesRings
    }
}

/// Chooses the instant of a sound that marks an instant of the wall clock.
public enum SoundInstant {
    /// Two readings of the clocks lie less than this apart, in nanoseconds, even on a busy machine.
    private static let longestReading: UInt64 = 100_000_000

    /// A slow disk may delay an order, and somebody may set the clock meanwhile. The core does not know that yet, and
    /// cancels pending sounds by the clock as it was. So the sound goes by that clock too, not by one that the core
    /// never saw. Otherwise this reads the wall clock once more: a clock that follows the coordinator's is slewed.
    ///
    /// - Parameters:
    ///   - byWall: the instant by the wall clock as it is now. Exact to a microsecond.
    ///   - asOrdered: the instant by the wall clock as it was at the order. In nanoseconds of the same clock.
    /// - Returns: one of the two.
    public static func choose(byWall: Int64, asOrdered: Int64) -> Int64 {
        let (apart, isFar) = byWall.subtractingReportingOverflow(asOrdered)
        return isFar || apart.magnitude > longestReading ? asOrdered : byWall
    }
}

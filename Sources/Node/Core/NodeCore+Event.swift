public import ClockDomain
public import ClockWire

extension NodeCore {
    /// What can happen to a node. What is large lies in a box of its own.
    public enum Event: SourcedEvent {
        /// The program is up; comes once, before anything else.
        case started
        case brokerConnected
        case brokerDisconnected
        indirect case wake(Wake)
        /// - Parameter isRetained: whether the broker kept the document, so that it may have been sent long ago.
        indirect case desired(Desired, isRetained: Bool = false)
        case acked(Acked)
        indirect case command(Command)
        /// `receivedAt`: this node's clocks when the reply came off the network, T4.
        case timeReply(TimeReply, receivedAt: Receipt)
        case timer(TimerToken<TimerKind>)
        /// The wall clock was set by somebody: every due time is derived again.
        case clockSet
        /// The state of the `.store` effect with this ticket is on the disk.
        case stored(ticket: Int)
        case storeFailed(ticket: Int, reason: String)
        indirect case playback(id: Int, PlaybackResult)
        /// Somebody stopped or snoozed an occurrence, for all nodes.
        indirect case ringAction(RingAction)
        /// A program of this machine asks for something. Answered by `.answerLocal` for the same peer.
        indirect case asked(LocalRequest, peer: Int)
        indirect case ring(id: Int, RingResult)
        /// The rules of a zone as the tz database has them now; `nil` when it has none of that name.
        /// - Parameter name: `nil` for the zone whose time the node speaks.
        indirect case zone(name: String?, TimeZoneRules?)
        case audio(AudioReport)
        /// What the output has shown itself to be.
        /// - Parameters:
        ///   - depth: how long before it is heard it takes a sound in, beyond what every lead-in has room for.
        ///   - hasClock: whether it plays at the pace of a clock.
        case outputLearned(depth: Duration, hasClock: Bool)
        /// - Parameter chime: how far the figures of a chime that is somebody's own reach, by ``Quarter``; empty for a
        ///   built-in one.
        indirect case voice(VoiceReport, chime: [ChimeSpan])
        indirect case sounds(SoundsReport)
        /// A chunk of content has come.
        indirect case chunk(Int, of: Digest, in: Digest, [UInt8])
        /// The blob of this content is on the disk, and what its name says.
        case blobKept(Digest, of: Digest)
        /// The content cannot be kept or read.
        case contentLost(Digest, SoundReason, detail: String)
        case soundFound(Digest, isThere: Bool)
        case soundLoaded(Digest)
        indirect case packFound(Digest, PackFinding)
        case packInstalled(Digest)
        /// The pack cannot be looked up or put in its place.
        case packFailed(Digest, reason: String)
        /// Packs of these names are no longer in their places.
        case packsDropped([String])
        /// The program was told to read its configuration again, which has a mistake. It goes on with the earlier one.
        case configurationRefused(reason: String)
        /// The program is told to leave.
        case shutdown

        public var source: EventSource {
            switch self {
            case .wake, .desired, .acked, .command, .timeReply, .ringAction, .asked, .chunk: .message
            case .brokerConnected, .brokerDisconnected: .connection
            case .started, .timer, .clockSet, .stored, .storeFailed, .playback, .ring, .zone, .audio, .outputLearned,
                .voice, .sounds, .blobKept, .contentLost, .soundFound, .soundLoaded, .packFound, .packInstalled,
                .packFailed, .packsDropped, .configurationRefused, .shutdown:
                .program
            }
        }
    }

    /// Both clocks, read together.
    public struct Receipt: Hashable, Sendable {
        public var wall: WallTime
        public var boot: BootTime

        public init(wall: WallTime, boot: BootTime) {
            self.wall = wall
            self.boot = boot
        }
    }

    public enum TimerKind: Int, Hashable, Sendable, CaseIterable {
        /// The next look at the clock while a wake is kept.
        case trip
        /// The last moment to wake without a wake message.
        case selfWake
        /// The next quarter hour is over and must have a record.
        case close
        /// The next time exchange with the coordinator.
        case exchange
        /// Ledger entries were published and not acknowledged.
        case resend
        /// The retained acknowledgement has had its time to arrive after a connect.
        case ledgerHold
        /// The output must have answered by now.
        case playback
        /// Saving the state failed: try again.
        case storeRetry
        /// The clock is not trusted: see whether a time service has said something meanwhile.
        case trust
        /// The next occurrence of an alarm is near.
        case alarm
        /// Something that rings, is snoozed or counts down needs a look.
        case ring
        /// Look whether the tz database has other rules.
        case zones
        /// The clock that the node goes by was stepped by its own wish: due times are derived again.
        case stepped
        /// Something is to be done for a carried sound that is to be played.
        case carried
        /// Chunks of content have not come.
        case transfers
        /// A voice pack that failed is to be tried again.
        case packs
    }
}

/// What became of a ``PlayOrder``.
public enum PlaybackResult: Hashable, Sendable {
    /// Played to the end.
    /// - Parameters:
    ///   - onsetErrorNanoseconds: anchor frame leaving the output minus target, by the output's own word; `nil` when an
    ///     underrun swallowed the anchor.
    ///   - missingClips: clips that were not there, so that the built-in tone stood in.
    case finished(onsetErrorNanoseconds: Int64?, underruns: Int, missingClips: [String])
    case failed(PlaybackFailure, message: String)
    case cancelled
}

public enum PlaybackFailure: String, Hashable, Sendable, Codable {
    case deviceMissing = "device-missing"
    case deviceBusy = "device-busy"
    case deviceFailed = "device-failed"
    /// The target could not be met any more.
    case late
}

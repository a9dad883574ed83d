public import ClockDomain
public import ClockWire

extension NodeCore {
    /// An event that a node handles. Large values are boxed.
    public enum Event: SourcedEvent {
        /// The program is up; comes once, first.
        case started
        case brokerConnected, brokerDisconnected
        indirect case wake(Wake)
        /// - Parameter isRetained: true when the broker kept the document, which may thus be old.
        indirect case desired(Desired, isRetained: Bool = false)
        case acked(Acked)
        indirect case command(Command)
        /// `receivedAt`: this node's clocks when the reply came off the network, T4.
        case timeReply(TimeReply, receivedAt: Receipt)
        case timer(TimerToken<TimerKind>)
        /// Somebody set the wall clock: the core derives every due time again.
        case clockSet
        /// The state of the `.store` effect with this ticket is on the disk.
        case stored(ticket: Int)
        case storeFailed(ticket: Int, reason: String)
        indirect case playback(id: Int, PlaybackResult)
        /// Somebody stopped or snoozed an occurrence, for all nodes.
        indirect case ringAction(RingAction)
        /// The site's last word on an emergency.
        ///
        /// - Parameter left: the time for which the broker still keeps it; `nil` for one that has just been said.
        indirect case emergency(Emergency, left: Duration? = nil)
        /// A program of this machine sends a request. Answered by `.answerLocal` for the same peer.
        indirect case asked(LocalRequest, peer: Int)
        /// A key of the room's button went down or up at an instant.
        case button(isDown: Bool, at: BootTime)
        indirect case ring(id: Int, RingResult)
        /// The rules of a zone as the tz database has them now; `nil` when it has no zone of that name.
        /// - Parameter name: `nil` for the zone whose time the node speaks.
        indirect case zone(name: String?, TimeZoneRules?)
        case audio(AudioReport)
        /// The properties that the output has shown in use.
        /// - Parameters:
        ///   - depth: the time by which a sound must enter the output before it is heard, beyond the room of every
        ///     lead-in.
        ///   - hurriedDepth: the same for a sound without a lead-in, in which a server's word on its depth gets right.
        ///   - hasClock: true when it plays at the pace of a clock.
        case outputLearned(depth: Duration, hurriedDepth: Duration, hasClock: Bool)
        /// - Parameter chime: the spans of a custom chime's figures, by ``Quarter``; empty for a built-in chime.
        indirect case voice(VoiceReport, chime: [ChimeSpan])
        indirect case sounds(SoundsReport)
        /// A chunk of content has come.
        indirect case chunk(Int, of: Digest, in: Digest, [UInt8])
        /// The blob of this content is on the disk, and matches its name.
        case blobKept(Digest, of: Digest)
        /// The content cannot be stored or read.
        case contentLost(Digest, SoundReason, detail: String)
        case soundFound(Digest, isThere: Bool)
        case soundLoaded(Digest)
        indirect case packFound(Digest, PackFinding)
        case packInstalled(Digest)
        /// The pack cannot be found or installed.
        case packFailed(Digest, reason: String)
        /// Packs of these names are no longer installed.
        case packsDropped([String])
        /// The program must read its configuration again and finds a mistake in it. It goes on with the earlier one.
        case configurationRefused(reason: String)
        /// The program must exit.
        case shutdown

        public var source: EventSource {
            switch self {
            case .wake, .desired, .acked, .command, .timeReply, .ringAction, .emergency, .asked, .chunk: .message
            case .brokerConnected, .brokerDisconnected: .connection
            case .started, .timer, .clockSet, .stored, .storeFailed, .playback, .button, .ring, .zone, .audio,
                .outputLearned,
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
        /// The next reading of the clock while a wake is kept.
        case trip
        /// The last moment to wake without a wake message.
        case selfWake
        /// The next quarter hour is over and must have a record.
        case close
        /// The next time exchange with the coordinator.
        case exchange
        /// Ledger entries were published and not acknowledged.
        case resend
        /// The wait for the retained acknowledgement after a connect is over.
        case ledgerHold
        /// The output must have answered by now.
        case playback
        /// Saving the state failed: try again.
        case storeRetry
        /// The clock is not trusted: ask again whether a time service vouches for it.
        case trust
        /// The next occurrence of an alarm is near.
        case alarm
        /// Something that rings, is snoozed or counts down is due.
        case ring
        /// Check the tz database for new rules.
        case zones
        /// The node's own order stepped the clock that it goes by: the core derives due times again.
        case stepped
        /// A step towards playing a carried sound is due.
        case carried
        /// Chunks of content have not come.
        case transfers
        /// The next try for a voice pack that failed.
        case packs
        /// The button has been down for so long that it is held.
        case button
        /// A step of the emergency is due.
        case emergency
    }
}

/// The outcome of a ``PlayOrder``.
public enum PlaybackResult: Hashable, Sendable {
    /// Played to the end.
    /// - Parameters:
    ///   - onsetErrorNanoseconds: anchor frame leaving the output minus target, as the output reports it; `nil` when an
    ///     underrun swallowed the anchor.
    ///   - missingClips: missing clips, which the built-in tone replaced.
    case finished(onsetErrorNanoseconds: Int64?, underruns: Int, missingClips: [String])
    case failed(PlaybackFailure, message: String)
    case cancelled
}

public enum PlaybackFailure: String, Hashable, Sendable, Codable {
    case deviceMissing = "device-missing"
    case deviceBusy = "device-busy"
    case deviceFailed = "device-failed"
    /// The target had passed.
    case late
}

public import ClockDomain
public import ClockWire

extension NodeCore {
    /// What can happen to a node.
    public enum Event: Sendable {
        /// The program is up; comes once, before anything else.
        case started
        case brokerConnected
        case brokerDisconnected
        case wake(Wake)
        case desired(Desired)
        case acked(Acked)
        case command(Command)
        /// `receivedAt`: this node's clock when the reply came off the network, T4.
        case timeReply(TimeReply, receivedAt: WallTime)
        case timer(TimerToken<TimerKind>)
        /// The wall clock was set by somebody: every due time is derived again.
        case clockSet
        /// The state of the `.store` effect with this ticket is on the disk.
        case stored(ticket: Int)
        case storeFailed(reason: String)
        case playback(id: Int, PlaybackResult)
        /// Somebody stopped or snoozed an occurrence, for all nodes.
        case ringAction(RingAction)
        case ring(id: Int, RingResult)
        /// The rules of a zone as the tz database has them now; `nil` when it has none of that name.
        /// - Parameter name: `nil` for the zone whose time the node speaks.
        case zone(name: String?, TimeZoneRules?)
        case audio(AudioReport)
        case voice(VoiceReport)
        /// The program is told to leave.
        case shutdown
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

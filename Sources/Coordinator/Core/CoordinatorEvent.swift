public import ClockDomain
public import ClockWire

/// An input of the coordinator. Large values lie in a box of their own.
public enum CoordinatorEvent: Hashable, SourcedEvent {
    /// The first event of all.
    case started
    indirect case broker(BrokerWord)
    /// The store is shared, and this coordinator still has its lease.
    indirect case leaseKept(LeaseStatus)
    case timer(TimerToken<CoordinatorTimer>)
    case clockSet
    indirect case request(RequestOrigin, CoordinatorRequest)
    /// All operations of the commit are on the disk.
    case committed(CommitID, CommitSummary)
    /// The commit may or may not be in the store. `committed` or `commitFailed` follows.
    case commitUncertain(CommitID, reason: String)
    /// No operation of the commit is in the store.
    case commitFailed(CommitID, reason: String)
    indirect case storeRead(RequestOrigin, CoordinatorAnswer)
    /// The outcome of an attempt to send a message to people.
    case noticeAnswered(attempt: Int, NoticeOutcome)
    indirect case processRead(RequestOrigin, MetricsRequest, ProcessReading)
    indirect case storeChecked(StoreCheck)
    indirect case speechChecked(SpeechCheck)
    indirect case contentReport(NodeID, ContentReport)
    /// The job has produced a file that nodes can receive.
    indirect case soundReady(job: Int, Blob, milliseconds: Int)
    case soundRefused(job: Int, RequestError)
    /// - Parameters:
    ///   - pack: the texts that could be spoken; `nil` when none could.
    ///   - failure: the reason for which texts are missing in it.
    indirect case spokenPackMade(job: Int, PackReference?, failure: String?)
    /// - Parameter isThere: true if the file, or the sound made of it, is on the disk already.
    indirect case uploadFound(RequestOrigin, Digest, bytes: Int, isThere: Bool)
    /// - Parameter isWhole: true if this chunk completes the file and its digest matches its name.
    indirect case uploadKept(RequestOrigin, Digest, chunk: Int, isWhole: Bool)
    indirect case uploadRefused(RequestOrigin, Digest, RequestError)
    /// The document that a node obeys, as requested.
    indirect case held(NodeID, Desired)
    indirect case packFound(RequestOrigin, PackReference, missing: [Blob])
    indirect case packRefused(RequestOrigin, Digest, RequestError)
    /// A blob of a sound or a pack is missing, or its digest does not match its name.
    case contentUnreadable(Digest, reason: String)
    /// The rules of a requested zone; `nil` when the tz database has no zone of this name.
    indirect case zone(String, TimeZoneRules?)
    /// A wake of this site, from this coordinator or another one.
    indirect case wakeHeard(Wake)
    /// The presence of a coordinator of this site, from this one or another one.
    ///
    /// - Parameter isRetained: true if the broker kept it, and its sender may be gone.
    indirect case presenceHeard(CoordinatorPresence, isRetained: Bool)
    /// The site's last word on an emergency.
    indirect case emergencyHeard(Emergency)
    /// The clients that the broker accepts without a user name; `nil` when it did not answer.
    case brokerChecked(BrokerOpenness?)
    /// Counts of messages that the program refused since the last such event, for want of room.
    case turnedAway(TurnedAway)
    /// A command from Home Assistant.
    indirect case homeAssistantCommand(HomeAssistantCommand)
    /// A Home Assistant has started.
    case homeAssistantStarted
    /// The topics of this site's messages for Home Assistant that the broker keeps.
    case homeAssistantFound([String])
    /// A message under `ring/` from outside the site's writers.
    case strayFound(StrayMessage)
    /// A list of stops and snoozes on the topic of a node.
    case nodeListHeard(NodeID, bytes: Int)
    /// The outgoing queue had no room for a wake.
    indirect case wakeRefused(Wake, reason: String)
    /// The program was asked to read its configuration again, and found a mistake. It goes on with the earlier one.
    case configurationRefused(reason: String)

    public var source: EventSource {
        switch self {
        case .broker(let word): word.source
        case .request, .contentReport, .held, .wakeHeard, .presenceHeard, .strayFound, .nodeListHeard,
            .emergencyHeard,
            .homeAssistantCommand, .homeAssistantStarted, .homeAssistantFound:
            .message
        case .started, .timer, .clockSet, .committed, .commitUncertain, .commitFailed, .storeRead, .storeChecked,
            .speechChecked, .processRead, .noticeAnswered,
            .soundReady, .soundRefused, .spokenPackMade, .uploadFound, .uploadKept, .uploadRefused, .packFound,
            .packRefused,
            .contentUnreadable, .zone, .brokerChecked, .turnedAway, .wakeRefused, .configurationRefused,
            .leaseKept:
            .program
        }
    }
}

/// The coordinator's timers. There is at most one of each kind.
public enum CoordinatorTimer: Hashable, Sendable, CaseIterable {
    /// The next wake is due.
    case wake
    /// The lines that nodes did not send for the last quarter hour are due.
    case closing
    /// The coordinator may close occurrences that nodes left without a line.
    case rings
    /// Old lines are due for deletion; once a day the coordinator also checks zones and holidays for changes.
    case purge
    /// It is time to try the failing store again.
    case storeRetry
    /// Nodes that have sent nothing since the connection are offline.
    case settled
    /// It is time to clear the lists of nodes that the site does not have.
    case strays
    /// It is time to log the messages refused in the last minute.
    case limits
    /// The wait for documents that nodes hold is over.
    case adoption
    /// Doctor's wait for nodes is over.
    case doctor
    /// The making of a sound has taken too long.
    case sounds
    /// An upload has taken too long.
    case uploads
    /// Files of unused voice packs are due for removal.
    case packs
    /// It is time to try again to have labels spoken.
    case spokenTexts
    /// It is time to send a refused wake again.
    case refusedWake
    /// There is room to publish more for Home Assistant, or an alarm that it shows was due.
    case homeAssistant
    /// A notice may be due, for the first time or again.
    case notices
}

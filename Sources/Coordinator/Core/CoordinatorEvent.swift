public import ClockDomain
public import ClockWire

/// What a coordinator is told. What is large lies in a box of its own.
public enum CoordinatorEvent: Hashable, SourcedEvent {
    /// The first event of all.
    case started
    indirect case broker(BrokerWord)
    /// The store is shared and still this coordinator's.
    indirect case leaseKept(LeaseStatus)
    case timer(TimerToken<CoordinatorTimer>)
    /// The wall clock was set.
    case clockSet
    indirect case request(RequestOrigin, CoordinatorRequest)
    /// Everything of the commit is on the disk.
    case committed(CommitID, CommitSummary)
    /// It is not known yet whether the commit is in the store. One of the others follows.
    case commitUncertain(CommitID, reason: String)
    /// Nothing of the commit is in the store.
    case commitFailed(CommitID, reason: String)
    indirect case historyRead(RequestOrigin, HistoryPage)
    indirect case serviceLevelsRead(RequestOrigin, SLOResult)
    indirect case historyFailed(RequestOrigin, reason: String)
    /// What became of an attempt to send a message to people.
    case noticeAnswered(attempt: Int, NoticeOutcome)
    indirect case processRead(RequestOrigin, MetricsRequest, ProcessReading)
    indirect case storeChecked(StoreCheck)
    indirect case contentReport(NodeID, ContentReport)
    /// What a job was about is a file that can be carried.
    indirect case soundReady(job: Int, Blob, milliseconds: Int)
    case soundRefused(job: Int, RequestError)
    /// Whether the file, or what was made of it, is there already.
    indirect case uploadFound(RequestOrigin, Digest, bytes: Int, isThere: Bool)
    /// - Parameter isWhole: with this chunk all of the file is there, and it is what its name says.
    indirect case uploadKept(RequestOrigin, Digest, chunk: Int, isWhole: Bool)
    indirect case uploadRefused(RequestOrigin, Digest, RequestError)
    /// The document that a node obeys, as it was asked for.
    indirect case held(NodeID, Desired)
    indirect case packFound(RequestOrigin, PackReference, missing: [Blob])
    indirect case packRefused(RequestOrigin, Digest, RequestError)
    /// A blob of a sound or a pack is not there, or is not what its name says.
    case contentUnreadable(Digest, reason: String)
    /// The rules of a zone that was asked for; `nil` when the tz database has none of this name.
    indirect case zone(String, TimeZoneRules?)
    /// A wake of this site, from this coordinator or another one.
    indirect case wakeHeard(Wake)
    /// Whom the broker takes without a name; `nil` where it did not answer.
    case brokerChecked(BrokerOpenness?)
    /// So much more was turned away for want of room.
    case turnedAway(TurnedAway)
    /// Home Assistant wishes something.
    indirect case homeAssistantCommand(HomeAssistantCommand)
    /// A Home Assistant has started.
    case homeAssistantStarted
    /// The broker keeps messages on these topics, of this site for a Home Assistant.
    case homeAssistantFound([String])
    /// The broker has a message under `ring/` that no writer of the site writes.
    case strayFound(StrayMessage)
    /// There was no room for a wake on its way out.
    indirect case wakeRefused(Wake, reason: String)
    /// The program was told to read its configuration again, which has a mistake. It goes on with the earlier one.
    case configurationRefused(reason: String)

    public var source: EventSource {
        switch self {
        case .broker(let word): word.source
        case .request, .contentReport, .held, .wakeHeard, .strayFound, .homeAssistantCommand, .homeAssistantStarted,
            .homeAssistantFound:
            .message
        case .started, .timer, .clockSet, .committed, .commitUncertain, .commitFailed, .historyRead, .serviceLevelsRead,
            .historyFailed, .storeChecked, .processRead, .noticeAnswered,
            .soundReady, .soundRefused, .uploadFound, .uploadKept, .uploadRefused, .packFound, .packRefused,
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
    /// The last quarter hour's missing lines are to be written.
    case closing
    /// Occurrences that nodes left without a line may be closed.
    case rings
    /// Old lines are to be deleted, and once a day it is looked whether zones or holidays are others.
    case purge
    /// The failing store is to be tried again.
    case storeRetry
    /// Nodes that have not shown themselves since the connection are offline.
    case settled
    /// What of the last minute was more than could be taken is to be told.
    case limits
    /// What nodes hold is waited for no longer.
    case adoption
    /// Doctor waits no longer for nodes.
    case doctor
    /// A sound in the making has taken too long.
    case sounds
    /// An upload has taken too long.
    case uploads
    /// Files of voice packs that nobody needs are to be removed.
    case packs
    /// A wake for which there was no room is to be sent again.
    case refusedWake
    /// More can be published for Home Assistant, or an alarm that it is shown has been due.
    case homeAssistant
    /// Something may be to be told to people, or sent again.
    case notices
}

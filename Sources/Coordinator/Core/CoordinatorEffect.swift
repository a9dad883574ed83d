public import ClockDomain
public import ClockWire

/// What a coordinator does, to be carried out in order.
public enum CoordinatorEffect: Hashable, Sendable {
    /// Retained, at least once. `expirySeconds` is one or more.
    case publishWake(Wake, expirySeconds: UInt32)
    /// Retained, at least once.
    case publishAvailability(Availability)
    /// Retained, at least once.
    case publishDesired(NodeID, Desired)
    /// Retained, at least once.
    case publishAcked(NodeID, Acked)
    /// At least once, not retained.
    case publishChange(ChangeEvent)
    /// At least once.
    case sendCommand(NodeID, Command, expirySeconds: UInt32)
    /// At most once. T3 is the wall clock at the moment of publishing.
    case replyTime(NodeID, originNanoseconds: Int64, received: WallTime, correlation: [UInt8]?)
    /// At least once.
    case reply(RequestOrigin, CoordinatorAnswer)
    /// Clear the node's retained topics.
    case removeRetained(NodeID)
    /// In one transaction; answered by `.committed` or `.commitFailed`. Never two at a time.
    case commit(CommitID, [StoreOperation])
    /// Answered by `.historyRead` or `.historyFailed`.
    case readHistory(RequestOrigin, HistoryRequest)
    /// Answered by `.storeChecked`.
    case checkStore
    /// Read the rules of a zone from the tz database, by a name that can be one; answered by `.zone`.
    case loadZone(String)
    case setTimer(TimerToken<CoordinatorTimer>, Deadline)
    case cancelTimer(TimerToken<CoordinatorTimer>)
    case log(LogLevel, String)
}

/// The answer to a request, before it is bytes.
public enum CoordinatorAnswer: Hashable, Sendable {
    case status(SiteStatus)
    case history(HistoryPage)
    case set(SetResult)
    case announce(AnnounceResult)
    case wake(WakeResult)
    case forget(ForgetResult)
    case doctor(DoctorReport)
    case change(ChangeResult)
    case schedule(SchedulePage)
    case failed(RequestError)
}

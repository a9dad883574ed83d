public import ClockCoordinatorCore
public import ClockDomain
public import ClockWire

/// Somebody does something at a client.
public struct PlannedRequest: Hashable, Sendable, Codable {
    public var at: TrueTime
    /// Index in ``SimulationPlan/clients``.
    public var client: Int
    public var what: What

    /// What people can do.
    public enum What: Hashable, Sendable, Codable {
        /// Ask the coordinator.
        case ask(CoordinatorRequest)
        /// Stop or snooze this occurrence in all rooms, whether it rings or not.
        case ring(RingAction)
        /// Stop or snooze what the nodes show as ringing, or to be stopped as snoozed: the earliest due, of this source
        /// or of any. Nothing when nothing is shown.
        case silence(RingSource?, RingAction.Kind)
        /// Ask the coordinator to remove the oldest alarms that a list shows, all but so many. Nothing when it shows no
        /// more than these.
        case tidy(keeping: Int)
        /// Ask the coordinator to make something else of the alarm that the nodes show as ringing, the earliest due.
        /// Nothing when none is shown.
        case amend(Amendment)
        /// Snooze the alarm that is due next, with an instant that is so long ago: a clock that is behind, or a broker that
        /// has kept it. Nothing when none is to come.
        case forestall(ago: Duration)
        /// Ask the coordinator for more time for the oldest timer that runs, or has run out and is still in its list. Nothing
        /// when there is none.
        case prolong(seconds: Int)
        /// Ask the coordinator to pause the oldest timer that runs. Nothing when none does.
        case pause
        /// Ask the coordinator to let the oldest timer go on that is paused. Nothing when none is.
        case resume

        public static func asking(_ request: any SiteRequest) -> What { .ask(CoordinatorRequest(request)) }

        /// What the coordinator is asked, if it is a request of this kind.
        public func asked<Request: SiteRequest>(_: Request.Type) -> Request? {
            if case .ask(let request) = self { request.content as? Request } else { nil }
        }
    }

    /// What becomes of an alarm that rings.
    public enum Amendment: Hashable, Sendable, Codable {
        /// It is given another time of the day.
        case move(minutes: Int)
        case switchOff
        case remove
    }

    public init(at: TrueTime, client: Int = 0, what: What) {
        self.at = at
        self.client = client
        self.what = what
    }
}

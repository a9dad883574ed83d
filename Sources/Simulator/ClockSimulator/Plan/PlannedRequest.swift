public import ClockCoordinatorCore
public import ClockDomain
public import ClockWire

/// An action of a person at a client.
public struct PlannedRequest: Hashable, Sendable, Codable {
    public var at: TrueTime
    /// Index in ``SimulationPlan/clients``.
    public var client = 0
    public var what: What

    /// The kinds of actions.
    public enum What: Hashable, Sendable, Codable {
        case ask(CoordinatorRequest)
        /// Stop or snooze this occurrence in all rooms, whether it rings or not.
        case ring(RingAction)
        /// Stop or snooze the earliest due occurrence of this source, or of any, that the nodes report as ringing, or
        /// to stop as snoozed. No effect without one.
        case silence(RingSource?, RingAction.Kind)
        /// Ask the coordinator to remove the oldest alarms of its list, except this many. No effect on a shorter list.
        case tidy(keeping: Int)
        /// Ask the coordinator to change the alarm that the nodes report as ringing, the earliest due. No effect
        /// without one.
        case amend(Amendment)
        /// Snooze the alarm that is due next, with an instant this long ago: by a clock that is behind, or through a
        /// broker that kept the action. No effect without a coming alarm.
        case forestall(ago: Duration)
        /// Ask the coordinator for more time for the oldest timer that runs, or has run out and is still listed. No
        /// effect without one.
        case prolong(seconds: Int)
        /// Ask the coordinator to pause the oldest running timer. No effect without one.
        case pause
        /// Ask the coordinator to resume the oldest paused timer. No effect without one.
        case resume

        /// Begin an emergency, past the coordinator.
        /// - Parameter nodes: empty for all.
        case emergency(text: String?, nodes: [NodeID])
        /// End the emergency that the broker keeps. No effect without one.
        case endEmergency

        public static func asking(_ request: any SiteRequest) -> What { .ask(CoordinatorRequest(request)) }

        /// The request to the coordinator, if it is of this kind.
        public func asked<Request: SiteRequest>(_: Request.Type) -> Request? {
            if case .ask(let request) = self { request.content as? Request } else { nil }
        }
    }

    /// The change of an alarm that rings.
    public enum Amendment: Hashable, Sendable, Codable {
        /// Another time of the day.
        case move(minutes: Int)
        case switchOff, remove
    }
}

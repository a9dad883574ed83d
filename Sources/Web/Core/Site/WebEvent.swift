package import ClockDomain
package import ClockSite
package import ClockWire

/// The events that the mirror receives.
package enum WebEvent: SourcedEvent, Hashable, Sendable {
    case connected
    /// - Parameter reason: a sentence.
    case disconnected(reason: String)
    case coordinatorAvailability(Availability?)
    /// `nil` when somebody has forgotten the node.
    case nodeAvailability(NodeID, Availability?)
    /// `nil` when somebody has forgotten the node, or its message is unreadable.
    case reported(NodeID, Reported?)
    /// The site's last word on an emergency; `nil` when the broker has none.
    case emergency(Emergency?)
    /// A wake went out: something will change soon.
    case woken
    case changed(ChangeEvent)
    /// - Parameter offset: the daemon's clock minus the site's, if it is known.
    case status(SiteStatus, offset: Duration?)
    case schedule(SiteSchedule)
    /// - Parameters:
    ///   - number: of the request.
    ///   - reason: a sentence.
    case failed(Question, number: Int, reason: String)
    /// The rules of a zone; `nil` when this computer does not know it.
    case zone(String, TimeZoneRules?)
    case timer(TimerToken<Question>)

    package var source: EventSource {
        switch self {
        case .connected, .disconnected: .connection
        case .coordinatorAvailability, .nodeAvailability, .reported, .emergency, .woken, .changed: .message
        case .status, .schedule, .failed, .zone, .timer: .program
        }
    }
}

/// The requests of the mirror to the coordinator.
package enum Question: Hashable, Sendable, CaseIterable {
    case status, schedule
}

package enum WebEffect: Hashable, Sendable {
    /// Ask; the answer or the failure comes as an event.
    case ask(Question, number: Int)
    case loadZone(String)
    /// Send pages the changes, in order; the snapshot is for pages that connect from now on.
    case tell([SiteEvent], SiteSnapshot)
    case setTimer(TimerToken<Question>, Deadline)
}

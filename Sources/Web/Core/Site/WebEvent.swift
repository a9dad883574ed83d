package import ClockDomain
package import ClockSite
package import ClockWire

/// What the mirror hears.
package enum WebEvent: SourcedEvent, Hashable, Sendable {
    case connected
    /// - Parameter reason: a sentence.
    case disconnected(reason: String)
    case coordinatorAvailability(Availability?)
    /// `nil` where the node was forgotten.
    case nodeAvailability(NodeID, Availability?)
    /// `nil` where the node was forgotten, or what it said cannot be read.
    case reported(NodeID, Reported?)
    /// A wake went out: something is to change soon.
    case woken
    case changed(ChangeEvent)
    /// - Parameter offset: the daemon's clock minus the site's, where it could be told.
    case status(SiteStatus, offset: Duration?)
    case schedule(SiteSchedule)
    /// - Parameters:
    ///   - number: of the asking.
    ///   - reason: a sentence.
    case failed(Question, number: Int, reason: String)
    /// The rules of a zone; `nil` where this computer does not know it.
    case zone(String, TimeZoneRules?)
    case timer(TimerToken<Question>)

    package var source: EventSource {
        switch self {
        case .connected, .disconnected: .connection
        case .coordinatorAvailability, .nodeAvailability, .reported, .woken, .changed: .message
        case .status, .schedule, .failed, .zone, .timer: .program
        }
    }
}

/// What the mirror asks the coordinator.
package enum Question: Hashable, Sendable, CaseIterable {
    case status, schedule
}

/// What the mirror has done.
package enum WebEffect: Hashable, Sendable {
    /// Ask; the answer, or that there is none, comes as an event.
    case ask(Question, number: Int)
    case loadZone(String)
    /// Tell pages what has changed, in order, and what they are told from now on when they come.
    case tell([SiteEvent], SiteSnapshot)
    case setTimer(TimerToken<Question>, Deadline)
}

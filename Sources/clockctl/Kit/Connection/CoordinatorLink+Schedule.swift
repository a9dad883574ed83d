internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockThreads
internal import ClockWire
internal import Synchronization

extension CoordinatorLink {
    /// Returns all definitions of the site.
    func schedule() throws -> SiteSchedule { try schedule(from: send(ScheduleRequest())) }

    /// The same after a request for the first page.
    ///
    /// Decoding pages is most of the work, so each page has a thread of its own while we fetch the next ones.
    func schedule(from ticket: Ticket) throws -> SiteSchedule {
        var ticket = ticket
        var last = AlarmID(uncheckedNumber: 0)
        var pages: [PageReading] = []
        while true {
            let payload = try payload(of: ticket)
            pages.append(PageReading { [self] in try read(SchedulePage.self, from: payload) })
            guard let next = try read(PageEnd.self, from: payload).next else { break }
            // If a page did not advance, we would request it without end.
            guard next > last else {
                throw FatalError(.protocolError, "the coordinator's pages do not go on after alarm \(next)")
            }
            last = next
            ticket = try send(ScheduleRequest(after: next))
        }
        let first = try pages[0].result()
        recordSeen(first)
        var whole = SiteSchedule(first)
        for page in pages.dropFirst() { whole.alarms += try page.result().alarms }
        return whole
    }

    /// Returns all definitions but alarms.
    func definitions() throws -> SiteSchedule {
        let page = try request(ScheduleRequest(limit: 1)).result
        recordSeen(page)
        var schedule = SiteSchedule(page)
        schedule.alarms = []
        return schedule
    }

    func noAlarm(_ id: AlarmID) -> FatalError {
        FatalError(.badData, "there is no alarm \(id) at site \(settings.site); see clockctl alarm list")
    }

    /// Requests changes, all of them or none, and returns the result of each. It is refused if somebody else has changed
    /// the same since this link read the definitions.
    func change(_ changes: [Change]) throws -> ChangeResult {
        let request = ChangeRequest(changes: changes, by: settings.person, after: seenChange.withLock(\.self))
        let result = try self.request(request).result
        // Its own change does not contradict its next one.
        if let last = result.events.last { seenChange.withLock { $0 = last.number } }
        return result
    }

    /// Notes the state that the person's decision goes by, which is the first one.
    func recordSeen(_ page: SchedulePage) { seenChange.withLock { $0 = $0 ?? page.changes } }
}

/// A page that a thread decodes.
private struct PageReading {
    private final class Found: Sendable {
        let page = Mutex<Result<SchedulePage, any Error>?>(nil)
    }

    private let work: @Sendable () throws -> SchedulePage
    private let found = Found()
    private let thread: OwnedThread?

    init(_ work: @escaping @Sendable () throws -> SchedulePage) {
        self.work = work
        // If the system gives no thread, the caller's thread decodes the page when it needs it.
        thread = try? OwnedThread(name: "page", stackBytes: 1 << 20) { [found] in
            let page = Result { try work() }
            found.page.withLock { $0 = page }
        }
    }

    func result() throws -> SchedulePage {
        thread?.join()
        return try found.page.withLock { $0 }?.get() ?? work()
    }
}

/// The end of a page, read before the rest of it.
private struct PageEnd: Codable, Sendable {
    var next: AlarmID?
}

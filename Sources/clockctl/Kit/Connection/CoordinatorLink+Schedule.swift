internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

extension CoordinatorLink {
    /// Everything that is defined at the site.
    ///
    /// While a page is taken apart here, the coordinator writes the next one.
    func schedule() throws -> SiteSchedule {
        try schedule(from: send(.schedule, ScheduleRequest()))
    }

    /// The same for a first page that was asked for already.
    func schedule(from ticket: Ticket) throws -> SiteSchedule {
        var ticket = ticket
        var whole: SiteSchedule?
        while true {
            let payload = try payload(of: ticket)
            let next = try read(PageEnd.self, from: payload).next
            if let next {
                // A page that does not go on would be asked for again without end.
                guard next > whole?.alarms.last?.alarm.id ?? AlarmID(uncheckedNumber: 0) else {
                    throw FatalError(.protocolError, "the coordinator's pages do not go on after alarm \(next)")
                }
                ticket = try send(.schedule, ScheduleRequest(after: next))
            }
            let page = try read(SchedulePage.self, from: payload)
            if whole == nil { whole = SiteSchedule(page) } else { whole?.alarms += page.alarms }
            if next == nil, let whole { return whole }
        }
    }

    /// Everything that is defined but alarms.
    func definitions() throws -> SiteSchedule {
        let page = try request(.schedule, ScheduleRequest(limit: 1), as: SchedulePage.self).result
        var schedule = SiteSchedule(page)
        schedule.alarms = []
        return schedule
    }

    /// One alarm, without the rest of the schedule.
    ///
    /// - Throws: ``FatalError`` when there is no such alarm.
    func alarm(_ id: AlarmID) throws -> AlarmDefinition { try alarms([id])[0] }

    func noAlarm(_ id: AlarmID) -> FatalError {
        FatalError(.badData, "there is no alarm \(id) at site \(settings.site); see clockctl alarm list")
    }

    /// Has changes made, all of them or none, and returns what became of each.
    func change(_ changes: [Change]) throws -> ChangeResult {
        try request(.change, ChangeRequest(changes: changes), as: ChangeResult.self).result
    }
}

/// The end of a page, read before the rest of it.
private struct PageEnd: Codable, Sendable {
    var next: AlarmID?
}

// Invariant 11: after the faults have ended, desired, reported and store agree within a bounded time.
//
// Claimed, when everything has worked for ``SimulationPlan/convergence``: every node runs, and the store knows it and
// has it as online; its last reported document, and the one on its disk, are the store's, in revision, settings, room
// and all; its clock is trusted; its ledger has no line older than a few minutes that the store lacks; and the store
// has no timer that ran out over a day ago, and no line of its own for a future quarter hour.
//
// Not claimed: with two machines under one id, anything; with two coordinators, which one the nodes obey: then the
// node's settings, as reported and on its disk, must be those of one of the stores; nor that packs arrive from a
// coordinator whose disk lost commits, as it may have removed the files of a pack that its store has again. A node
// whose clock nothing ever sets need not trust it by itself; by its coordinator it must.

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct ConvergenceChecker: Checker {
    /// By node: the last reported document that it sent.
    private var reports: [Message?]
    /// True if a coordinator's disk ever lost commits.
    private var hasLost = false

    private static let settling: Int64 = 180_000_000_000
    /// 25 hours, and the time for a check.
    private static let timerLife: Int64 = 91_000_000_000_000

    init(plan: SimulationPlan) { reports = plan.nodes.map { _ in nil } }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        switch observation.what {
        case .commitsLost, .storeTurnedBack: hasLost = true
        default: break
        }
        guard case .node(let index) = observation.host, case .published(let message) = observation.what,
            case .reported = message.payload
        else { return }
        reports[index] = message
    }

    mutating func finish(_ end: RunEnd, _ facts: RunFacts, _ findings: inout Findings) {
        // Stores in memory never fail.
        let stored = end.stores.compactMap { try? $0.load() }
        for (index, store) in stored.enumerated() {
            for case .timer(let definition) in store.objects {
                guard case .running(let ends) = definition.timer.state, ends.nanoseconds < end.at - Self.timerLife
                else { continue }
                findings.add(11, at: end.at, .coordinator(index)) {
                    "\(definition.timer.id) ran out at \(ends), and is still there"
                }
            }
            for line in end.histories[index] {
                guard line.outcome == .absent, line.cursor.target.nanoseconds > end.at + Self.settling else { continue }
                findings.add(11, at: end.at, .coordinator(index)) {
                    "the quarter hour \(line.cursor.target) of node \(line.cursor.node) is to come, and has its line"
                }
            }
        }
        for index in facts.nodes.indices where !facts.nodes[index].isShared {
            for problem in problems(of: index, end, facts, stored) {
                findings.add(11, at: end.at, .node(index)) { problem }
            }
        }
    }

    private func problems(of index: Int, _ end: RunEnd, _ facts: RunFacts, _ stored: [StoredState]) -> [String] {
        let machine = facts.nodes[index]
        guard machine.isRunning else { return ["it does not run"] }
        guard case .reported(let report)? = reports[index]?.payload else { return ["it never reported"] }
        let reported = report.wrappedValue
        guard let state = end.nodeStates[index] else { return ["its disk holds no state"] }
        let candidates = stored.compactMap { store in
            store.nodes.first { $0.definition.id == machine.id }.map { (store: store, node: $0) }
        }
        guard !candidates.isEmpty else { return ["the store does not know it"] }
        if stored.count > 1, !facts.plan.sharesStore {
            // They take turns, and the node may have obeyed the other a moment ago.
            let settings = candidates.map(\.node.definition.settings)
            let isObedient =
                settings.contains(reported.settings) && state.desired.map { settings.contains($0.settings) } == true
            return isObedient ? [] : ["it obeys settings that neither store has"]
        }
        let (store, node) = candidates[0]
        let definition = node.definition
        var problems: [String] = []
        if reported.store != store.storeID || reported.revision != definition.revision {
            problems.append(
                "it reports revision \(reported.revision) of store \(reported.store ?? "none"), and the store has "
                    + "\(definition.revision) of \(store.storeID)")
        } else if reported.settings != definition.settings {
            problems.append("it reports other settings than the store's under revision \(reported.revision)")
        }
        if state.desired?.store != store.storeID || state.desired?.revision != definition.revision
            || state.desired?.settings != definition.settings || state.desired?.room != definition.room
        {
            problems.append("the document on its disk is not the store's revision \(definition.revision)")
        }
        let wanted = definition.packs.map { PackReport($0, .ready) }
        if reported.packs != wanted, !hasLost {
            let found = reported.packs.map { "\($0.name) \($0.digest.short) \($0.state)" }
            problems.append("of its \(wanted.count) voice packs it reports \(found.joined(separator: ", "))")
        }
        problems += scheduleProblems(machine.id, state.desired, store, at: WallTime(nanoseconds: end.at))
        if node.availability != .online { problems.append("the store has it as \(node.availability.rawValue)") }
        if !reported.clock.trusted { problems.append("its clock is not trusted: \(reported.clock.reason)") }
        if let problem = reported.problem { problems.append("it reports a problem: \(problem)") }
        let committed = node.cursors.first { $0.epoch == state.ledger.epoch }?.sequence ?? 0
        let newest = end.at + machine.clock.ahead - Self.settling
        if let entry = state.ledger.pending.first(where: { $0.sequence > committed && $0.at.nanoseconds < newest }) {
            problems.append("entry \(entry.sequence) of its ledger, of \(entry.at), has not come to the store")
        }
        return problems
    }

    /// Checks that the alarms and timers that name the node are those of its document, and so are the next month's
    /// holidays. A coordinator whose clock was set moves its timers' ends with it, without news for the nodes.
    private func scheduleProblems(
        _ node: NodeID, _ document: Desired?, _ store: StoredState, at end: WallTime
    ) -> [String] {
        var members: Set<GroupID> = []
        for case .group(let group) in store.objects where group.nodes.contains(node) { members.insert(group.id) }
        func names(_ targets: RingTargets) -> Bool {
            targets.nodes.contains(node) || targets.groups.contains(where: members.contains)
        }
        var alarms: [Alarm] = []
        var timers: [CountdownTimer] = []
        for object in store.objects {
            switch object {
            case .alarm(let definition) where names(definition.targets): alarms.append(definition.alarm)
            case .timer(let definition) where names(definition.targets): timers.append(definition.timer)
            case .alarm, .timer, .stopwatch, .group, .calendar, .timetable: break
            }
        }
        let known = (document?.alarms ?? []).map { alarm in
            var plain = alarm
            (plain.schedule.holidays, plain.schedule.bellDays) = ([], [])
            return plain
        }
        for index in alarms.indices { (alarms[index].schedule.holidays, alarms[index].schedule.bellDays) = ([], []) }
        var problems: [String] = []
        for case .alarm(let definition) in store.objects {
            guard let own = document?.alarms.first(where: { $0.id == definition.alarm.id }) else { continue }
            if let problem = holidayProblem(own.schedule, definition, store, at: end) { problems.append(problem) }
            if let problem = bellProblem(own, store, at: end) { problems.append(problem) }
        }
        if known != alarms {
            problems.append(
                "its alarms are \(known.map(\.id)), and the store's for it \(alarms.map(\.id)), or other ones")
        }
        let counted = (document?.timers ?? []).map(\.withoutEnd)
        for index in timers.indices { timers[index] = timers[index].withoutEnd }
        if counted != timers {
            let (own, defined) = firstDifference(counted, timers)
            problems.append("its document has the timer \(own), and the store has \(defined)")
        }
        return problems
    }

    private func holidayProblem(
        _ schedule: AlarmSchedule, _ definition: AlarmDefinition, _ store: StoredState, at end: WallTime
    ) -> String? {
        var days: [HolidayCalendar.Day] = []
        for case .calendar(let calendar) in store.objects where definition.holidays?.contains(calendar.name) ?? false {
            days += calendar.days
        }
        let today = end.seconds.flooredQuotient(by: 86_400)
        for date in (today + 1...today + 31).map({ CivilDate(daysSinceEpoch: $0) }) {
            let due = LocalDateTime(date: date, time: schedule.time)
            let isOff = days.contains { day in
                let afterLast = CivilDate(daysSinceEpoch: day.span.last.daysSinceEpoch + 1)
                let start = LocalDateTime(date: day.span.first, time: day.from ?? .midnight)
                let end = day.to.map { LocalDateTime(date: day.span.last, time: $0) }
                return start <= due && due < end ?? LocalDateTime(date: afterLast, time: .midnight)
            }
            guard isOff != schedule.holidays.contains(where: { $0.first <= date && date <= $0.last }) else { continue }
            return "for \(definition.alarm.id) \(date) is \(isOff ? "a" : "no") holiday in the store, "
                + "and not so in its document"
        }
        return nil
    }

    /// Compares the dates of a bell in the next month with those that the rules give.
    private func bellProblem(_ alarm: Alarm, _ store: StoredState, at end: WallTime) -> String? {
        guard let name = alarm.schedule.program else { return nil }
        let days = alarm.schedule.bellDays
        var reference: TimetableReference?
        for case .timetable(let timetable) in store.objects where timetable.name == name.timetable {
            reference = TimetableReference(timetable, store.objects)
        }
        // Bells that somebody took over from rooms keep their dates until there is a timetable of that name again.
        guard let reference else { return nil }
        let today = end.seconds.flooredQuotient(by: 86_400)
        for date in (today + 1...today + 31).map({ CivilDate(daysSinceEpoch: $0) }) {
            let known = days.first { $0.span.contains(date) }?.delayMinutes
            let right = reference.delay(of: alarm.schedule.time, in: name.program, on: date)
            guard known != right else { continue }
            return
                "bell \(alarm.id) of \(name) rings on \(date) \(known.map { "\($0) min later" } ?? "not"), and by the "
                + "rules \(right.map { "\($0) min later" } ?? "not")"
        }
        return nil
    }

    private func firstDifference<Element: Equatable>(_ a: [Element], _ b: [Element]) -> (String, String) {
        let place = (0..<max(a.count, b.count)).first { index in
            !a.indices.contains(index) || !b.indices.contains(index) || a[index] != b[index]
        }
        func words(_ list: [Element]) -> String {
            place.flatMap { list.indices.contains($0) ? "\(list[$0])" : nil } ?? "none"
        }
        return (words(a), words(b))
    }
}

extension CountdownTimer {
    /// Running or paused, with its end left out.
    fileprivate var withoutEnd: CountdownTimer {
        var copy = self
        copy.isVouched = false
        if case .running = state { copy.state = .running(ends: WallTime(nanoseconds: 0)) }
        return copy
    }
}

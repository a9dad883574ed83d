internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// The changes after which a site has everything of a document. It removes nothing.
///
/// An alarm of the document is one of the site's when everything about it is equal; else when it has its id and its
/// label, or, without a label, its id and its time. Then the import changes it. It adds all others. So the same
/// document changes nothing the second time, and another site's document does not overwrite an alarm with the same
/// number.
struct SiteImport {
    struct Step: Hashable, Sendable {
        /// `alarm a7 Work 07:00`
        var what: String
        var isNew: Bool
        /// `volume 80 → 60`; empty for a new one.
        var differences: [String]
    }

    private(set) var steps: [Step] = []
    private(set) var unchanged = 0
    private(set) var changes: [Change] = []
    private(set) var renames: [RenameRequest] = []
    private(set) var settings: [SetRequest] = []

    private let source: String

    /// - Parameter source: the beginning of messages, such as the file's path.
    /// - Throws: ``FatalError`` for a value that the site would refuse, with its line.
    init(_ document: SiteDocument, status: SiteStatus, schedule: SiteSchedule, source: String) throws {
        self.source = source
        let known = Dictionary(status.nodes.map { ($0.id, $0) }) { first, _ in first }
        for room in document.rooms { try add(room, known[room.id]) }
        for entry in document.groups {
            try require(entry.group.nodes, known, entry.line, "group \(entry.group.id)")
            try add(entry, schedule.groups.first { $0.id == entry.group.id })
        }
        for entry in document.calendars {
            try add(entry, schedule.holidays.first { $0.name == entry.calendar.name })
        }
        let knownCalendars = Set(schedule.holidays.map(\.name) + document.calendars.map(\.calendar.name))
        for entry in document.timetables {
            if let calendar = entry.timetable.calendars?.names.first(where: { !knownCalendars.contains($0) }) {
                throw refusal(
                    entry.line,
                    "timetable \(entry.timetable.name) names the holidays \(calendar), which are neither here nor at "
                        + "the site")
            }
            try add(entry, schedule.timetables.first { $0.name == entry.timetable.name }, status.now)
        }
        let timetables = Set(schedule.timetables.map(\.name) + document.timetables.map(\.timetable.name))
        let groups = Set(schedule.groups.map(\.id) + document.groups.map(\.group.id))
        for alarm in document.alarms {
            try require(alarm.draft.targets.nodes, known, alarm.line, "the alarm")
            if let group = alarm.draft.targets.groups.first(where: { !groups.contains($0) }) {
                throw refusal(alarm.line, "the alarm names the group \(group), which is neither here nor at the site")
            }
            if let calendar = alarm.draft.holidays?.names.first(where: { !knownCalendars.contains($0) }) {
                throw refusal(
                    alarm.line, "the alarm names the holidays \(calendar), which are neither here nor at the site")
            }
            if let program = alarm.draft.schedule.program, !timetables.contains(program.timetable) {
                throw refusal(
                    alarm.line,
                    "the alarm names the program \(program), whose timetable is neither here nor at the site")
            }
        }
        try add(document.alarms, schedule.alarms)
    }

    /// The requests, in order, each with as many changes as one request may have.
    var requests: [[Change]] {
        var requests: [[Change]] = []
        var bytes = 0
        for change in changes {
            let size = WireCodec.encode(ChangeRequest(changes: [change])).count
            if requests.isEmpty || bytes + size > ChangeRequest.maximumBytes / 2
                || requests[requests.count - 1].count == ChangeRequest.maximumChanges
            {
                requests.append([])
                bytes = 0
            }
            requests[requests.count - 1].append(change)
            bytes += size
        }
        return requests
    }

    // MARK: Rooms

    private mutating func add(_ room: SiteDocument.Room, _ node: NodeStatus?) throws {
        guard let node else { throw unknown(room.id, room.line, "the file") }
        let wanted = room.settings.applied(to: node.settings)
        if let contradiction = wanted.contradiction { throw refusal(room.line, "room \(room.id): \(contradiction)") }
        if wanted.voice != node.settings.voice, let installed = node.voice?.installed, !installed.isEmpty,
            !installed.contains(wanted.voice), !node.packs.contains(where: { $0.name == wanted.voice })
        {
            throw refusal(
                room.line,
                "room \(room.id) has no voice \"\(wanted.voice)\"; push it first: clockctl voice push \(wanted.voice) "
                    + "\(room.id)")
        }
        var differences: [String] = []
        if let name = room.name, name != node.room {
            renames.append(RenameRequest(node: room.id, room: name))
            differences.append("name \(node.room) → \(name)")
        }
        if wanted != node.settings {
            settings.append(SetRequest(nodes: [room.id], change: room.settings))
            differences += try Self.differences(from: node.settings, to: wanted)
        }
        record("room \(room.id)", isNew: false, differences)
    }

    private func require(
        _ nodes: [NodeID], _ known: [NodeID: NodeStatus], _ line: Int, _ what: String
    ) throws(FatalError) {
        if let node = nodes.first(where: { known[$0] == nil }) { throw unknown(node, line, what) }
    }

    private func unknown(_ node: NodeID, _ line: Int, _ what: String) -> FatalError {
        refusal(
            line,
            "\(what) names the room \(node), which the site does not know yet: start its node, or take it out")
    }

    // MARK: Groups, calendars, alarms

    private mutating func add(_ entry: SiteDocument.Group, _ old: NodeGroup?) throws {
        if entry.group != old { changes.append(.setGroup(entry.group)) }
        record(
            "group \(entry.group.id)", isNew: old == nil,
            try old.map { try Self.differences(from: $0, to: entry.group) } ?? [])
    }

    private mutating func add(_ entry: SiteDocument.Calendar, _ old: HolidayCalendar?) throws {
        if entry.calendar != old { changes.append(.setHolidays(entry.calendar)) }
        let difference = old.map {
            $0 == entry.calendar ? [] : ["\($0.days.count) → \(entry.calendar.days.count) days"]
        }
        record("holidays \(entry.calendar.name)", isNew: old == nil, difference ?? [])
    }

    private mutating func add(_ entry: SiteDocument.Table, _ old: Timetable?, _ now: WallTime) throws {
        let name = entry.timetable.name
        var (rules, before) = (entry.timetable, old)
        rules.hand = []
        before?.hand = []
        if rules != before { changes.append(.setTimetable(rules)) }
        var differences = try before.map { try Self.differences(from: $0, to: rules) } ?? []
        // No zone has an earlier date than the day before that of UTC, and the site refuses dates that are over.
        let first = now.seconds.flooredQuotient(by: 86_400) - 1
        for rule in entry.timetable.hand where rule.date.daysSinceEpoch >= first {
            let present = old?.hand.first { $0.date == rule.date }
            guard present?.unsigned != rule.unsigned else { continue }
            if present != nil { changes.append(.changeDay(timetable: name, rule.date, nil)) }
            changes += rule.parts.map { .changeDay(timetable: name, rule.date, $0) }
            differences.append("by hand \(present.map(RuleWords.hand) ?? "nothing") → \(RuleWords.hand(rule))")
        }
        record("timetable \(name)", isNew: old == nil, old == nil ? [] : differences)
    }

    private mutating func add(_ alarms: [SiteDocument.Alarm], _ site: [AlarmDefinition]) throws {
        var left = Dictionary(grouping: site) { AlarmDraft($0).portable }
        var missing: [SiteDocument.Alarm] = []
        var taken: Set<AlarmID> = []
        for alarm in alarms {
            guard let same = left[alarm.draft]?.popLast() else {
                missing.append(alarm)
                continue
            }
            taken.insert(same.alarm.id)
            unchanged += 1
        }
        let rest = Dictionary(site.filter { !taken.contains($0.alarm.id) }.map { ($0.alarm.id, $0) }) { first, _ in
            first
        }
        for alarm in missing {
            let (label, time) = (alarm.draft.label, alarm.draft.schedule.time)
            let words = [label, time.hourAndMinute].filter { !$0.isEmpty }.joined(separator: " ")
            guard let old = alarm.id.flatMap({ rest[$0] }), old.alarm.label == label,
                !label.isEmpty || old.alarm.schedule.time == time
            else {
                changes.append(.addAlarm(alarm.draft))
                record("alarm \(words)", isNew: true, [])
                continue
            }
            changes.append(.editAlarm(old.alarm.id, revision: old.alarm.revision, alarm.draft))
            record(
                "alarm \(old.alarm.id) \(words)", isNew: false,
                try Self.differences(from: AlarmDraft(old).portable, to: alarm.draft))
        }
    }

    // MARK: Words

    private mutating func record(_ what: String, isNew: Bool, _ differences: [String]) {
        guard isNew || !differences.isEmpty else { return unchanged += 1 }
        steps.append(Step(what: what, isNew: isNew, differences: differences))
    }

    private static func differences(from old: some Encodable, to new: some Encodable) throws -> [String] {
        differences("", try PlainValue(encoding: old), try PlainValue(encoding: new))
    }

    private static func differences(_ path: String, _ old: PlainValue?, _ new: PlainValue?) -> [String] {
        guard old != new else { return [] }
        if case .map(let before) = old, case .map(let after) = new {
            return Set(before.keys).union(after.keys).sorted().flatMap { key in
                differences(path.isEmpty ? key : "\(path).\(key)", before[key], after[key])
            }
        }
        return ["\(path) \(old?.inline ?? "as usual") → \(new?.inline ?? "as usual")"]
    }

    private func refusal(_ line: Int, _ message: String) -> FatalError {
        FatalError(.badData, "\(source):\(line): \(message)")
    }
}

extension Timetable.HandRule {
    /// Without the persons and the instants of its changes, which an import cannot set.
    fileprivate var unsigned: Timetable.HandRule {
        var copy = self
        copy.parts = parts.map { part in
            var part = part
            (part.by, part.at) = (nil, WallTime(seconds: 0))
            return part
        }
        return copy
    }
}

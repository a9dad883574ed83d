internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The definitions of a site, as `clockctl export` writes them and `clockctl import` reads them.
///
/// Alarms, timetables with their bells, the settings of rooms, groups and calendars. It has nothing under way (timers,
/// stopwatches), no history, and nothing that belongs to machines (voices, trims in their own configuration).
struct SiteDocument: Sendable {
    struct Room: Hashable, Sendable {
        var id: NodeID
        var name: String?
        var settings: SettingsPatch
        /// Its line in its file, from 1.
        var line = 0
    }

    struct Alarm: Hashable, Sendable {
        /// The id at the site that wrote the document.
        var id: AlarmID?
        var draft: AlarmDraft
        var line = 0
    }

    struct Group: Hashable, Sendable {
        var group: NodeGroup
        var line = 0
    }

    struct Calendar: Hashable, Sendable {
        var calendar: HolidayCalendar
        var line = 0
    }

    struct Table: Hashable, Sendable {
        var timetable: Timetable
        var line = 0
    }

    static let format = 1

    var rooms: [Room] = []
    var groups: [Group] = []
    var calendars: [Calendar] = []
    var timetables: [Table] = []
    /// Bells of programs among them.
    var alarms: [Alarm] = []
}

extension SiteDocument {
    init(_ status: SiteStatus, _ schedule: SiteSchedule) {
        rooms = status.nodes.map { node in
            Room(id: node.id, name: node.room, settings: SettingsPatch(all: node.settings))
        }
        groups = schedule.groups.map { Group(group: $0) }
        calendars = schedule.holidays.map { Calendar(calendar: $0) }
        // Changes by hand of days that are over are no part of what people define.
        let yesterday = status.now.seconds.flooredQuotient(by: 86_400) - 1
        timetables = schedule.timetables.map { timetable in
            var kept = timetable
            kept.hand.removeAll { $0.date.daysSinceEpoch < yesterday }
            return Table(timetable: kept)
        }
        alarms = schedule.alarms.map { Alarm(id: $0.alarm.id, draft: AlarmDraft($0).portable) }
    }

    /// - Parameter heading: for a comment at the top.
    func yaml(heading: String) throws -> String {
        var lines = ["# \(heading)", "format: \(Self.format)"]
        for (name, value) in try parts() where value != .map([:]) && value != .list([]) {
            lines += ["\(name):"] + value.yaml(indent: 2)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The same as JSON, with everything in it.
    func json() throws -> String {
        let parts = Dictionary(uniqueKeysWithValues: try parts())
        return JSONOutput.text(PlainValue.map(parts.merging(["format": .int(Self.format)]) { $1 }))
    }

    private func parts() throws -> [(String, PlainValue)] {
        var rooms: [String: PlainValue] = [:]
        for room in self.rooms {
            var fields = ["settings": try PlainValue(encoding: room.settings)]
            fields["name"] = room.name.map(PlainValue.text)
            rooms[room.id.rawValue] = .map(fields)
        }
        var groups: [String: PlainValue] = [:]
        for entry in self.groups {
            groups[entry.group.id.rawValue] = .list(entry.group.nodes.map { .text($0.rawValue) })
        }
        var calendars: [String: PlainValue] = [:]
        for entry in self.calendars {
            calendars[entry.calendar.name] = try PlainValue(encoding: entry.calendar.days)
        }
        let alarms = try self.alarms.map { alarm in
            guard case .map(var fields) = try PlainValue(encoding: alarm.draft) else { return PlainValue.null }
            fields["id"] = alarm.id.map { .text($0.description) }
            if case .map(var schedule) = fields["schedule"] {
                // The coordinator fills these in.
                (schedule["counts_from"], schedule["holidays"]) = (nil, nil)
                if case .map(var repetition) = schedule["repetition"] {
                    repetition["on"] = nil
                    schedule["repetition"] = .map(repetition)
                }
                fields["schedule"] = .map(schedule)
            }
            return PlainValue.map(fields)
        }
        var timetables: [String: PlainValue] = [:]
        for entry in self.timetables {
            guard case .map(var fields) = try PlainValue(encoding: entry.timetable) else { continue }
            fields["name"] = nil
            timetables[entry.timetable.name] = .map(fields.filter { $0.value != .list([]) })
        }
        return [
            ("rooms", .map(rooms)), ("groups", .map(groups)), ("holidays", .map(calendars)),
            ("timetables", .map(timetables)), ("alarms", .list(alarms)),
        ]
    }
}

extension AlarmDraft {
    /// The draft without the fields that the coordinator fills in.
    var portable: AlarmDraft {
        var draft = self
        draft.schedule.countsFrom = WallTime(seconds: 0)
        draft.schedule.holidays = []
        draft.schedule.bellDays = []
        return draft
    }
}

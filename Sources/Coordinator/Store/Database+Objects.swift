internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire
internal import GRDB

// Stores people's definitions.

extension Database {
    func save(_ object: SiteObject) throws {
        switch object {
        case .alarm(let definition): try save(definition, in: "alarm", definition.alarm.id.row)
        case .timer(let definition): try save(definition, in: "timer", definition.timer.id.row)
        case .stopwatch(let stopwatch): try save(stopwatch, in: "stopwatch", stopwatch.id.row)
        case .group(let group): try save(group, in: "node_group", group.id.rawValue)
        case .calendar(let calendar): try save(calendar, in: "holiday_calendar", key: "name", calendar.name)
        case .timetable(let timetable): try save(timetable, in: "timetable", key: "name", timetable.name)
        }
    }

    func remove(_ id: SiteObjectID) throws {
        switch id {
        case .alarm(let id): try remove(from: "alarm", id.row)
        case .timer(let id): try remove(from: "timer", id.row)
        case .stopwatch(let id): try remove(from: "stopwatch", id.row)
        case .group(let id): try remove(from: "node_group", id.rawValue)
        case .calendar(let name): try remove(from: "holiday_calendar", key: "name", name)
        case .timetable(let name): try remove(from: "timetable", key: "name", name)
        }
    }

    func save(_ state: DefinitionNumbers) throws {
        try cachedStatement(
            sql: """
                UPDATE site SET last_alarm = ?, last_timer = ?, last_stopwatch = ?, last_change = ?, holidays_through = ?
                """
        ).execute(arguments: [
            state.lastAlarm, state.lastTimer, state.lastStopwatch, state.lastChange, state.holidaysThrough?.iso8601,
        ])
    }

    private func save(
        _ definition: some Encodable, in table: String, key: String = "id", _ id: some DatabaseValueConvertible
    ) throws {
        try cachedStatement(
            sql: """
                INSERT INTO \(table) (\(key), definition) VALUES (?, ?)
                ON CONFLICT (\(key)) DO UPDATE SET definition = excluded.definition
                """
        ).execute(arguments: [id, try StoreJSON.text(definition)])
    }

    private func remove(from table: String, key: String = "id", _ id: some DatabaseValueConvertible) throws {
        try cachedStatement(sql: "DELETE FROM \(table) WHERE \(key) = ?").execute(arguments: [id])
    }
}

extension DefinitionNumbers {
    init(_ site: Row) throws {
        let through: String? = site["holidays_through"]
        let day = through.flatMap { CivilDate(iso8601: $0) }
        guard (through == nil) == (day == nil) else { throw UnreadableRow("holidays through \(through ?? "")") }
        self.init(
            lastAlarm: site["last_alarm"], lastTimer: site["last_timer"], lastStopwatch: site["last_stopwatch"],
            lastChange: site["last_change"], holidaysThrough: day)
    }
}

extension SiteObject {
    /// All objects: alarms, timers, stopwatches, groups, calendars, timetables; each ordered by id.
    static func all(from database: Database) throws -> [SiteObject] {
        func read<Value: Decodable>(_ table: String, key: String = "id") throws -> [Value] {
            try String.fetchAll(database, sql: "SELECT definition FROM \(table) ORDER BY \(key)").map {
                try StoreJSON.value($0)
            }
        }
        return try read("alarm").map(SiteObject.alarm) + read("timer").map(SiteObject.timer)
            + read("stopwatch").map(SiteObject.stopwatch) + read("node_group").map(SiteObject.group)
            + read("holiday_calendar", key: "name").map(SiteObject.calendar)
            + read("timetable", key: "name").map(SiteObject.timetable)
    }
}

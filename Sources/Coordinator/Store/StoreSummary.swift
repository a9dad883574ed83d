internal import GRDB

/// A store's contents, for a person who must tell which file this is.
public struct StoreSummary: Hashable, Sendable {
    public var nodes: Int
    public var alarms: Int
    public var groups: Int
    public var calendars: Int
    /// Quarter hours and occurrences.
    public var historyLines: Int

    /// - Parameter database: a store of this version or an earlier one, which lacks some of the tables.
    init(from database: Database) throws {
        func count(_ tables: String...) throws -> Int {
            try tables.filter { try database.tableExists($0) }.reduce(0) { sum, table in
                sum + (try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0)
            }
        }
        nodes = try count("node")
        alarms = try count("alarm")
        groups = try count("node_group")
        calendars = try count("holiday_calendar")
        historyLines = try count("quarter", "ring", "sound")
    }
}

extension StoreSummary: CustomStringConvertible {
    /// `3 rooms, 12 alarms, 1 group, 0 holiday calendars, 2304 lines of history`
    public var description: String {
        func amount(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }
        return [
            amount(nodes, "room", "rooms"), amount(alarms, "alarm", "alarms"), amount(groups, "group", "groups"),
            amount(calendars, "holiday calendar", "holiday calendars"),
            amount(historyLines, "line of history", "lines of history"),
        ].joined(separator: ", ")
    }
}

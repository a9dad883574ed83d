internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire
internal import GRDB

extension Database {
    func save(_ event: ChangeEvent, keeping limits: ChangeLimits?) throws {
        try cachedStatement(sql: "INSERT OR REPLACE INTO change (number, at_ns, event) VALUES (?, ?, ?)")
            .execute(arguments: [event.number, event.at.nanoseconds, try StoreJSON.text(event)])
        guard let limits else { return }
        try execute(
            sql: """
                DELETE FROM change WHERE number <= (SELECT max(number) FROM (
                    SELECT number, row_number() OVER newest AS place,
                        sum(length(CAST(event AS BLOB))) OVER newest AS bytes
                    FROM change WINDOW newest AS (ORDER BY number DESC)
                ) WHERE place > ? OR bytes > ?)
                """, arguments: [limits.count, limits.bytes])
    }
}

extension ChangesPage {
    init(_ request: ChangesRequest, from database: Database) throws {
        let events = try String.fetchAll(
            database,
            sql: """
                SELECT event FROM change WHERE number < ? AND at_ns BETWEEN ? AND ? ORDER BY number DESC LIMIT ?
                """,
            arguments: [
                request.before ?? .max, request.since?.nanoseconds ?? .min, request.until?.nanoseconds ?? .max,
                request.limit + 1,
            ])
        self.init(request, of: try events.map(StoreJSON.value))
    }
}

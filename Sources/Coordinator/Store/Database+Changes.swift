internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire
internal import GRDB

extension Database {
    func save(_ event: ChangeEvent, keeping limit: Int?) throws {
        try cachedStatement(sql: "INSERT OR REPLACE INTO change (number, at_ns, event) VALUES (?, ?, ?)")
            .execute(arguments: [event.number, event.at.nanoseconds, try StoreJSON.text(event)])
        guard let limit else { return }
        try execute(
            sql: """
                DELETE FROM change WHERE number <=
                    (SELECT number FROM change ORDER BY number DESC LIMIT 1 OFFSET ?)
                """, arguments: [limit])
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

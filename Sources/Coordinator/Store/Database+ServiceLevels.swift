internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire
internal import GRDB

extension SLOResult {
    /// Counts every line of the requested time, one after the other, without holding them.
    init(_ request: SLORequest, from database: Database) throws {
        var count = ServiceLevelCount(request)
        guard let first = request.edges.first, let last = request.edges.last else {
            preconditionFailure("a request without edges is not decoded")
        }
        let node = request.node?.rawValue
        let quarters = try Row.fetchCursor(
            database,
            sql: """
                SELECT node, target_s, outcome, onset_error_us FROM quarter
                WHERE target_s BETWEEN ? AND ? AND (? IS NULL OR node = ?)
                """,
            arguments: [first.seconds, last.seconds, node, node])
        while let row = try quarters.next() {
            guard let id = NodeID(row[0]), let outcome = QuarterOutcome(rawValue: row[2]) else {
                throw UnreadableRow("a quarter hour's line")
            }
            count.countQuarter(of: id, WallTime(seconds: row[1]), outcome, onsetErrorMicroseconds: row[3])
        }
        let rings = try Row.fetchCursor(
            database,
            sql: """
                SELECT node, due_ns, outcome, onset_error_us, silent_ms FROM ring
                WHERE due_ns BETWEEN ? AND ? AND (? IS NULL OR node = ?)
                """,
            arguments: [first.nanoseconds, last.nanoseconds, node, node])
        while let row = try rings.next() {
            guard let id = NodeID(row[0]), let outcome = RingOutcome(rawValue: row[2]) else {
                throw UnreadableRow("a ring's line")
            }
            count.countRing(
                of: id, WallTime(nanoseconds: row[1]), outcome, onsetErrorMicroseconds: row[3],
                silentMilliseconds: row[4])
        }
        self = count.result
    }
}

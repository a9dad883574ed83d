public import ClockCoordinatorCore
internal import Synchronization

/// Asks a database for the lease of its store; ``LeaseMachine`` decides the questions.
///
/// It has a connection of its own, so that a renewal runs beside a commit. All times are the database's.
public final class PostgresLease: Sendable {
    /// Random name of this run.
    public let holder: String
    /// The name of this program's machine, for people; no two coordinators of a store have the same.
    private let machine: String
    private let address: PostgresAddress
    private let connection = Mutex<PostgresConnection?>(nil)

    /// The time that the database may take for an answer: a longer wait would miss the renewal.
    private static let patience: Duration = .seconds(3)
    private static let term = "interval '\(LeaseMachine.term.components.seconds) s'"
    /// Ends the transaction with an error unless the writer still has the lease, and notes the commit's number in it.
    /// So a coordinator that stood still for a while, or whose connection came back, changes nothing. A commit also
    /// renews the lease: during a long one, nothing else can.
    static let fence = """
        WITH mine AS (
            UPDATE lease SET last_commit = $2::bigint, renewals = renewals + 1,
                expires = clock_timestamp() + \(term)
            WHERE generation = $1::bigint RETURNING 1
        )
        SELECT 1 / count(*) FROM mine
        """
    private static let columns = """
        holder, machine, generation, renewals,
        (extract(epoch FROM greatest(expires, clock_timestamp() - interval '1 day') - clock_timestamp()) * 1000)::bigint
            AS left_ms
        """

    init(_ address: PostgresAddress, machine: String) {
        self.address = address
        self.machine = machine
        holder = String(UInt64.random(in: .min ... .max), radix: 16)
    }

    /// Asks, on a new connection if there is none.
    ///
    /// - Returns: the row afterwards. Its holder shows whether a taking or renewal was done.
    /// - Throws: ``StoreError`` if the database did not answer; then nobody knows whether it was done.
    public func ask(_ question: LeaseQuestion) throws(StoreError) -> LeaseRow {
        try onConnection("cannot ask for the lease of the store") { connection in
            switch question {
            case .look:
                _ = try connection.run(
                    """
                    INSERT INTO standby (machine, seen) VALUES ($1, clock_timestamp())
                    ON CONFLICT (machine) DO UPDATE SET seen = excluded.seen
                    """, [machine])
            case .take(let row): try acquire(row, on: connection)
            case .renew:
                _ = try connection.run(
                    """
                    UPDATE lease SET renewals = renewals + 1, expires = clock_timestamp() + \(Self.term)
                    WHERE holder = $1
                    """, [holder])
            }
            return try row(on: connection)
        }
    }

    /// Gives the lease back if this run has it, and leaves standby. Call it after the last commit.
    public func giveBack() throws(StoreError) {
        try onConnection("cannot give back the lease of the store") { connection in
            _ = try connection.run(
                "UPDATE lease SET holder = '', machine = '', expires = '-infinity' WHERE holder = $1", [holder])
            _ = try connection.run("DELETE FROM standby WHERE machine = $1", [machine])
        }
        connection.withLock { $0 = nil }
    }

    /// Takes the lease under a new number if the row is unchanged.
    private func acquire(_ row: LeaseRow, on connection: PostgresConnection) throws {
        let statement = """
            UPDATE lease SET holder = $1, machine = $2, generation = generation + 1, renewals = renewals + 1,
                expires = clock_timestamp() + \(Self.term)
            WHERE generation = $3::bigint AND renewals = $4::bigint
            """
        let values = [holder, machine, "\(row.generation)", "\(row.renewals)"]
        do throws(PostgresFailure) {
            _ = try connection.run(statement, values)
        } catch {
            guard error.isLocked else { throw error }
            // The holder stopped, or lost its connection, in the middle of sending a commit, and the database waits for
            // the rest. Nobody else would end that for hours.
            _ = try connection.run(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND usename = current_user AND backend_xid IS NOT NULL
                    AND wait_event = 'ClientRead' AND pid <> pg_backend_pid()
                """)
            _ = try connection.run(statement, values)
        }
        _ = try connection.run("DELETE FROM standby WHERE machine = $1", [machine])
    }

    private func row(on connection: PostgresConnection) throws -> LeaseRow {
        let standbys = try connection.run(
            """
            SELECT machine, (extract(epoch FROM clock_timestamp() - seen) * 1000)::bigint AS silent_ms FROM standby
            WHERE seen > clock_timestamp() - interval '1 day' ORDER BY machine
            """
        ).rows.map { row in
            LeaseRow.Standby(
                machine: try row.text("machine"), silentFor: .milliseconds(max(0, try row.number("silent_ms") as Int64))
            )
        }
        guard let row = try connection.run("SELECT \(Self.columns) FROM lease").rows.first else {
            throw StoreError(.corrupt, "the store \(address.name) has no lease: its table was emptied")
        }
        return LeaseRow(
            holder: try row.text("holder"), machine: try row.text("machine"),
            generation: try row.number("generation"), renewals: try row.number("renewals"),
            left: .milliseconds(try row.number("left_ms") as Int64), standbys: standbys)
    }

    private func onConnection<Result: Sendable>(
        _ doing: String, _ body: (PostgresConnection) throws -> Result
    ) throws(StoreError) -> Result {
        try connection.withLock { held throws(StoreError) in
            do {
                let connection = try held ?? Self.connect(address)
                held = connection
                return try body(connection)
            } catch {
                held = nil
                throw PostgresStore.error(error, doing, address.name)
            }
        }
    }

    private static func connect(_ address: PostgresAddress) throws -> PostgresConnection {
        let connection = try PostgresStore.connect(address, patience: patience)
        // A long commit holds the row. Nothing here waits for the database's standbys: a commit under this taking comes
        // after it in the database's log, so it never survives without it.
        try connection.run(script: "SET lock_timeout = '1s'; SET synchronous_commit = local")
        return connection
    }
}

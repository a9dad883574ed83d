internal import CPostgreSQL
public import ClockCoordinatorCore
public import ClockWire
internal import Synchronization

/// The coordinator's store in a PostgreSQL database, for sites that outgrow one machine.
///
/// A commit is one transaction, and all its statements go out at once. The server confirms it when it is on the
/// server's disk and on those of its synchronous standbys. If the connection breaks meanwhile, the outcome is unknown;
/// the next connection looks for the commit's number, and ``resolveCommit()`` returns the outcome. One coordinator at a time
/// may write: each commit checks that the ``lease`` is still this one's.
public final class PostgresStore: CoordinatorStore {
    public var isShared: Bool { true }

    /// A commit with an unknown outcome.
    private struct Unsettled {
        var number: Int64
        /// Its operations, in place of the answers, which never came.
        var operations: [StoreOperation]
    }

    private struct Writer {
        var connection: PostgresConnection?
        /// The number of the lease under which it writes; 0 before that.
        var generation: Int64 = 0
        var lastCommit: Int64 = 0
        var unsettled: Unsettled?
    }

    /// The database for people: without a password, with hosts and name.
    public var name: String { address.name }
    /// The caller must take it before the first commit, and give it back after the last one.
    public let lease: PostgresLease
    private let address: PostgresAddress
    private let writer = Mutex(Writer())
    private let reader = Mutex<PostgresConnection?>(nil)

    /// Opens the store, and makes it if there is none. Another coordinator may have it, and keeps it.
    ///
    /// - Parameters:
    ///   - settings: a connection URI of libpq, without a password.
    ///   - machine: the name of this program's machine, for people; no two coordinators of a store may have the same.
    ///   - identityFile: the path beside which the store's name is noted; see ``StoreIdentity``.
    /// - Throws: ``StoreError``. Nothing is ever deleted.
    public init(_ settings: String, machine: String, identityFile: String? = nil) throws(StoreError) {
        address = try PostgresAddress(settings)
        lease = PostgresLease(address, machine: machine)
        let identity = identityFile.map(StoreIdentity.init(path:))
        do {
            let connection = try Self.connect(address)
            try PostgresSchema.migrate(connection, name: address.name)
            let noted = try identity?.read()
            if try Self.found(connection, noted, address.name, identity?.file) == nil {
                // If two coordinators start at once, the first one names it.
                _ = try connection.run(
                    "INSERT INTO site (id, store) VALUES (1, $1) ON CONFLICT DO NOTHING", [Self.newName])
            }
            let own = try connection.run("SELECT store FROM site").rows[0].text("store")
            if noted != own { try identity?.write(own) }
        } catch {
            throw Self.error(error, "cannot open the store", name)
        }
    }

    /// Closes the connections. Calls after it connect again.
    public func close() {
        writer.withLock { $0.connection = nil }
        reader.withLock { $0 = nil }
    }

    // MARK: Reading

    public func load() throws(StoreError) -> StoredState { try readingAtOnce { try StoredState(from: $0) } }

    public func history(_ request: HistoryRequest) throws(StoreError) -> HistoryPage {
        try reading { try HistoryPage(request, from: $0) }
    }

    public func serviceLevels(_ request: SLORequest) throws(StoreError) -> SLOResult {
        try readingAtOnce { try SLOResult(request, from: $0) }
    }

    public func changes(_ request: ChangesRequest) throws(StoreError) -> ChangesPage {
        try reading { try ChangesPage(request, from: $0) }
    }

    public func check() -> StoreCheck {
        do throws(StoreError) {
            return try reading { connection in
                let row = try connection.run(
                    """
                    SELECT pg_database_size(current_database()) AS size, current_setting('fsync') AS fsync,
                        current_setting('full_page_writes') AS pages
                    """
                ).rows[0]
                let isSafe = row.text(optional: "fsync") == "on" && row.text(optional: "pages") == "on"
                return StoreCheck(
                    sizeBytes: row.number(optional: "size"), freeBytes: nil,
                    problem: isSafe
                        ? nil : "the server runs with fsync or full_page_writes off: a power cut damages the database")
            }
        } catch {
            return StoreCheck(sizeBytes: nil, freeBytes: nil, problem: error.message)
        }
    }

    /// Reads all of one moment.
    private func readingAtOnce<Value: Sendable>(
        _ read: (PostgresConnection) throws -> Value
    ) throws(StoreError) -> Value {
        try reading { connection in
            _ = try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            let value = try read(connection)
            _ = try connection.run("COMMIT")
            return value
        }
    }

    /// Reads on a connection of its own, and on a new one if the last one is lost.
    private func reading<Value: Sendable>(_ read: (PostgresConnection) throws -> Value) throws(StoreError) -> Value {
        try reader.withLock { reader throws(StoreError) in
            var isSecond = false
            while true {
                do {
                    let connection = try reader ?? Self.connect(address)
                    reader = connection
                    return try read(connection)
                } catch {
                    // A new connection has no transaction to end.
                    reader = nil
                    guard (error as? PostgresFailure)?.kind == .lost, !isSecond else {
                        throw Self.error(error, "cannot read the store", name)
                    }
                    isSecond = true
                }
            }
        }
    }

    // MARK: Writing

    public func commit(_ operations: [StoreOperation]) throws(StoreError) -> CommitSummary {
        try writer.withLock { writer throws(StoreError) in try commit(operations, &writer) }
    }

    /// - Returns: the summary of a commit that was uncertain; `nil` if it was not done.
    /// - Throws: ``StoreError/Code/uncertain`` while nobody knows, ``StoreError/Code/inUse`` if another coordinator
    ///   writes by now and nobody will know.
    public func resolveCommit() throws(StoreError) -> CommitSummary? {
        try writer.withLock { writer throws(StoreError) in
            guard let unsettled = writer.unsettled else { return nil }
            do {
                try acquire(&writer)
            } catch {
                throw error as? StoreError ?? Self.uncertain(error, name)
            }
            writer.unsettled = nil
            guard writer.lastCommit == unsettled.number else { return nil }
            // The count of a purge is lost; more may be left.
            let purges = unsettled.operations.contains { if case .purge = $0 { true } else { false } }
            return CommitSummary(purgeReachedLimit: purges)
        }
    }

    private func commit(_ operations: [StoreOperation], _ writer: inout Writer) throws(StoreError) -> CommitSummary {
        precondition(writer.unsettled == nil, "the commit before is to be settled first")
        var attempts = 0
        while true {
            attempts += 1
            do {
                if writer.connection == nil { try acquire(&writer) }
                guard let connection = writer.connection else { preconditionFailure("it was just made") }
                return try commit(operations, on: connection, &writer)
            } catch {
                if let failure = error as? PostgresFailure, failure.isWorthAnotherTry, attempts < 5 { continue }
                throw Self.error(error, "cannot write the store", name)
            }
        }
    }

    private func commit(
        _ operations: [StoreOperation], on connection: PostgresConnection, _ writer: inout Writer
    ) throws -> CommitSummary {
        let number = writer.lastCommit + 1
        let fence = StoreStatement(sql: PostgresLease.fence, values: [writer.generation, number])
        let head = PostgresSink(statements: [StoreStatement(sql: "BEGIN"), fence])
        let statements = try StoreWriting(operations, to: head).sink.statements + [StoreStatement(sql: "COMMIT")]
        do throws(PostgresFailure) {
            let answers = try connection.pipeline(statements)
            writer.lastCommit = number
            return CommitSummary(
                purgeReachedLimit: zip(statements, answers).contains { statement, answer in
                    statement.limit.map { answer.changes ?? $0 >= $0 } ?? false
                })
        } catch {
            if error.kind == .lost {
                writer.connection = nil
                writer.unsettled = Unsettled(number: number, operations: operations)
                throw Self.uncertain(error, name)
            }
            do throws(PostgresFailure) { try connection.rollBack() } catch { writer.connection = nil }
            if error.isFence { throw Self.taken(name) }
            throw error
        }
    }

    /// Connects if necessary, and gives the lease a new number, so that no statement under way on an earlier connection
    /// can be committed any more. Everything that connection had committed is known afterwards.
    ///
    /// - Throws: ``StoreError/Code/inUse`` if this run does not have the lease; ``PostgresFailure``.
    private func acquire(_ writer: inout Writer) throws {
        do {
            let connection = try writer.connection ?? Self.connect(address)
            writer.connection = connection
            _ = try connection.run("BEGIN")
            // Waits for a commit of an earlier connection that is still under way.
            let row = try connection.run("SELECT * FROM lease FOR UPDATE").rows[0]
            guard row.text(optional: "holder") == lease.holder else { throw Self.taken(name) }
            let generation = try row.number("generation") + 1 as Int64
            _ = try connection.run("UPDATE lease SET generation = $1::bigint", ["\(generation)"])
            _ = try connection.run("COMMIT")
            writer.generation = generation
            writer.lastCommit = try row.number("last_commit")
        } catch {
            writer.connection = nil
            throw error
        }
    }

    /// Returns the name of the store in the database; `nil` before the first one.
    ///
    /// - Throws: ``StoreError`` if another one was there before.
    private static func found(
        _ connection: PostgresConnection, _ noted: String?, _ name: String, _ note: String?
    ) throws -> String? {
        let found = try connection.run("SELECT store FROM site").rows.first?.text(optional: "store")
        if let noted, found != noted, try !isReplaced(noted, connection) {
            throw StoreError(
                .corrupt,
                "store \(noted) was in \(name), and \(found.map { "store \($0)" } ?? "nothing") is there: put a backup "
                    + "in its place with clockctl restore, or, to go on with what is there, remove \(note ?? "the note")"
            )
        }
        return found
    }

    /// Checks that a start could use the database. It changes nothing.
    ///
    /// - Parameters: as for ``init(_:machine:identityFile:)``.
    public static func check(_ settings: String, identityFile: String?) throws(StoreError) {
        let address = try PostgresAddress(settings)
        do {
            let identity = identityFile.map(StoreIdentity.init(path:))
            let noted = try identity?.read()
            let connection = try connect(address)
            if try PostgresSchema.version(connection, name: address.name) ?? 0 > 0 {
                _ = try found(connection, noted, address.name, identity?.file)
            }
        } catch {
            throw Self.error(error, "cannot open the store", address.name)
        }
    }

    static func connect(
        _ address: PostgresAddress, patience: Duration = PostgresConnection.patience
    ) throws -> PostgresConnection {
        let connection = try PostgresConnection(address, patience: patience)
        let row = try connection.run(
            "SELECT current_setting('server_encoding') AS encoding, current_setting('synchronous_commit') AS durability"
        ).rows[0]
        guard row.text(optional: "encoding") == "UTF8" else {
            throw StoreError(
                .failed,
                "the database \(address.name) is in encoding \(row.text(optional: "encoding") ?? "?"): make one with ENCODING 'UTF8'"
            )
        }
        // A confirmed commit must survive a crash of the server.
        if ["off", "local", "remote_write"].contains(row.text(optional: "durability")) {
            _ = try connection.run("SET synchronous_commit = on")
        }
        // So that a connection broken at this end holds up nobody at the other.
        try connection.run(
            script: """
                SET lock_timeout = '5s';
                SET statement_timeout = '\(patience.components.seconds)s';
                SET idle_in_transaction_session_timeout = '5s';
                """)
        return connection
    }

    /// True if the database's contents replaced this store, as a backup restored from another machine does.
    private static func isReplaced(_ store: String, _ connection: PostgresConnection) throws -> Bool {
        let found = try connection.run(
            "SELECT EXISTS (SELECT FROM node WHERE replaces::jsonb @> to_jsonb($1::text)) AS replaced", [store])
        return found.rows[0].text(optional: "replaced") == "t"
    }

    private static var newName: String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    // MARK: Failures

    static func error(_ error: any Error, _ doing: String, _ name: String) -> StoreError {
        switch error {
        case let error as StoreError: error
        case let failure as PostgresFailure: StoreError(failure, doing, name: name)
        default: StoreError(.corrupt, "\(doing) \(name): \(error)")
        }
    }

    private static func uncertain(_ error: any Error, _ name: String) -> StoreError {
        StoreError(
            .uncertain,
            "the connection to \(name) is gone, and nobody knows yet whether the database has the commit: \(error)")
    }

    private static func taken(_ name: String) -> StoreError {
        StoreError(.inUse, "another coordinator has taken over the store \(name); this one changes nothing any more")
    }
}

internal import CPostgreSQL
internal import GRDB
internal import Glibc

extension StoreStatement {
    /// The values as texts. PostgreSQL takes each for the type of its place.
    var texts: [String?] {
        values.map { value in
            switch value?.databaseValue.storage {
            case .string(let text): text
            case .int64(let number): String(number)
            case nil, .null: nil
            case .double, .blob: preconditionFailure("no column is of such a type")
            }
        }
    }
}

/// The one owner of a libpq handle, which never blocks on the socket for longer than its patience.
///
/// `@unchecked Sendable`: it has no lock of its own. Its owner keeps it behind a `Mutex` and lets one thread at a time
/// use it.
final class PostgresConnection: @unchecked Sendable {
    private let handle: OpaquePointer
    /// The number of notices from the server during the present operation. A notice is for a person at a terminal, and
    /// libpq would write it there.
    private let notices: UnsafeMutablePointer<Int>
    /// The names of the server's prepared statements, by their text.
    private var names: [String: String] = [:]

    /// Settings unless the address has its own: with them, a lost database is noticed within seconds.
    private static let defaults = [
        ("keepalives_idle", "3"), ("keepalives_interval", "1"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "5000"), ("application_name", "clock-coordinator"),
        // Of several hosts, the one that accepts changes; after a failover this is another one.
        ("target_session_attrs", "read-write"),
    ]

    /// The default time that the server may take for anything.
    static let patience: Duration = .seconds(20)
    private let patience: Duration

    /// Connects, to the first server that takes changes.
    ///
    /// - Parameter patience: the time that the server may take for anything after that.
    init(_ address: PostgresAddress, patience: Duration = PostgresConnection.patience) throws(PostgresFailure) {
        let notices = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        notices.initialize(to: 0)
        var found: OpaquePointer?
        var failures: [String] = []
        for server in address.servers where found == nil {
            do throws(PostgresFailure) {
                let settings =
                    Self.defaults + PostgresGuard.settings(for: server)
                    + [("dbname", address.settings), ("client_encoding", "UTF8")] + server.settings
                found = try Self.connect(settings, within: server.patience, notices)
            } catch {
                let host = server.host ?? ""
                failures.append(error.description.contains(host) ? error.description : "\(host): \(error)")
            }
        }
        guard let found else {
            notices.deallocate()
            throw PostgresFailure(.lost, failures.joined(separator: "\n"))
        }
        handle = found
        self.notices = notices
        self.patience = patience
        PQsetnonblocking(handle, 1)
    }

    deinit {
        PQfinish(handle)
        notices.deallocate()
    }

    /// Connects to one server.
    ///
    /// libpq's own call would wait as long as the server sends notices, and write them to standard error.
    private static func connect(
        _ settings: [(String, String)], within patience: Duration, _ notices: UnsafeMutablePointer<Int>
    ) throws(PostgresFailure) -> OpaquePointer {
        let handle = withPointers(settings.map { Optional($0.0) }) { keys in
            withPointers(settings.map { Optional($0.1) }) { PQconnectStartParams(keys, $0, 1) }
        }
        guard let handle else { throw PostgresFailure(.lost, "no memory for a connection") }
        PQsetNoticeReceiver(handle, { count, _ in count?.assumingMemoryBound(to: Int.self).pointee += 1 }, notices)
        do throws(PostgresFailure) {
            guard PQstatus(handle) != CONNECTION_BAD else { throw failure(.lost, handle) }
            var waiting = PostgresWaiting(within: patience, notices)
            var events = POLLOUT
            while true {
                _ = try waiting.wait(for: events, on: PQsocket(handle))
                switch PQconnectPoll(handle) {
                case PGRES_POLLING_OK: return handle
                case PGRES_POLLING_READING: events = POLLIN
                case PGRES_POLLING_WRITING: events = POLLOUT
                default: throw failure(.lost, handle)
                }
            }
        } catch {
            PQfinish(handle)
            throw error
        }
    }

    /// Executes one statement.
    func run(_ sql: String, _ values: [String?] = []) throws(PostgresFailure) -> PostgresResult {
        let isSent = Self.withPointers(values) {
            PQsendQueryParams(handle, sql, Int32(values.count), nil, $0, nil, nil, 0)
        }
        guard isSent == 1, let answer = try answer() else { throw failure(.lost) }
        return answer
    }

    /// Executes several statements in order. Meant for few and rare ones, such as a migration.
    func run(script: String) throws(PostgresFailure) {
        guard PQsendQuery(handle, script) == 1 else { throw failure(.lost) }
        _ = try answer()
    }

    /// Returns the last answer to what was sent; `nil` without one.
    private func answer() throws(PostgresFailure) -> PostgresResult? {
        var waiting = PostgresWaiting(within: patience, notices)
        var answer: PostgresResult?
        var refusal: PostgresFailure?
        while let result = try next(&waiting) {
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK: answer = PostgresResult(result)
            default:
                refusal = refusal ?? failure(of: result)
                PQclear(result)
            }
        }
        if let refusal { throw refusal }
        return answer
    }

    /// Sends all statements at once and returns their answers: one journey to the server in place of one for each.
    /// After a refused one, the server executes no further one. Statements are prepared at their first use.
    func pipeline(_ statements: [StoreStatement]) throws(PostgresFailure) -> [PostgresResult] {
        guard PQenterPipelineMode(handle) == 1 else { throw failure(.lost) }
        /// For each expected answer, true if it belongs to a statement.
        var isWanted: [Bool] = []
        for statement in statements {
            let name: String
            if let known = names[statement.sql] {
                name = known
            } else {
                name = "s\(names.count)"
                guard PQsendPrepare(handle, name, statement.sql, 0, nil) == 1 else { throw failure(.lost) }
                isWanted.append(false)
                names[statement.sql] = name
            }
            let isSent = Self.withPointers(statement.texts) {
                PQsendQueryPrepared(handle, name, Int32(statement.values.count), $0, nil, nil, 0)
            }
            guard isSent == 1 else { throw failure(.lost) }
            isWanted.append(true)
        }
        guard PQpipelineSync(handle) == 1 else { throw failure(.lost) }
        var waiting = PostgresWaiting(within: patience, notices)
        var answers: [PostgresResult] = []
        var refusal: PostgresFailure?
        var number = 0
        reading: while true {
            guard PQstatus(handle) == CONNECTION_OK else { throw failure(.lost) }
            // A `nil` separates the answers to two statements.
            guard let result = try next(&waiting) else { continue }
            let status = PQresultStatus(result)
            switch status {
            case PGRES_PIPELINE_SYNC:
                PQclear(result)
                break reading
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                let answer = PostgresResult(result)
                if number < isWanted.count, isWanted[number] { answers.append(answer) }
            default:
                // The server skips the statements after a refused one, and says so.
                if status != PGRES_PIPELINE_ABORTED, refusal == nil { refusal = failure(of: result) }
                PQclear(result)
            }
            number += 1
        }
        guard PQexitPipelineMode(handle) == 1 else { throw failure(.lost) }
        guard let refusal else { return answers }
        // A statement after the refused one was not prepared. Within a transaction, preparing only begins with its end.
        names = [:]
        _ = try? run("DEALLOCATE ALL")
        throw refusal
    }

    /// Ends a transaction that a refusal left open.
    func rollBack() throws(PostgresFailure) {
        switch PQtransactionStatus(handle) {
        case PQTRANS_IDLE: return
        default:
            _ = try run("ROLLBACK")
            if names.isEmpty { _ = try run("DEALLOCATE ALL") }
        }
    }

    // MARK: Waiting

    /// Returns the next answer; `nil` between two.
    private func next(_ waiting: inout PostgresWaiting) throws(PostgresFailure) -> OpaquePointer? {
        while true {
            let flushed = PQflush(handle)
            guard flushed >= 0 else { throw failure(.lost) }
            if PQisBusy(handle) == 0 { return PQgetResult(handle) }
            let ready = try waiting.wait(for: POLLIN | (flushed == 1 ? POLLOUT : 0), on: PQsocket(handle))
            if ready & ~POLLOUT != 0, PQconsumeInput(handle) == 0 { throw failure(.lost) }
        }
    }

    private func failure(_ kind: PostgresFailure.Kind) -> PostgresFailure { Self.failure(kind, handle) }

    private static func failure(_ kind: PostgresFailure.Kind, _ handle: OpaquePointer) -> PostgresFailure {
        PostgresFailure(kind, String(cString: PQerrorMessage(handle)))
    }

    private func failure(of result: OpaquePointer) -> PostgresFailure {
        let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
        let text = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
        // Without a code, libpq itself reports about the connection. A server that ends says so with class 57P.
        let isLost = state.isEmpty || state.hasPrefix("57P") || state.hasPrefix("08")
        return PostgresFailure(
            isLost ? .lost : .refused(state: state), text ?? String(cString: PQresultErrorMessage(result)))
    }

    /// Lends C strings for the time of a call. libpq reads a text up to its first zero, and PostgreSQL has no text with
    /// one.
    private static func withPointers<Result>(
        _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        let copies = texts.map { text in text.map { strdup($0.utf8.contains(0) ? withoutZeros($0) : $0) } }
        defer { for case let copy?? in copies { free(copy) } }
        let pointers = copies.map { $0.flatMap { $0.map { UnsafePointer<CChar>($0) } } } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }

    /// Puts the replacement character in place of each zero.
    static func withoutZeros(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : $0 }))
    }
}

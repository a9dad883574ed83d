internal import CPostgreSQL
internal import GRDB

/// The rows of a statement's result. It owns libpq's result.
final class PostgresResult {
    private let handle: OpaquePointer

    /// - Parameter handle: freed with this object.
    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    var count: Int { Int(PQntuples(handle)) }
    var columns: Int { Int(PQnfields(handle)) }
    /// The number of lines that the statement changed; `nil` if it changes none.
    var changes: Int? { Int(String(cString: PQcmdTuples(handle))) }
    var rows: [PostgresRow] { (0..<count).map { PostgresRow(result: self, index: Int32($0)) } }

    /// The text of a value; `nil` for NULL.
    func text(_ row: Int32, _ column: Int32) -> String? {
        guard PQgetisnull(handle, row, column) == 0, let bytes = PQgetvalue(handle, row, column) else { return nil }
        return String(cString: bytes)
    }

    func column(_ name: String) -> Int32 {
        let column = PQfnumber(handle, name)
        guard column >= 0 else { preconditionFailure("no column \(name) was asked for") }
        return column
    }
}

struct PostgresRow: StoreRow {
    fileprivate let result: PostgresResult
    fileprivate let index: Int32

    var values: [String?] { (0..<Int32(result.columns)).map { result.text(index, $0) } }

    func text(optional column: String) -> String? { result.text(index, result.column(column)) }
    func text(at column: Int) -> String? { result.text(index, Int32(column)) }

    func integer(optional column: String) -> Int64? { text(optional: column).flatMap { Int64($0) } }
    func integer(at column: Int) -> Int64? { text(at: column).flatMap { Int64($0) } }
}

extension PostgresConnection: StoreDatabase {
    func read<Line>(_ query: StoreQuery<Line>) throws -> [Line] {
        try run(query.statement.sql, query.statement.texts).rows.map(query.line)
    }

    func read<Line>(_ queries: [StoreQuery<Line>]) throws -> [[Line]] {
        try zip(queries, pipeline(queries.map(\.statement))).map { query, answer in try answer.rows.map(query.line) }
    }

    func rows(_ statement: StoreStatement, page: Int) throws -> () throws -> (any StoreRow)? {
        let name = "lines_\(UInt64.random(in: .min ... .max))"
        _ = try run("DECLARE \(name) NO SCROLL CURSOR FOR \(statement.sql)", statement.texts)
        /// The rows of a page in reverse: the last one is the next.
        var rows: [PostgresRow] = []
        return {
            if rows.isEmpty {
                rows = try self.run("FETCH \(page) FROM \(name)").rows.reversed()
                if rows.isEmpty { _ = try self.run("CLOSE \(name)") }
            }
            return rows.popLast()
        }
    }

    func execute(_ statements: [StoreStatement]) throws { _ = try pipeline(statements) }

    func adapted(_ line: [String?]) -> [String?] {
        line.map { $0.map { $0.utf8.contains(0) ? Self.withoutZeros($0) : $0 } }
    }
}

struct PostgresSink: StoreSink {
    static let dialect = StoreDialect.postgreSQL

    var statements: [StoreStatement]

    mutating func add(_ sql: String, _ values: [(any DatabaseValueConvertible)?], limit: Int?) {
        statements.append(StoreStatement(sql: sql, values: values, limit: limit))
    }
}

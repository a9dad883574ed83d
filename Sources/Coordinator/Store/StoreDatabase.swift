internal import ClockCoordinatorCore
internal import GRDB

/// A statement in the SQL that SQLite and PostgreSQL share, and the values of its placeholders.
struct StoreStatement {
    /// Its placeholders are `$1`, `$2`, … SQLite numbers them in the order of their first places in the text, so that
    /// is their order.
    var sql: String
    var values: [(any DatabaseValueConvertible)?] = []
    /// The number of deleted lines from which on more may be left; `nil` for a statement that is no purge.
    var limit: Int?
}

/// A statement, and the reading of its rows.
struct StoreQuery<Line> {
    var statement: StoreStatement
    var line: (any StoreRow) throws -> Line

    init(
        _ sql: String, _ values: [(any DatabaseValueConvertible)?] = [], _ line: @escaping (any StoreRow) throws -> Line
    ) {
        statement = StoreStatement(sql: sql, values: values)
        self.line = line
    }
}

/// SQLite or PostgreSQL, within a transaction where statements belong together.
protocol StoreDatabase {
    func read<Line>(_ query: StoreQuery<Line>) throws -> [Line]

    /// Reads the answers to several queries. A distant database has all of them at once.
    func read<Line>(_ queries: [StoreQuery<Line>]) throws -> [[Line]]

    /// Executes a query of any length within a transaction, and returns a function for its next row. That is `nil` at
    /// the end. A row is readable until the next one.
    ///
    /// - Parameter page: the number of rows that a distant database sends at a time.
    func rows(_ statement: StoreStatement, page: Int) throws -> () throws -> (any StoreRow)?

    /// Executes statements in order.
    func execute(_ statements: [StoreStatement]) throws

    /// Returns a line in the form that this database keeps.
    func adapted(_ line: [String?]) -> [String?]
}

extension StoreDatabase {
    func read<Line>(
        _ sql: String, _ values: [(any DatabaseValueConvertible)?] = [], _ line: @escaping (any StoreRow) throws -> Line
    ) throws -> [Line] { try read(StoreQuery(sql, values, line)) }
}

/// The difference between the statements of SQLite and PostgreSQL.
enum StoreDialect {
    case sqlite, postgreSQL

    /// The number of a text's bytes.
    func bytes(of column: String) -> String {
        switch self {
        // octet_length came with 3.43.
        case .sqlite: "length(CAST(\(column) AS BLOB))"
        case .postgreSQL: "octet_length(\(column))"
        }
    }
}

protocol StoreRow {
    /// All values, in the order of the statement's columns, numbers in digits.
    var values: [String?] { get throws }

    /// `nil` for NULL.
    func text(optional column: String) -> String?
    func text(at column: Int) -> String?

    /// `nil` for NULL.
    func integer(optional column: String) -> Int64?
    func integer(at column: Int) -> Int64?
}

extension StoreRow {
    /// - Throws: ``UnreadableRow`` for NULL.
    func text(_ column: String) throws -> String {
        guard let text = text(optional: column) else { throw UnreadableRow("\(column) is NULL") }
        return text
    }

    /// - Throws: ``UnreadableRow`` for NULL and for text that is no number.
    func number<Number: FixedWidthInteger>(_ column: String) throws -> Number {
        guard let number: Number = number(optional: column) else {
            throw UnreadableRow("\(column) is \(text(optional: column) ?? "NULL")")
        }
        return number
    }

    func number<Number: FixedWidthInteger>(optional column: String) -> Number? {
        integer(optional: column).flatMap { Number(exactly: $0) }
    }
}

/// A row that this program did not write; the description names the fault.
struct UnreadableRow: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) { description = "unreadable row: \(what)" }
}

// MARK: SQLite

extension Database: StoreDatabase {
    func read<Line>(_ query: StoreQuery<Line>) throws -> [Line] {
        let rows = try Row.fetchCursor(
            cachedStatement(sql: query.statement.sql), arguments: StatementArguments(query.statement.values))
        var lines: [Line] = []
        while let row = try rows.next() { lines.append(try query.line(row)) }
        return lines
    }

    func read<Line>(_ queries: [StoreQuery<Line>]) throws -> [[Line]] { try queries.map { try read($0) } }

    func rows(_ statement: StoreStatement, page: Int) throws -> () throws -> (any StoreRow)? {
        let rows = try Row.fetchCursor(self, sql: statement.sql, arguments: StatementArguments(statement.values))
        return { try rows.next() }
    }

    func execute(_ statements: [StoreStatement]) throws {
        for statement in statements {
            try cachedStatement(sql: statement.sql).execute(arguments: StatementArguments(statement.values))
        }
    }

    func adapted(_ line: [String?]) -> [String?] { line }
}

struct SQLiteSink: StoreSink {
    static let dialect = StoreDialect.sqlite

    let database: Database
    private(set) var summary = CommitSummary()

    init(database: Database) { self.database = database }

    mutating func add(_ sql: String, _ values: StatementArguments, limit: Int?) throws {
        try database.cachedStatement(sql: sql).execute(arguments: values)
        if let limit, database.changesCount >= limit { summary.purgeReachedLimit = true }
    }
}

extension Row: StoreRow {
    var values: [String?] {
        get throws {
            try databaseValues.map { value in
                switch value.storage {
                case .null: nil
                case .int64(let number): String(number)
                case .string(let text): text
                case .double, .blob: throw UnreadableRow("\(value) is neither a number nor a text")
                }
            }
        }
    }

    func text(optional column: String) -> String? { self[column] }
    func text(at column: Int) -> String? { self[column] }

    func integer(optional column: String) -> Int64? { self[column] }
    func integer(at column: Int) -> Int64? { self[column] }
}

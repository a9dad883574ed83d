internal import CPostgreSQL

/// The rows of a statement's result. It owns libpq's result.
final class PostgresResult {
    private let handle: OpaquePointer

    /// - Parameter handle: freed with this object.
    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    var count: Int { Int(PQntuples(handle)) }
    var columns: Int { Int(PQnfields(handle)) }
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

struct PostgresRow {
    fileprivate let result: PostgresResult
    fileprivate let index: Int32

    /// All values, in the order of the statement's columns.
    var values: [String?] { (0..<Int32(result.columns)).map { result.text(index, $0) } }

    func text(_ column: String) -> String? { result.text(index, result.column(column)) }

    func number(_ column: String) -> Int64? { text(column).flatMap { Int64($0) } }

    /// - Throws: ``UnreadableRow`` for NULL and for text that is no number.
    func needed(_ column: String) throws -> Int64 {
        guard let number = number(column) else { throw UnreadableRow("\(column) is \(text(column) ?? "NULL")") }
        return number
    }

    func neededText(_ column: String) throws -> String {
        guard let text = text(column) else { throw UnreadableRow("\(column) is NULL") }
        return text
    }
}

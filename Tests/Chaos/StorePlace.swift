import ClockTestSupport
import FoundationEssentials

/// The place of the coordinator's store, for reading past the coordinator.
enum StorePlace: Sendable {
    /// An SQLite file.
    case file(String)
    case database(Databases)

    /// The rows of a query, whose columns are called as the fields.
    func read<Row: Decodable>(_ sql: String) throws -> [Row] {
        let text =
            switch self {
            case .file(let path):
                try TestProcess.run("sqlite3", ["-readonly", "-json", "-cmd", ".timeout 5000", path, sql])
            case .database(let databases): try databases.query("SELECT json_agg(line) FROM (\(sql)) AS line")
            }
        // No rows are no text.
        return text.isEmpty ? [] : try JSONDecoder().decode([Row].self, from: Data(text.utf8))
    }

    /// Returns the SQL for a place within a column of JSON, as text.
    func json(_ column: String, _ keys: String...) -> String {
        switch self {
        case .file: "json_extract(\(column), '$.\(keys.joined(separator: "."))')"
        case .database: "\(column)::json #>> '{\(keys.joined(separator: ","))}'"
        }
    }
}

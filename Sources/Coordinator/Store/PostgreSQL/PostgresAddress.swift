internal import CPostgreSQL
public import ClockCoordinatorCore
internal import Glibc

/// Where a database is, as written in a configuration.
public struct PostgresAddress: Sendable {
    /// For people: `postgresql://host/name`, with nothing of what proves who one is.
    public let name: String
    /// As libpq reads it.
    let settings: String
    /// In the order in which they are tried.
    let servers: [PostgresServer]

    /// Whether a store is meant to be in PostgreSQL.
    public static func isMeant(by text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    }

    /// Reads it without connecting.
    ///
    /// - Throws: ``StoreError`` for what libpq does not understand, where there is a password in it, as everybody who may
    ///   read the configuration could read that as well, and where the address would have the password sent in the clear.
    public init(_ settings: String) throws(StoreError) {
        var problem: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(settings, &problem) else {
            defer { PQfreemem(problem) }
            let text = problem.map { String(cString: $0) } ?? "no memory"
            throw StoreError(
                .failed,
                text.split(whereSeparator: \.isNewline).joined(separator: "; ") + ": it is postgresql://HOST/NAME")
        }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        for secret in ["password", "sslpassword"] where values[secret] != nil {
            throw StoreError(
                .failed,
                "\(secret) is in the address, where others can read it: put it into a file of mode 0600 and name that with "
                    + "?passfile=FILE, or use a service file")
        }
        self.settings = settings
        servers = PostgresServer.all(values) { name in getenv(name).map { String(cString: $0) } }
        for server in servers {
            if let mistake = PostgresGuard.mistake(in: values, server) { throw StoreError(.failed, mistake) }
        }
        let host = values["host"] ?? values["hostaddr"] ?? values["service"].map { "service \($0)" } ?? "local"
        name = "postgresql://\(host)/\(values["dbname"] ?? "")"
    }
}

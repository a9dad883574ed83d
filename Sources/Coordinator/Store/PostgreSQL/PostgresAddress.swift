internal import CPostgreSQL
public import ClockCoordinatorCore
internal import Glibc

/// The address of a database, as in a configuration.
public struct PostgresAddress: Sendable {
    /// For people: `postgresql://host/name`, without any secrets.
    public let name: String
    /// In the form that libpq reads.
    let settings: String
    /// The servers, in the order of the attempts.
    let servers: [PostgresServer]

    /// True if the text means a store in PostgreSQL.
    public static func isMeant(by text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    }

    /// Reads the address without connecting.
    ///
    /// - Throws: ``StoreError`` for text that libpq does not understand, for an address with a password, which
    ///   everybody who may read the configuration could read, and for one that would send the password in the clear.
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

/// One of the servers that an address names.
struct PostgresServer: Hashable, Sendable {
    /// A name, an address or the folder of a Unix socket; `nil` if libpq finds it by itself.
    var host: String?
    /// An address in place of the name's own.
    var hostAddress: String?
    var port: String?
    /// True if TLS proves that it is the intended server.
    var isProven: Bool
    /// Seconds for a connection.
    var connectSeconds: Int
    /// True if settings outside of the address give its place.
    var isElsewhere: Bool

    /// True if nothing leaves the machine.
    var isLocal: Bool {
        if isElsewhere { return false }
        guard let place = hostAddress ?? host, !place.isEmpty else { return true }
        if place.hasPrefix("/") || place.hasPrefix("@") || place == "localhost" || place == "::1" { return true }
        let parts = place.split(separator: ".", omittingEmptySubsequences: false)
        // A name such as 127.example.org belongs to somebody.
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// A name may stand for two addresses, and the first may not answer.
    var patience: Duration { .seconds(connectSeconds * 2) }

    /// The settings to put after those of the address, which name all servers.
    var settings: [(String, String)] {
        [("host", host), ("hostaddr", hostAddress), ("port", port)].compactMap { key, value in value.map { (key, $0) } }
    }

    /// Returns all servers that an address names, in its order.
    ///
    /// - Parameters:
    ///   - values: the address's values, by libpq's keywords.
    ///   - environment: that of this process, which libpq reads too.
    static func all(_ values: [String: String], _ environment: (String) -> String?) -> [PostgresServer] {
        func list(_ key: String, _ variable: String) -> [String]? {
            (values[key] ?? environment(variable)).map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
            }
        }
        // Only libpq knows the hosts of a service file.
        let isService = values["service"] != nil || (values["host"] == nil && environment("PGSERVICE") != nil)
        let mode = values["sslmode"] ?? environment("PGSSLMODE") ?? ""
        // libpq accepts no less than two; 0 is for ever.
        let seconds = (values["connect_timeout"] ?? environment("PGCONNECT_TIMEOUT")).flatMap { Int($0) } ?? 3
        let blank = PostgresServer(
            isProven: ["verify-ca", "verify-full"].contains(mode), connectSeconds: min(max(2, seconds), 60),
            isElsewhere: isService)
        let hosts = list("host", "PGHOST")
        let addresses = list("hostaddr", "PGHOSTADDR")
        let ports = list("port", "PGPORT") ?? []
        let count = max(hosts?.count ?? 1, addresses?.count ?? 1)
        return (0..<count).map { place in
            var server = blank
            if count == 1, isService { return server }
            server.host = hosts.flatMap { place < $0.count ? $0[place] : nil }
            server.hostAddress = addresses.flatMap { place < $0.count && !$0[place].isEmpty ? $0[place] : nil }
            server.port = ports.count == 1 ? ports[0] : place < ports.count ? ports[place] : nil
            return server
        }
    }
}

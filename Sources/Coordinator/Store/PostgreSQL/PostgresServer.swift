/// One of the servers that an address names.
struct PostgresServer: Hashable, Sendable {
    /// A name, an address or the folder of a Unix socket; `nil` where libpq finds it out by itself.
    var host: String?
    /// An address in place of the name's own.
    var hostAddress: String?
    var port: String?
    /// Whether TLS proves that it is the one that is meant.
    var isProven: Bool
    /// Seconds for a connection.
    var connectSeconds: Int
    /// Whether settings outside of the address say where it is.
    var isElsewhere: Bool

    /// Whether nothing leaves the machine.
    var isLocal: Bool {
        if isElsewhere { return false }
        guard let place = hostAddress ?? host, !place.isEmpty else { return true }
        if place.hasPrefix("/") || place.hasPrefix("@") || place == "localhost" || place == "::1" { return true }
        let parts = place.split(separator: ".", omittingEmptySubsequences: false)
        // A name such as 127.example.org is somebody's.
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// A name may stand for two addresses, of which the first does not answer.
    var patience: Duration { .seconds(connectSeconds * 2) }

    /// After those of the address, which name all servers.
    var settings: [(String, String)] {
        [("host", host), ("hostaddr", hostAddress), ("port", port)].compactMap { key, value in value.map { (key, $0) } }
    }

    /// All that an address names, in its order.
    ///
    /// - Parameters:
    ///   - values: of the address, by libpq's keywords.
    ///   - environment: of this process, which libpq reads as well.
    static func all(_ values: [String: String], _ environment: (String) -> String?) -> [PostgresServer] {
        func list(_ key: String, _ variable: String) -> [String]? {
            (values[key] ?? environment(variable)).map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
            }
        }
        // The hosts of a service file are known to libpq alone.
        let isService = values["service"] != nil || (values["host"] == nil && environment("PGSERVICE") != nil)
        let mode = values["sslmode"] ?? environment("PGSSLMODE") ?? ""
        // libpq takes no less than two; 0 is for ever.
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

import ClockMQTT
import ClockTestSupport
import ClockWire

/// A site at a broker with the access rules and the limits that the project ships, where every program has its own name.
struct GuardedSite {
    let site: Site
    private let secrets: TemporaryFolder

    /// People and programs that are not nodes.
    private static let others = ["coordinator", "viewer", "member", "admin"].map { "\(Site.name).\($0)" }

    init(_ rooms: [Site.Room]) throws {
        let rules = try Self.rules(of: rooms)
        let users = Self.others + rooms.map(\.id)
        let limits = try Self.shipped("clocksmith.conf").filter { line in
            ["max_", "memory_", "set_tcp_nodelay"].contains { line.hasPrefix($0) }
        }
        let broker = try TestBroker { options in
            options.passwords = Dictionary(uniqueKeysWithValues: users.map { ($0, Self.password(of: $0)) })
            options.accessRules = rules
            options.lines = limits
        }
        let secrets = try TemporaryFolder("secrets")
        self.secrets = secrets
        site = try Site(rooms, broker: broker) { program in
            let user =
                switch program {
                case "coordinator": "\(Site.name).coordinator"
                case "clockctl": "\(Site.name).admin"
                default: program
                }
            return [
                "username: \(user)", "password_file: \(try secrets.write(Self.password(of: user) + "\n", to: user))",
            ]
        }
    }

    /// Another client of the broker, by a name that the rules know: "member", or a room's id.
    func client(
        _ name: String, onEvent: @escaping @Sendable (MQTTEvent) -> Void = { _ in }
    ) async throws -> MQTTClient {
        let user = site.rooms.contains { $0.id == name } ? name : "\(Site.name).\(name)"
        var configuration = MQTTConfiguration(
            host: "127.0.0.1", port: site.broker.port, clientID: "intruder-\(name)")
        configuration.login = .init(username: user, password: Self.password(of: user))
        configuration.queue.messages = 100_000
        configuration.queue.bytes = 256 << 20
        let client = try MQTTClient(configuration)
        try client.start(onEvent: onEvent)
        try await waitUntil("\(user) connected") { client.isConnected }
        return client
    }

    /// The shipped rules for this site, with the kitchen's for each room, as docs/operations.md says.
    private static func rules(of rooms: [Site.Room]) throws -> [String] {
        let lines = try shipped("acl").map {
            $0.replacing("/home/", with: "/\(Site.name)/").replacing("home.", with: "\(Site.name).")
        }
        let kitchen = lines.drop { $0 != "user kitchen" }
        let node = [kitchen.first ?? ""] + kitchen.dropFirst().prefix { !$0.hasPrefix("user ") }
        return lines
            + rooms.filter { $0.id != "kitchen" }.flatMap { room in
                node.map { $0.replacing("kitchen", with: room.id) }
            }
    }

    private static func password(of user: String) -> String { "secret of \(user)" }

    private static func shipped(_ name: String) throws -> [String] {
        // Tests/EndToEnd/Harness/ of the package.
        let levels = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        let path = levels.dropLast(4).joined(separator: "/") + "/deploy/mosquitto/\(name)"
        guard let text = readText(path) else { throw TestFailure("\(path) cannot be read") }
        return text.split(separator: "\n").map(String.init)
    }
}

import ClockRuntime
import ClockTestSupport
import Testing

/// `broker.hosts`: several brokers in their order.
@Suite struct BrokerHostsTests {
    private static let schema = ConfigurationSchema(ConfigurationSchema.broker)

    private func load(
        _ yaml: String, environment: [String: String] = [:], flags: [String: String] = [:]
    ) throws -> ProgramConfiguration {
        let folder = try TemporaryFolder()
        return try ProgramConfiguration.load(
            schema: Self.schema, file: folder.write(yaml, to: "node.yaml"), environment: environment, flags: flags)
    }

    @Test(arguments: [
        ("broker.hosts: [hub.local, \"[fd00::1]:8883\"]", ["hub.local:1883", "[fd00::1]:8883"]),
        ("broker.hosts: hub.local, backup.local:1884", ["hub.local:1883", "backup.local:1884"]),
        ("broker:\n  port: 1890\n  hosts:\n    - a\n    - b:2", ["a:1890", "b:2"]),
        ("broker: {hosts: [a], tls: {ca: /ca.pem}}", ["a:8883"]),
        ("broker: {host: a, port: 2}", ["a:2"]),
        ("broker: {host: \"fd00::1\"}", ["[fd00::1]:1883"]),
        ("broker: {host: /run/broker.sock, port: 2}", ["/run/broker.sock"]),
    ])
    func brokersHaveAnOrderAndEachAPort(yaml: String, addresses: [String]) throws {
        let settings = try BrokerSettings(load(yaml))
        #expect(settings.addresses.map(\.description) == addresses)
        #expect(settings.addresses.first?.host == settings.host && settings.addresses.first?.port ?? 0 == settings.port)
        #expect(settings.addresses.map { settings.only($0).addresses } == settings.addresses.map { [$0] })
    }

    @Test func aHostOrHostsOnTheCommandLineTakePrecedenceOverTheFileAndTheEnvironment() throws {
        func hosts(_ yaml: String, _ environment: [String: String], _ flags: [String: String]) throws -> [String] {
            try BrokerSettings(load(yaml, environment: environment, flags: flags)).addresses.map(\.host)
        }
        #expect(try hosts("broker.hosts: [a, b]", [:], ["broker.host": "c"]) == ["c"])
        #expect(try hosts("broker.host: c", ["CLOCKSMITH_BROKER_HOSTS": "a, b"], [:]) == ["a", "b"])
        #expect(
            try hosts("broker.hosts: [a, b]", ["CLOCKSMITH_BROKER_HOST": "c"], ["broker.hosts": "d,e"]) == ["d", "e"])
    }

    @Test(arguments: [
        (
            "broker.host: a\nbroker.hosts: [b]",
            "FILE:2: broker.host is set as well, by FILE:1; remove one of them"
        ),
        (
            "broker.hosts: [a, \"b:\"]",
            "FILE:1: broker.hosts has \"b:\", which is no broker's address; say HOST or HOST:PORT"
        ),
        (
            "broker.hosts: [a, \"b:70000\"]",
            "FILE:1: broker.hosts has \"b:70000\", which is no broker's address; say HOST or HOST:PORT"
        ),
        ("broker.hosts: [a, \"a:1883\"]", "FILE:1: broker.hosts has a:1883 twice; remove one of them"),
        ("broker.hosts: []", "FILE:1: broker.hosts must be a list of 1 to 4, not \"\""),
        ("broker.hosts: [a, b, c, d, e]", "FILE:1: broker.hosts must be a list of 1 to 4, not \"a, b, c, d, e\""),
        ("broker.hosts: {a: b}", "FILE:1: broker.hosts must be a list of 1 to 4, not a section"),
        (
            "broker.host: mqtt://hub.local",
            "FILE:1: broker.host is \"mqtt://hub.local\", which is no host; write broker.host: hub.local"
        ),
        (
            "broker.host: mqtts://anna@hub.local:8884/",
            "FILE:1: broker.host is \"mqtts://anna@hub.local:8884/\", which is no host; "
                + "write broker.host: hub.local and broker.port: 8884"
        ),
        (
            "broker.host: hub.local:1884",
            "FILE:1: broker.host is \"hub.local:1884\", which is no host; "
                + "write broker.host: hub.local and broker.port: 1884"
        ),
        (
            "broker.host: \"[fd00::1]\"",
            "FILE:1: broker.host is \"[fd00::1]\", which is no host; write broker.host: fd00::1"
        ),
        (
            "broker.host: \"hub.local:\"",
            "FILE:1: broker.host is \"hub.local:\", which is no host; "
                + "write the name or address of its machine alone"
        ),
        (
            "broker.host: my hub",
            "FILE:1: broker.host is \"my hub\", which is no host; write the name or address of its machine alone"
        ),
        ("broker.host: [a]", "FILE:1: broker.host must be a text, not a list"),
    ])
    func badBrokersAreOneClearLine(yaml: String, message: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(yaml, to: "node.yaml")
        let error = #expect(throws: FatalError.self) {
            try BrokerSettings(ProgramConfiguration.load(schema: Self.schema, file: file, environment: [:]))
        }
        let parts = message.split(separator: "FILE", omittingEmptySubsequences: false)
        #expect(error?.message == parts.joined(separator: file))
    }
}

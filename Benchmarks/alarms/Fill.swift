import ArgumentParser
import ClockDomain
import ClockMQTT
import ClockWire
import Glibc

/// Fills a site with nodes and alarms.
struct Fill: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes a running coordinator know nodes and define many alarms.",
        discussion: "Use a coordinator that serves nothing else: its store keeps them.")

    @Option(help: "The broker's host.") var host = "127.0.0.1"
    @Option(help: "The broker's port.") var port: Int
    @Option(help: "The coordinator's site.") var site: String
    @Option(help: "Alarms to define.") var alarms = 10_000
    @Option(help: "Nodes to spread them over.") var nodes = 20

    func validate() throws {
        guard (1...65_535).contains(port) else { throw ValidationError("--port must be 1 to 65535") }
        guard (1...10_000).contains(alarms) else { throw ValidationError("--alarms must be 1 to 10000") }
        guard (1...1_000).contains(nodes) else { throw ValidationError("--nodes must be 1 to 1000") }
        guard SiteID(site) != nil else { throw ValidationError("\"\(site)\" is not a site: \(NodeID.rule)") }
    }

    func run() async throws {
        guard let site = SiteID(site) else { preconditionFailure("validated") }
        let topics = Topics(site: site)
        var configuration = MQTTConfiguration(host: host, port: port, clientID: "\(site)-fill")
        // The answers contain all new definitions.
        configuration.maximumPacketSize = 2 << 20
        let client = try MQTTClient(configuration)
        try client.start { _ in }
        let ids = (1...nodes).compactMap { NodeID("room-\($0)") }
        for id in ids {
            try await client.publishAcknowledged(
                MQTTMessage(topic: topics.availability(id), payload: Availability.online.payload, retain: true))
        }
        let changes = (1...alarms).map { Self.alarm($0, at: ids[$0 % ids.count]) }
        for first in stride(from: 0, to: changes.count, by: ChangeRequest.maximumChanges) {
            let some = Array(changes[first..<min(changes.count, first + ChangeRequest.maximumChanges)])
            let answer = try await client.request(
                topic: topics.request(ChangeRequest.verb),
                payload: WireCodec.encode(
                    StampedRequest(
                        ChangeRequest(changes: some),
                        RequestStamp(sent: WallTime(seconds: Int64(time(nil))), wait: .seconds(30)))),
                responseTopic: topics.reply(client: "\(site)-fill"), timeout: .seconds(30))
            let reply = try WireCodec.decode(Reply<ChangeResult>.self, from: answer.payload)
            if let error = reply.error { throw error }
        }
        await client.stop()
    }

    private static func alarm(_ number: Int, at node: NodeID) -> Change {
        .addAlarm(
            AlarmDraft(
                label: "Alarm \(number)", isEnabled: true,
                schedule: AlarmSchedule(
                    time: LocalTime(secondOfDay: number % 1440 * 60),
                    repetition: .weekly(WeekdaySet([.monday, .tuesday, .wednesday, .thursday, .friday])),
                    countsFrom: WallTime(seconds: 0)),
                ring: .alarm, misfire: .standard, targets: RingTargets(nodes: [node]), holidays: nil))
    }
}

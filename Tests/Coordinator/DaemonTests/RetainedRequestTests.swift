import ClockDomain
import ClockSiteTestSupport
import ClockTestSupport
import ClockWire
import Testing

/// Requests that somebody has the broker keep, so that they outlive the right to make them.
@Suite(.serialized) struct RetainedRequestTests {
    private static func volume(_ percent: Int) -> [UInt8] {
        WireCodec.encode(SetRequest(nodes: [kitchen], change: SettingsPatch(volume: Volume(percent: percent))))
    }

    @Test("a retained request is refused with a word, and not carried out when the coordinator connects again")
    func retained() async throws {
        let broker = try TestBroker()
        var coordinator = try RunningCoordinator(port: broker.port)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        try client.publish(kitchen, .online)
        try client.publish(kitchen, batch(1))
        try await waitUntil("the node is known") { try await client.status().nodes.map(\.id) == [kitchen] }
        let usual = try await client.status().nodes.first?.volume
        let mine = client.topics.reply(client: "leaving")
        try client.publish(
            client.topics.request(SetRequest.verb), Self.volume(11), retain: true, expirySeconds: 3_600,
            responseTopic: mine)
        try await waitUntil("the refusal") { client.received(mine) != nil }
        let refusal: Reply<SetResult>? = try client.message(mine)
        #expect(refusal?.error?.code == .invalid)
        #expect(coordinator.log.lines.contains { $0.contains("request/set") && $0.contains("retained") })

        await coordinator.stop()
        client.forgetReceived()
        coordinator = try RunningCoordinator(port: broker.port, folder: coordinator.folder)
        try await client.awaitCoordinator()
        // The broker sends what it kept before it answers the subscription, and that is before the status.
        #expect(try await client.status().nodes.first?.volume == usual)
        #expect(client.received(mine) == nil, "it was answered again")
        await coordinator.stop()
        await client.stop()
    }

    @Test("a request without a message expiry is refused with a word")
    func unbounded() async throws {
        let broker = try TestBroker()
        let coordinator = try RunningCoordinator(port: broker.port)
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        let mine = client.topics.reply(client: "patient")
        try client.publish(
            client.topics.request(StatusRequest.verb), WireCodec.encode(StatusRequest()), responseTopic: mine)
        try await waitUntil("the refusal") { client.received(mine) != nil }
        let refusal: Reply<SiteStatus>? = try client.message(mine)
        #expect(refusal?.error?.code == .invalid && refusal?.error?.message.contains("message expiry") == true)
        await coordinator.stop()
        await client.stop()
    }
}

import ClockMQTT
import ClockTestSupport
import Testing

@Suite struct TLSTests {
    @Test func connectsWithATrustedAuthorityByNameAndByAddress() async throws {
        let certificates = try TestCertificates()
        let broker = try TestBroker { $0.certificates = certificates }
        for host in ["localhost", "127.0.0.1"] {
            let probe = try ClientProbe("tls-\(host)", port: broker.port, subscribing: ["t/\(host)"]) {
                $0.host = host
                $0.tls = .init(caFile: certificates.authority)
            }
            try await probe.waitConnected(subscriptions: 1)
            for number in 0..<200 { try probe.client.publish(MQTTMessage("t/\(host)", "\(number)")) }
            try await probe.client.publishAcknowledged(MQTTMessage("t/\(host)", String(repeating: "x", count: 60_000)))
            try await probe.waitMessages(201)
            #expect(probe.messages.prefix(200).map(\.text) == (0..<200).map(String.init))
            await probe.client.stop()
        }
    }

    @Test func refusesAnUntrustedBrokerWithTheReason() async throws {
        let certificates = try TestCertificates()
        let broker = try TestBroker { $0.certificates = certificates }
        let other = try TestCertificates()
        let probe = try ClientProbe("probe", port: broker.port) {
            $0.tls = .init(caFile: other.authority)
            $0.reconnectDelay = .milliseconds(50)...(.seconds(60))
        }
        let disconnect = try await probe.waitDisconnect(.tlsFailed)
        #expect(disconnect.message.contains("certificate verify failed"))
        #expect(try #require(disconnect.retryAfter) >= .seconds(30))
        let system = try ClientProbe("system", port: broker.port) { $0.tls = .init() }
        #expect(try await system.waitDisconnect(.tlsFailed).message.contains("certificate verify failed"))
    }

    @Test func verifiesTheHostNameUnlessTold() async throws {
        let certificates = try TestCertificates(names: "DNS:clock.example")
        let broker = try TestBroker { $0.certificates = certificates }
        let strict = try ClientProbe("strict", port: broker.port) {
            $0.tls = .init(caFile: certificates.authority)
        }
        #expect(try await strict.waitDisconnect(.tlsFailed).message.contains("127.0.0.1"))
        let lenient = try ClientProbe("lenient", port: broker.port) {
            $0.tls = .init(caFile: certificates.authority, verifiesHostname: false)
        }
        try await lenient.waitConnected()
    }

    @Test func clientCertificateIsAskedForAndGiven() async throws {
        let certificates = try TestCertificates()
        let broker = try TestBroker {
            $0.certificates = certificates
            $0.requiresClientCertificate = true
        }
        let without = try ClientProbe("without", port: broker.port) {
            $0.tls = .init(caFile: certificates.authority)
        }
        try await waitUntil("refusal") { !without.disconnects.isEmpty }
        #expect([.tlsFailed, .unreachable].contains(without.disconnects[0].reason), "\(without.disconnects[0])")
        let with = try ClientProbe("with", port: broker.port) {
            $0.tls = .init(
                caFile: certificates.authority, certificateFile: certificates.clientCertificate,
                keyFile: certificates.clientKey)
        }
        try await with.waitConnected()
    }

    @Test func plainAndTLSMixedUpAreNamed() async throws {
        let certificates = try TestCertificates()
        let secure = try TestBroker { $0.certificates = certificates }
        let plain = try TestBroker()
        let plainToSecure = try ClientProbe("p", port: secure.port)
        #expect(try await plainToSecure.waitDisconnect(.unreachable).message.contains("expect TLS"))
        let secureToPlain = try ClientProbe("s", port: plain.port) { $0.tls = .init(caFile: certificates.authority) }
        try await waitUntil("failure") { !secureToPlain.disconnects.isEmpty }
        #expect([.tlsFailed, .unreachable].contains(secureToPlain.disconnects[0].reason))
    }

    @Test func missingFileIsNamed() async throws {
        let probe = try ClientProbe("probe", port: 8883) { $0.tls = .init(caFile: "/no/such/ca.crt") }
        let disconnect = try await probe.waitDisconnect(.tlsFailed)
        #expect(disconnect.message.contains("CA file /no/such/ca.crt: no such file"))
    }
}

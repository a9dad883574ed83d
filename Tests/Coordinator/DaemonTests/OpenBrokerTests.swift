import ClockDomain
import ClockSiteTestSupport
import ClockTestSupport
import ClockWire
import Glibc
import Testing

/// Doctor finds out if a real broker accepts clients without a name.
@Suite(.serialized) struct OpenBrokerTests {
    private func finding(_ broker: TestBroker, _ settings: [String: String] = [:], name: String? = nil) async throws
        -> DoctorCheck
    {
        let coordinator = try RunningCoordinator(port: broker.port, settings: settings)
        let client = try await SiteClient(port: broker.port, username: name, password: name)
        try await client.awaitCoordinator()
        let report = try await client.request(DoctorRequest())
        await coordinator.stop()
        await client.stop()
        return try #require(report.result?.checks.first { $0.subject == "broker" })
    }

    @Test("a broker that asks for names is closed")
    func closed() async throws {
        let check = try await finding(
            try TestBroker { $0.passwords = ["clock": "clock"] },
            ["broker.username": "clock", "broker.password": "clock"], name: "clock")
        #expect(check.verdict == .ok && !check.finding.contains("open"), "\(check.finding)")
    }

    @Test("a broker that serves its machine alone, as it is installed, is open to that")
    func local() async throws {
        let check = try await finding(try TestBroker())
        #expect(check.verdict == .ok && check.finding.contains("open to every program on its machine"))
    }

    @Test("a broker that takes everybody from the network is open, wherever the coordinator is")
    func everybody() async throws {
        // 0.0.0.0 is no loopback address, and leads to this machine.
        for host in Self.hasNetwork ? ["localhost", "0.0.0.0"] : ["0.0.0.0"] {
            let check = try await finding(try TestBroker { $0.address = "0.0.0.0" }, ["broker.host": host])
            #expect(check.verdict == .warning && check.finding.contains("whoever has no name"), "\(check.finding)")
        }
    }

    /// True when this machine has an address of its own on some network.
    private static var hasNetwork: Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return false }
        defer { freeifaddrs(first) }
        var next = first
        while let entry = next {
            next = entry.pointee.ifa_next
            guard entry.pointee.ifa_flags & UInt32(IFF_LOOPBACK) == 0, let address = entry.pointee.ifa_addr
            else { continue }
            if address.pointee.sa_family == sa_family_t(AF_INET) { return true }
        }
        return false
    }
}

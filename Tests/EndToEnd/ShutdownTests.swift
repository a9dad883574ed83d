import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// SIGTERM, as a service manager sends it. `scripts/bench footprint` tells how long it takes.
@Suite(.ownThreads) struct ShutdownTests {
    @Test("told to end, each daemon ends with code 0, and everybody sees it offline")
    func terminate() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            site.setClock(to: try WallTime("2027-03-01T15:15:00Z"), in: .seconds(600))
            let observer = try await Observer(site)
            try site.start()
            try await site.waitUntilReady()

            try #require(try await site.node("kitchen").stop() == 0)
            try await waitUntil("the node's word that it is offline") {
                observer.text(on: "clock/v1/test/node/kitchen/availability") == "offline"
            }
            try await waitUntil("the node offline in status") {
                try await site.status(of: "kitchen").availability == .offline
            }

            try #require(try await site.coordinator.stop() == 0)
            try await waitUntil("the coordinator's word that it is offline") {
                observer.text(on: "clock/v1/test/coordinator/availability") == "offline"
            }
            await observer.end()
        }
    }

    @Test("told to end without a broker, each daemon ends with code 0")
    func terminateWithoutBroker() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            site.setClock(to: try WallTime("2027-03-01T15:15:00Z"), in: .seconds(600))
            try site.start()
            try await site.waitUntilReady()
            site.broker.kill()
            for daemon in [site.node("kitchen"), site.coordinator] {
                try #require(try await daemon.stop() == 0, "\(daemon.name)")
            }
        }
    }
}

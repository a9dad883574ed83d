import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// An administrator's end: SIGTERM.
struct ShutdownTests {
    @Test("told to end, each daemon is gone within two seconds with code 0, and everybody sees it offline")
    func terminate() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            site.setClock(to: try WallTime("2027-03-01T15:15:00Z"), in: .seconds(600))
            let observer = try await Observer(site)
            try site.start()
            try await site.waitUntilReady()

            let node = try await site.node("kitchen").stop()
            try #require(node.code == 0)
            try #require(node.took < .seconds(2), "the node took \(node.took)")
            try await waitUntil("the node's word that it is offline") {
                observer.text(on: "clock/v1/test/node/kitchen/availability") == "offline"
            }
            try await waitUntil("the node offline in status") {
                try await site.status(of: "kitchen").availability == .offline
            }

            let coordinator = try await site.coordinator.stop()
            try #require(coordinator.code == 0)
            try #require(coordinator.took < .seconds(2), "the coordinator took \(coordinator.took)")
            try await waitUntil("the coordinator's word that it is offline") {
                observer.text(on: "clock/v1/test/coordinator/availability") == "offline"
            }
            await observer.end()
        }
    }

    @Test("told to end without a broker, each daemon is gone within two seconds with code 0")
    func terminateWithoutBroker() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            site.setClock(to: try WallTime("2027-03-01T15:15:00Z"), in: .seconds(600))
            try site.start()
            try await site.waitUntilReady()
            site.broker.kill()
            for daemon in [site.node("kitchen"), site.coordinator] {
                let end = try await daemon.stop()
                try #require(end.code == 0, "\(daemon.name)")
                try #require(end.took < .seconds(2), "\(daemon.name) took \(end.took)")
            }
        }
    }
}

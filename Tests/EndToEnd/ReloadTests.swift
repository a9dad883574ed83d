import ClockDomain
import ClockTestSupport
import ClockWire
import Glibc
import Testing

/// An administrator's SIGHUP: the configuration as it is now.
@Suite(.ownThreads) struct ReloadTests {
    @Test(
        "told to read its configuration again, a node goes on under it in the same process; a mistake changes nothing")
    func reload() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            site.setClock(to: try WallTime("2027-03-01T15:15:00Z"), in: .seconds(600))
            try site.start()
            try await site.waitUntilReady()
            let node = site.node("kitchen")
            let process = node.processID
            let file = site.folder.read("kitchen.yaml")

            try site.folder.write(file + "volumen: 3\n", to: "kitchen.yaml")
            node.signal(SIGHUP)
            try await waitUntil("the refusal") { node.log.contains("nothing is changed") }
            try #require(node.log.contains("\"volumen\""))
            try #require(try await site.status(of: "kitchen").zone == "Europe/London")

            let moved = file.split(separator: "\n").map {
                $0.hasPrefix("zone:") ? "zone: America/New_York" : String($0)
            }
            try site.folder.write(moved.joined(separator: "\n") + "\n", to: "kitchen.yaml")
            node.signal(SIGHUP)
            try await waitUntil("the new zone in status", timeout: .seconds(20)) {
                // It gives no answer while it starts again.
                (try? await site.status(of: "kitchen").zone) == "America/New_York"
            }
            try await site.waitUntilReady()
            try #require(node.processID == process && node.isRunning)

            try #require(try await node.stop() == 0)
        }
    }

    @Test("told to read its configuration again, a coordinator keeps its store and answers in the same process")
    func coordinator() async throws {
        try await withSite(Site([Site.Room("kitchen")])) { site in
            site.setClock(to: try WallTime("2027-03-01T15:15:00Z"), in: .seconds(600))
            try site.start()
            try await site.waitUntilReady()
            _ = try await site.clockctl(["set", "kitchen", "volume", "37"])
            site.coordinator.signal(SIGHUP)
            try await waitUntil("the word on it") { site.coordinator.log.contains("beginning anew") }
            try await site.waitUntilReady()
            try #require(site.coordinator.isRunning)
            try #require(try await site.status(of: "kitchen").volume == 37)
        }
    }
}

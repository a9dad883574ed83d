import ClockDomain
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Glibc
import Testing

@testable import ClockctlKit

@Suite("The history at a terminal", .timeLimit(.minutes(2)))
struct HistoryProcessTests {
    @Test("history goes through all pages and takes since, node and limit along")
    func history() async throws {
        let lines = (0..<1200).map {
            Sample.line("kitchen", $0, .init(target: Sample.quarter, outcome: .announced, source: .wake))
        }
        let site = try await StubSite(.init(status: Sample.healthy, history: lines))
        let all = try await site.run(
            "history", "--json", "--node", "kitchen", "--since", "2026-01-01")
        #expect(all.exitCode == 0, "\(all.errors)")
        let page = try JSONDecoder().decode(HistoryPage.self, from: Data(all.output.utf8))
        #expect(page.lines == lines)
        #expect(page.next == nil)
        #expect(site.coordinator.requests.count { $0.verb == HistoryRequest.verb } == 3)

        let some = try await site.run("history", "--limit", "3")
        #expect(some.output.split(separator: "\n").count == 5)
        #expect(some.output.contains("Older lines exist"))
        let last = try #require(site.coordinator.requests.last)
        #expect(try WireCodec.decode(HistoryRequest.self, from: last.payload) == HistoryRequest(limit: 3))
        await site.end()
    }

    @Test("history ends where --until says, that instant included")
    func historyUntil() async throws {
        let lines = (0..<4).map {
            Sample.line("kitchen", $0, .init(target: Sample.quarter, outcome: .announced, source: .wake))
        }
        let site = try await StubSite(.init(status: Sample.healthy, history: lines))
        for (until, expected) in [(lines[1].cursor.target, 3), (lines[1].cursor.target - .minutes(1), 2)] {
            let some = try await site.run("history", "--json", "--until", until.rfc3339)
            let page = try JSONDecoder().decode(HistoryPage.self, from: Data(some.output.utf8))
            #expect(page.lines == lines.suffix(expected), "\(some.errors)")
        }
        await site.end()
    }

    @Test(
        "history --follow prints the newest lines, oldest first, and then each new one once, past a broken coordinator")
    func historyFollow() async throws {
        let lines = (0..<4).map {
            Sample.line("kitchen", $0, .init(target: Sample.quarter, outcome: .announced, source: .wake))
        }
        let site = try await StubSite(.init(status: Sample.healthy, history: Array(lines.dropFirst())))
        let folder = try TemporaryFolder("history")
        let following = try TestProcess(
            ClockctlProcess.path(), ["history", "--follow", "--limit", "2"],
            environment: ["CLOCKSMITH_BROKER_PORT": "\(site.broker.port)", "TZ": "Europe/Berlin"],
            outputFile: folder.file("out"))
        func printed() -> [Substring] { following.output.split(separator: "\n") }
        try await waitUntil("the newest two") { printed().count == 2 }
        site.coordinator.change { $0.error = RequestError(.unavailable, "the store is away") }
        try await waitUntil("a word about it") { printed().count == 3 && printed()[2].contains("the store is away") }
        site.coordinator.change {
            $0.error = nil
            $0.history = lines
        }
        try await waitUntil("the new one") { printed().count == 4 }
        #expect(printed()[0].contains("14:00") && printed()[1].contains("14:15") && printed()[3].contains("14:30"))
        #expect(printed()[3].contains("  kitchen       time                  announced"))
        following.signal(SIGINT)
        try await waitUntil("its end") { !following.isRunning }
        await site.end()
    }
}

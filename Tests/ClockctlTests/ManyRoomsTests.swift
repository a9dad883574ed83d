import ClockDomain
import ClockSite
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Testing

@testable import ClockctlKit

/// A site that nobody reads room by room.
@Suite("Many rooms")
struct ManyRoomsTests {
    /// Of so many rooms the given ones are in trouble.
    private static func status(
        _ count: Int, offline: Range<Int> = 0..<0, silent: Range<Int> = 0..<0, behind: Range<Int> = 0..<0
    ) -> SiteStatus {
        Sample.status(
            (0..<count).map { number in
                Sample.node("room-\(String(number + 10_000).dropFirst())") { node in
                    if offline.contains(number) { node.availability = .offline }
                    if silent.contains(number) { node.clock?.trusted = false }
                    if behind.contains(number) { node.revision.applied = 6 }
                }
            })
    }

    private func lines(_ view: StatusView) -> [String] { view.lines().map(\.plain) }

    @Test("Ten thousand rooms are a screenful: how many are fine, what is wrong once, and the worst rooms first")
    func tenThousand() throws {
        var view = StatusView(
            Self.status(10_000, offline: 200..<340, silent: 400..<430, behind: 500..<518), zones: .berlin, width: 100)
        view.maximumRows = 30
        view.groups = [
            NodeGroup(id: GroupID("east")!, nodes: (200..<300).map { Sample.id("room-0\($0)") }),
            NodeGroup(id: GroupID("fine")!, nodes: [Sample.id("room-0001")]),
            NodeGroup(id: GroupID("west")!, nodes: (339..<402).map { Sample.id("room-0\($0)") }),
        ]
        let lines = lines(view)
        #expect(lines.count < 60, "\(lines.count)")
        #expect(lines.contains("9,812 of 10,000 rooms are fine"))
        #expect(lines.contains { $0.hasPrefix("! 140 rooms are offline: Room-0200, Room-0201,") })
        #expect(lines.contains { $0.contains("30 rooms stay silent") })
        #expect(lines.contains { $0.contains("18 rooms still go by older settings") })
        let table = try #require(lines.firstIndex { $0.hasPrefix("ROOM ") })
        #expect(lines[table + 1].hasPrefix("Room-0200  offline"))
        #expect(lines.suffix(2).joined(separator: " ").contains("9,812 more that are fine"), "\(lines.suffix(2))")
        #expect(lines.joined(separator: " ").contains("158 more with trouble (clockctl status --trouble --all)"))
        let groups = try #require(lines.firstIndex { $0.hasPrefix("GROUP") })
        #expect(lines[groups + 1].split(separator: " ") == ["east", "100", "0"])
        #expect(lines[groups + 2].split(separator: " ") == ["west", "63", "60"])
        #expect(!lines.contains { $0.hasPrefix("fine ") })
        #expect(view.lines().allSatisfy { $0.width <= 100 })
    }

    @Test("Where all is well, that is what is said")
    func allFine() {
        var view = StatusView(Self.status(1_000), zones: .berlin, width: 80)
        view.maximumRows = 30
        #expect(lines(view).contains("all 1,000 rooms are fine"))
        #expect(lines(view).last == "… 970 more that are fine (clockctl status --all)")
        #expect(!lines(view).contains { $0.hasPrefix("!") })
    }

    @Test("Up to thirty rooms are shown as ever, in their order")
    func few() {
        let lines = lines(StatusView(Self.status(30, offline: 29..<30), zones: .berlin, width: 80))
        #expect(!lines.contains { $0.contains("rooms are fine") || $0.hasPrefix("…") })
        #expect(lines.count { $0.hasPrefix("Room-00") } == 30)
        #expect(lines.contains { $0.hasPrefix("! Room-0029 is offline") })
    }

    @Test("Only rooms in trouble are shown where that is asked for; where there are none, that is said")
    func onlyTrouble() {
        var view = StatusView(Self.status(3, offline: 1..<2), zones: .berlin, width: 80)
        view.onlyTrouble = true
        #expect(lines(view).count { $0.hasPrefix("Room-") } == 1)
        #expect(lines(view).contains("2 of 3 rooms are fine"))
        view = StatusView(Self.status(3), zones: .berlin, width: 80)
        view.onlyTrouble = true
        #expect(lines(view).last == "all 3 rooms are fine")
    }

    @Test(
        "The live view of many rooms fits its terminal, and shows what is wrong before the rooms",
        arguments: [18, 24, 50])
    func watch(rows: Int) throws {
        var model = WatchModel(at: BootTime(nanoseconds: 0))
        model.apply(connection: .connected, coordinator: .online, at: BootTime(nanoseconds: 0))
        model.answered(Self.status(5_000, offline: 100..<150), offset: nil)
        let screen = WatchScreen(
            model: model, now: Sample.now, zones: .berlin, size: .init(columns: 90, rows: rows), site: Sample.site,
            endpoint: "127.0.0.1:1883")
        let lines = screen.lines().map(\.plain)
        #expect(lines.count == rows && screen.lines().allSatisfy { $0.width <= 90 })
        #expect(lines.contains("4,950 of 5,000 rooms are fine"))
        let trouble = try #require(lines.firstIndex { $0.contains("50 rooms are offline") })
        if let room = lines.firstIndex(where: { $0.hasPrefix("Room-0100  offline") }) { #expect(room > trouble) }
        if rows > 24 { #expect(lines.contains { $0.hasPrefix("Room-0100  offline") }) }
    }

    @Test("What rings in a thousand rooms is one line that names a few of them")
    func rings() {
        var status = Self.status(1_000)
        let ring = RingReport(
            occurrence: Occurrence(source: .alarm(AlarmID(uncheckedNumber: 7)), due: Sample.quarter), label: "Work",
            state: .ringing, since: Sample.quarter, until: nil, snoozes: 0, snoozeMinutes: 9)
        for index in status.nodes.indices { status.nodes[index].rings = [ring] }
        let lines = StatusView(status, zones: .berlin, width: nil).ringLines().map(\.plain).filter { !$0.isEmpty }
        #expect(lines.count == 1 && lines[0].contains("Room-0011 and 988 more"), "\(lines)")
    }

    @Test(
        "A quarter hour that a thousand rooms missed alike is one row of the history, and those that differ keep theirs"
    )
    func history() {
        let missed = QuarterRecord(target: Sample.quarter, outcome: .missed, reason: .noWake)
        let heard = QuarterRecord(
            target: Sample.quarter, outcome: .announced, source: .wake, onsetErrorMicroseconds: 21)
        let names = (0..<1_000).map { "room-\($0 + 1_000)" }
        let lines = names.enumerated().map { index, name in Sample.line(name, 1, index == 500 ? heard : missed) }
        func rows(joined: Bool) -> [String] {
            HistoryView(
                lines: lines, words: TimeWords(zone: Zones.berlin.local, now: Sample.now), width: 80, why: true,
                hasMore: false, joinsRooms: joined
            ).rendered().map(\.plain)
        }
        #expect(rows(joined: true).count < 8, "\(rows(joined: true))")
        #expect(rows(joined: true).contains { $0.contains("999 rooms") && $0.contains("missed") })
        #expect(rows(joined: true).contains { $0.contains("room-1500") && $0.contains("+0.02 ms") })
        #expect(rows(joined: false).count > 1_000)
    }

    @Test("What a doctor finds in a thousand rooms is a screenful, what failed first")
    func doctor() throws {
        var checks = (0..<3_000).map {
            DoctorCheck(subject: "room-\($0) audio", verdict: .ok, finding: "default is fine")
        }
        for index in 100..<200 { checks[index].verdict = .warning }
        for index in 500..<520 { checks[index].verdict = .failed }
        let lines = DoctorView(
            report: DoctorReport(checks: checks), width: 80,
            words: TimeWords(zone: Zones.berlin.local, now: Sample.now)
        ).lines().map(\.plain)
        #expect(lines.count == 33, "\(lines)")
        #expect(lines[0].hasPrefix("✗ room-500") && lines[20].hasPrefix("! room-100"))
        #expect(
            lines.suffix(3) == [
                "… and 90 more with trouble; --json has them", "✓ 2,880 checks found nothing wrong; --json has them",
                "20 checks failed, 100 warnings",
            ])
    }

    @Test("Names are as many as people read")
    func names() {
        #expect(RoomWords.list(["a", "b", "c"], most: 2) == "a, b, c")
        #expect(RoomWords.list(["a", "b", "c", "d"], most: 2) == "a, b and 2 more")
        #expect([0, 999, 1_000, 12_345_678].map(RoomWords.whole) == ["0", "999", "1,000", "12,345,678"])
    }
}

/// The same with the program.
@Suite("Choosing rooms of the status", .timeLimit(.minutes(2)))
struct StatusChoiceTests {
    @Test("Rooms and groups are chosen, in JSON too; one that there is not is told")
    func choice() async throws {
        let site = try await StubSite()
        #expect(try await site.run("node", "group", "add", "upstairs", "bedroom", "office").exitCode == 0)
        for words in [["kitchen"], ["--room", "Kitchen"]] {
            let json = try await site.clockctl.run(["status", "--json"] + words)
            #expect(try nodes(json.output) == ["kitchen"], "\(words): \(json)")
        }
        #expect(try nodes(await site.run("status", "upstairs", "--json").output) == ["bedroom", "office"])
        let text = try await site.run("status", "upstairs")
        #expect(text.output.contains("\nOffice") && !text.output.contains("\nKitchen"), "\(text)")
        let unknown = try await site.run("status", "kichen")
        #expect(unknown.exitCode == 65 && unknown.errors.contains("kitchen"), "\(unknown)")
        await site.end()
    }

    @Test("Trouble alone is chosen, in JSON too")
    func trouble() async throws {
        let site = try await StubSite(.init(status: Sample.troubled))
        let all = try nodes(await site.run("status", "--json").output)
        let some = try nodes(await site.run("status", "--trouble", "--json").output)
        #expect(!some.isEmpty && some.count < all.count && !some.contains("bedroom"), "\(some) of \(all)")
        site.coordinator.change { $0.status = Sample.healthy }
        #expect(try nodes(await site.run("status", "--trouble", "--json").output) == [])
        #expect(try await site.run("status", "--trouble").output.contains("\nall 3 rooms are fine\n"))
        await site.end()
    }

    @Test(
        "What excludes each other is refused",
        arguments: [
            ["--local", "kitchen"], ["--local", "--trouble"], ["--all-sites", "--trouble"], ["--all-sites", "kitchen"],
            ["--all-sites", "--site", "school"], ["--all-sites", "--local"],
        ])
    func excluded(words: [String]) async throws {
        let ended = try await ClockctlProcess(port: 1).run(["status"] + words)
        #expect(ended.exitCode == 64 && ended.output.isEmpty, "\(ended)")
    }

    private func nodes(_ json: String) throws -> [String] {
        try JSONDecoder().decode(SiteStatus.self, from: Data(json.utf8)).nodes.map(\.id.rawValue)
    }
}

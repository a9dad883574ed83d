import ClockDomain
import ClockWire
import Testing

@testable import ClockSite
@testable import ClockctlKit

@Suite("The live view")
struct WatchTests {
    private func at(_ milliseconds: Int64) -> BootTime { BootTime(nanoseconds: milliseconds * 1_000_000) }

    private func connected() -> WatchModel {
        var model = WatchModel(at: at(0))
        model.apply(connection: .connected, coordinator: .online, at: at(0))
        return model
    }

    @Test("It asks at once when connected, then on changes that have settled, and every ten seconds")
    func asking() {
        var model = WatchModel(at: at(0))
        #expect(model.nextAsking == nil)
        model.apply(connection: .connected, coordinator: nil, at: at(40))
        #expect(model.nextAsking == at(40))
        model.asked(at: at(40))
        #expect(model.nextAsking == nil)
        model.answered(Sample.healthy, offset: nil)
        #expect(model.nextAsking == at(10_040))
        model.changed(at: at(2_000))
        model.changed(at: at(2_050))
        #expect(model.nextAsking == at(2_100))
        model.asked(at: at(2_100))
        // A change while an answer is awaited leads to a question after it, at least half a second after the last.
        model.changed(at: at(2_150))
        model.answered(Sample.healthy, offset: nil)
        #expect(model.nextAsking == at(2_600))
    }

    @Test("Away is said with the state kept, and taken back by an answer")
    func away() {
        var model = connected()
        model.asked(at: at(0))
        model.answered(Sample.healthy, offset: nil)
        #expect(model.away == nil)
        model.apply(connection: .lost("connection refused"), coordinator: .online, at: at(500))
        #expect(model.away == "No connection to the broker: connection refused")
        #expect(model.status == Sample.healthy)
        #expect(model.nextAsking == nil)
        model.apply(connection: .connected, coordinator: .offline, at: at(900))
        #expect(model.away?.hasPrefix("The coordinator is offline") ?? false)
        #expect(model.nextAsking == at(900))
        model.apply(connection: .connected, coordinator: .online, at: at(950))
        model.asked(at: at(950))
        model.failed("no answer")
        #expect(model.away == "no answer")
        model.asked(at: at(2_000))
        model.answered(Sample.healthy, offset: nil)
        #expect(model.away == nil)
    }

    @Test("The clock goes by the site's where this computer's is off by a second or more")
    func offset() {
        var model = connected()
        model.answered(Sample.healthy, offset: .milliseconds(900))
        #expect(model.siteNow(Sample.now) == Sample.now)
        model.answered(Sample.healthy, offset: .seconds(-90))
        #expect(model.siteNow(Sample.now) == Sample.now + .seconds(90))
    }

    @Test(
        "A frame fills the terminal exactly",
        arguments: [(100, 40), (80, 24), (54, 18), (53, 30), (40, 10), (20, 3), (1, 1)])
    func frame(columns: Int, rows: Int) throws {
        var model = connected()
        model.answered(Sample.troubled, offset: nil)
        let lines = screen(model, columns, rows).lines()
        #expect(lines.count == rows)
        #expect(lines.allSatisfy { $0.width <= columns })
        if columns >= 40 {
            try Fixtures.expect(lines.rendered(coloured: false), equals: "watch-\(columns)x\(rows).txt")
        }
    }

    @Test("What rings stands above the rooms, and timers tick between two answers")
    func ringing() throws {
        var model = connected()
        model.answered(Sample.ringing, offset: nil)
        let lines = screen(model, 80, 30).lines()
        try Fixtures.expect(lines.rendered(coloured: false), equals: "watch-ringing-80x30.txt")
        #expect(lines.contains { $0.plain == "timer t6 pasta  5:28 in Kitchen" })
        #expect(lines.contains { $0.plain.hasPrefix("RINGING a5 Nap in Bedroom, Kitchen, for 38 s") })
    }

    @Test("Before the first answer the frame says what it waits for")
    func waiting() throws {
        var model = WatchModel(at: at(0))
        model.apply(connection: .lost("cannot reach broker"), coordinator: nil, at: at(0))
        try Fixtures.expect(screen(model, 80, 24).lines().rendered(coloured: false), equals: "watch-waiting.txt")
    }

    @Test("All digits of the big clock are as checked in")
    func digits() throws {
        let times = ["01:23:45", "06:07:08", "19:00:09"].compactMap { text -> LocalTime? in
            let parts = text.split(separator: ":").compactMap { Int($0) }
            return LocalTime(hour: parts[0], minute: parts[1], second: parts[2])
        }
        #expect(times.count == 3)
        let lines = times.flatMap { BigClock.lines($0) + [""] }
        #expect(lines.allSatisfy { $0.terminalWidth <= BigClock.width })
        try Fixtures.expect(lines.map { $0 + "\n" }.joined(), equals: "big-clock.txt")
    }

    private func screen(_ model: WatchModel, _ columns: Int, _ rows: Int) -> WatchScreen {
        WatchScreen(
            model: model, now: Sample.now + .seconds(5), zones: .berlin, size: .init(columns: columns, rows: rows),
            site: Sample.site, endpoint: "127.0.0.1:1883")
    }
}

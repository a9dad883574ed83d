import ClockDomain
import ClockWire
import Testing

@testable import ClockSite
@testable import ClockctlKit

@Suite("Alarms, timers and stopwatches as text")
struct AlarmViewTests {
    private let words = TimeWords(zone: Zones.berlin.local, now: Sample.now)

    @Test("Alarms are listed as checked in", arguments: [60, 80, nil] as [Int?])
    func list(width: Int?) throws {
        let plan = Sample.plan(Sample.ringing)
        let lines = AlarmListView(alarms: Sample.alarms, plan: plan, words: words, width: width).lines()
        try expect(lines, "alarms", width)
    }

    @Test("No list is wider than a narrow terminal", arguments: [30, 40, 45, 60])
    func narrow(width: Int) {
        let plan = Sample.plan(Sample.ringing)
        let timers = [
            Sample.timer(6, "A long name of a timer", 600, .running(ends: Sample.now + .seconds(86_400))),
            Sample.timer(8, "eggs", 300, .paused(remainingMilliseconds: 299_001), nodes: ["bedroom", "office"]),
        ]
        let stopwatch = Stopwatch(
            id: StopwatchID(uncheckedNumber: 1), revision: 1, name: "A long name of a stopwatch",
            state: .running(since: Sample.now - .seconds(600_000)), laps: [1, 500_000_000])
        let readings = [StopwatchReading(stopwatch, at: Sample.now)]
        let holidays = HolidaysView(words: words, width: width)
        let lists: [(String, [StyledText])] = [
            ("alarms", AlarmListView(alarms: Sample.alarms, plan: plan, words: words, width: width).lines()),
            ("nodes", NodeListView(nodes: Sample.troubled.nodes, words: words, width: width).lines()),
            (
                "timers",
                TimerListView(timers: timers.map { TimerStanding($0, in: plan) }, words: words, width: width).lines()
            ),
            ("stopwatches", StopwatchView(width: width).list(readings)),
            ("laps", Array(StopwatchView(width: width).one(readings[0]).dropFirst())),
            ("calendars", holidays.list([Sample.school])), ("calendar", holidays.one(Sample.school)),
            (
                "history",
                HistoryView(
                    lines: Sample.history, words: words, width: width, why: true, hasMore: true, joinsRooms: true
                ).rendered()
            ),
        ]
        for (name, lines) in lists {
            for line in lines { #expect(line.width <= width, "\(name): \(line.plain)") }
        }
    }

    @Test("An alarm is shown as checked in", arguments: [50, nil] as [Int?])
    func show(width: Int?) throws {
        var lines: [StyledText] = []
        for number in [0, 3, 5, 6] {
            let view = AlarmShowView(
                definition: Sample.alarms[number], plan: Sample.plan(), words: words, width: width)
            lines += view.lines()
        }
        try expect(lines, "alarm-show", width)
    }

    @Test("Timers are listed as checked in", arguments: [50, nil] as [Int?])
    func timers(width: Int?) throws {
        let timers = [
            Sample.timer(4, "rice", 600, .running(ends: Sample.now - .seconds(30))),
            Sample.timer(6, "pasta", 600, .running(ends: Sample.now + .seconds(600))),
            Sample.timer(7, "", 5400, .running(ends: Sample.now + .seconds(5400)), nodes: ["bedroom", "office"]),
            Sample.timer(8, "eggs", 300, .paused(remainingMilliseconds: 299_001)),
        ]
        let plan = Sample.plan(Sample.ringing, timers: timers)
        let view = TimerListView(timers: timers.map { TimerStanding($0, in: plan) }, words: words, width: width)
        try expect(view.lines(), "timers", width)
    }

    @Test("A timer's remaining time is by its node's word and clock, else by its definition")
    func standing() {
        let pasta = Sample.timer(6, "pasta", 600, .running(ends: Sample.now + .seconds(600)))
        // The node's clock is two minutes ahead, and by it the timer ends at 13:49:05.5.
        let ends = Sample.instant("2026-11-21T13:47:05.500Z")
        let counted = TimerStanding(pasta, in: Sample.plan(Sample.ringing, timers: [pasta]))
        #expect(counted.ends == ends)
        #expect(counted.left == ends - Sample.now)
        #expect(TimerStanding(pasta, in: Sample.plan(timers: [pasta])).left == .seconds(600))
        // A node that has not taken the newest revision yet is not asked.
        var changed = pasta
        changed.timer.revision = 2
        #expect(TimerStanding(changed, in: Sample.plan(Sample.ringing, timers: [changed])).left == .seconds(600))
    }

    @Test("A stopwatch is shown with its laps, the quickest and the slowest standing out")
    func stopwatch() throws {
        let stopwatch = Stopwatch(
            id: StopwatchID(uncheckedNumber: 1), revision: 4, name: "run",
            state: .running(since: Sample.now - .milliseconds(3_723_450)), laps: [61_010, 115_000, 3_700_000])
        let reading = StopwatchReading(stopwatch, at: Sample.now)
        let view = StopwatchView(width: nil)
        #expect(
            view.one(reading).rendered(coloured: false) == """
                s1 run  1:02:03.45  running
                LAP      TIME          AT
                  1   1:01.01     1:01.01
                  2   0:53.99     1:55.00
                  3  59:45.00  1:01:40.00

                """)
        #expect(view.one(reading)[3].rendered(coloured: true).contains("\u{1B}[32m"))
        #expect(view.list([reading])[1].plain.hasPrefix("s1  run   1:02:03.45     3  running"))
        #expect(view.sentence(reading).plain == "s1 run  1:02:03.45  running, lap 3 in 59:45.00")
    }

    @Test("What rings, is snoozed and counts goes first in the status", arguments: [60, 80, 100, nil] as [Int?])
    func status(width: Int?) throws {
        try expect(StatusView(Sample.ringing, zones: .berlin, width: width).lines(), "status-ringing", width)
    }

    @Test("Many timers are counted, the next to ring are shown")
    func manyTimers() {
        let node = Sample.node("kitchen") { node in
            node.timers = (1...20).map {
                TimerReport(
                    id: TimerID(uncheckedNumber: $0), revision: 1, name: "",
                    state: .running(ends: Sample.now + .seconds(100 * (30 - $0))))
            }
        }
        let lines = RingLines(status: Sample.status([node]), words: words).lines().map(\.plain)
        #expect(lines.first == "timer t20  16:40 in Kitchen")
        #expect(lines.count == RingLines.maximumTimers + 1)
        #expect(lines.last == "… 12 more timers: clockctl timer list")
    }

    @Test("Holiday calendars are shown as checked in")
    func holidays() throws {
        let view = HolidaysView(words: words, width: nil)
        let lines =
            view.list([Sample.school, HolidayCalendar(name: "empty", days: [])]) + view.one(Sample.school)
            + [StyledText(view.summary(Sample.school))]
        try Fixtures.expect(lines.rendered(coloured: false), equals: "holidays.txt")
    }

    @Test(
        "Days are said as people say them",
        arguments: [
            ([.monday, .tuesday, .wednesday, .thursday, .friday], "Mon–Fri"), ([.saturday, .sunday], "Sat, Sun"),
            (Weekday.allCases, "daily"), ([.wednesday], "Wed"), ([.monday, .wednesday, .friday], "Mon, Wed, Fri"),
            ([.monday, .thursday, .friday, .saturday, .sunday], "Mon, Thu–Sun"),
        ] as [([Weekday], String)])
    func days(days: [Weekday], text: String) {
        #expect(ScheduleWords.days(WeekdaySet(days)) == text)
    }

    @Test(
        "What is to come is said as people say it",
        arguments: [
            ("2026-11-21T18:30:00Z", "today 19:30"), ("2026-11-22T06:00:00Z", "tomorrow 07:00"),
            ("2026-11-27T06:00:00Z", "Fri 07:00"), ("2026-11-28T06:00:00Z", "28 Nov 07:00"),
            ("2027-01-05T06:00:00Z", "2027-01-05 07:00"),
        ])
    func coming(instant: String, text: String) {
        #expect(words.coming(Sample.instant(instant)) == text)
    }

    @Test(
        "Remaining time counts a second that has begun",
        arguments: [(0, "0:00"), (1, "0:01"), (1000, "0:01"), (59_001, "1:00"), (3_599_999, "1:00:00"), (-5, "0:00")])
    func remaining(milliseconds: Int, text: String) {
        #expect(CountdownWords.remaining(.milliseconds(milliseconds)) == text)
    }

    private func expect(_ lines: [StyledText], _ name: String, _ width: Int?) throws {
        try Fixtures.expect(
            lines.rendered(coloured: false), equals: "\(name)-\(width.map(String.init) ?? "wide").txt")
        if let width { #expect(lines.allSatisfy { $0.width <= width }) }
    }
}

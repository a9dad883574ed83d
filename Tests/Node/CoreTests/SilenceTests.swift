import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// Not to be heard, by somebody's wish.
struct SilenceTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var zone = "UTC"
        var from: String
        var hours = 1
        var change: @Sendable (inout NodeSettings) -> Void
        /// Local times that are heard.
        var heard: [String]
        var reason: QuarterReason

        var testDescription: String { name }
    }

    static let night = QuietPeriod("22:00-07:00")!
    static let saturday = QuietPeriod("sat 22:00-07:00")!

    @Test(arguments: [
        Case(
            name: "muted", from: "2026-11-21T11:50:00Z", change: { $0.mute = .on }, heard: [], reason: .muted),
        Case(
            name: "muted until a quarter hour, which speaks", from: "2026-11-21T11:50:00Z",
            change: { $0.mute = .until(noon + .minutes(30)) }, heard: ["12:30", "12:45"], reason: .muted),
        Case(
            name: "muted until just after a quarter hour", from: "2026-11-21T11:50:00Z",
            change: { $0.mute = .until(noon + .minutes(30) + .milliseconds(1)) }, heard: ["12:45"], reason: .muted),
        Case(
            name: "a mute that is over", from: "2026-11-21T11:50:00Z", change: { $0.mute = .until(noon) },
            heard: ["12:00", "12:15", "12:30", "12:45"], reason: .muted),
        Case(
            name: "quiet hours over midnight, evening", from: "2026-11-21T21:20:00Z",
            change: { $0.quiet = [night] }, heard: ["21:30", "21:45"], reason: .quietHours),
        Case(
            name: "quiet hours over midnight, morning", from: "2026-11-22T06:20:00Z",
            change: { $0.quiet = [night] }, heard: ["07:00", "07:15"], reason: .quietHours),
        Case(
            name: "quiet hours are local", zone: "Asia/Kathmandu", from: "2026-11-21T15:50:00Z",
            change: { $0.quiet = [night] }, heard: ["21:45"], reason: .quietHours),
        Case(
            name: "quiet on a Saturday night, as summer time begins", zone: "Europe/Berlin",
            from: "2026-03-28T20:20:00Z", hours: 9, change: { $0.quiet = [saturday] },
            heard: ["21:30", "21:45", "07:00", "07:15"], reason: .quietHours),
        Case(
            name: "quiet on a Saturday night, as summer time ends", zone: "Europe/Berlin",
            from: "2026-10-24T19:20:00Z", hours: 11, change: { $0.quiet = [saturday] },
            heard: ["21:30", "21:45", "07:00", "07:15"], reason: .quietHours),
        Case(
            name: "a night later it speaks", zone: "Europe/Berlin", from: "2026-10-25T20:50:00Z",
            change: { $0.quiet = [saturday] }, heard: ["22:00", "22:15", "22:30", "22:45"], reason: .quietHours),
        Case(
            name: "quiet on named days and on all", zone: "Europe/Berlin", from: "2026-11-22T05:50:00Z", hours: 3,
            change: { $0.quiet = [night, QuietPeriod("sat,sun 22:00-08:30")!] },
            heard: ["08:30", "08:45", "09:00", "09:15", "09:30", "09:45"], reason: .quietHours),
        Case(
            name: "quiet all day", from: "2026-11-21T11:50:00Z",
            change: { $0.quiet = [QuietPeriod("08:00-08:00")!] }, heard: [], reason: .quietHours),
        Case(
            name: "every half hour", from: "2026-11-21T11:50:00Z", hours: 2, change: { $0.every = .halfHour },
            heard: ["12:00", "12:30", "13:00", "13:30"], reason: .interval),
        Case(
            name: "every hour, 45 minutes off UTC", zone: "Asia/Kathmandu", from: "2026-11-21T11:50:00Z", hours: 2,
            change: { $0.every = .hour }, heard: ["18:00", "19:00"], reason: .interval),
        Case(
            name: "every hour, 30 minutes off UTC", zone: "Asia/Kolkata", from: "2026-11-21T11:50:00Z", hours: 2,
            change: { $0.every = .hour }, heard: ["18:00", "19:00"], reason: .interval),
        Case(name: "off", from: "2026-11-21T11:50:00Z", change: { $0.every = .off }, heard: [], reason: .interval),
    ])
    func isKeptAndSaysWhy(_ it: Case) throws {
        let zone = try zone(it.zone)
        var node = NodeDriver(at: utc(it.from), zone: zone, state: state(it.change))
        node.start()
        node.run(for: .hours(it.hours))
        #expect(node.plays.map { zone.localTime(at: $0.target).time.hourAndMinute } == it.heard)
        #expect(node.records.count == it.hours * 4)
        let silent = node.records.filter { $0.outcome != .announced }
        #expect(silent.count == it.hours * 4 - it.heard.count)
        #expect(silent.allSatisfy { $0.outcome == .silent && $0.reason == it.reason && $0.detail != nil })
    }

    /// By the document on its disk, while everything else is dead.
    @Test func isKeptOnTheDaysOfCalendars() throws {
        var document = desired(1) { $0.holidays = ["school", "trips"] }
        document.silentDays = [
            HolidayCalendar.Day(
                span: try #require(DateSpan(iso8601: "2026-11-21")), name: "", from: LocalTime(hourAndMinute: "12:10"),
                to: LocalTime(hourAndMinute: "12:30"))
        ]
        var node = NodeDriver(at: noon - .minutes(10), state: state(document))
        node.start(connected: false)
        node.run(for: .hours(1))
        #expect(node.plays.map(\.target) == [noon, noon + .minutes(30), noon + .minutes(45)])
        #expect(node.records.map(\.reason) == [nil, .holiday, nil, nil])
        #expect(node.records[1].detail == "2026-11-21 is a day of school, trips")
        document.silentDays[0].to = nil
        document.revision = 2
        node.send(.brokerConnected)
        node.send(.desired(document))
        #expect(node.reports.last?.next == utc("2026-11-22T00:00:00Z"))
    }

    @Test(arguments: [
        ("Asia/Kathmandu", "2026-11-21T12:15:00Z", "18:00", true),
        ("Asia/Kathmandu", "2026-11-21T12:00:00Z", "17:45", false),
        ("America/New_York", "2026-11-21T17:00:00Z", "12:00", true),
    ])
    func eachRoomSaysItsOwnLocalTime(name: String, target: String, local: String, isStruck: Bool) throws {
        let local = try #require(LocalTime(hourAndMinute: local))
        var node = NodeDriver(at: utc(target) - .seconds(15), zone: try zone(name))
        node.start()
        node.send(.wake(wake(utc(target))))
        node.run(for: .seconds(20))
        #expect(node.plays.map(\.plan.clips) == [(isStruck ? [.strikes(1)] : []) + [.time(local)]])
    }

    /// Also where the melody of other quarter hours would begin ahead of them.
    @Test(arguments: [(Chime.none, noon), (.westminster, noon + .minutes(15))])
    func aQuarterHourThatIsSilentIsLookedAtOnce(chime: Chime, target: WallTime) {
        var node = NodeDriver(
            at: target - .seconds(15),
            state: state {
                $0.mute = .on
                $0.chime = chime
            })
        node.start()
        node.send(.wake(wake(target)))
        node.run(for: .seconds(20))
        #expect(node.trips == [.seconds(13)])
        #expect(node.records.map(\.reason) == [.muted])
        #expect(node.records.map(\.trips) == [1])
    }

    /// Nobody is there but the room itself, and that only from time to time.
    @Test(arguments: [Chime.strike, .westminster])
    func aMuteEndsByItselfAlsoAcrossARestart(chime: Chime) {
        var node = NodeDriver(
            at: noon - .minutes(10),
            state: state {
                $0.mute = .until(noon + .hours(1))
                $0.chime = chime
            })
        node.start()
        node.run(until: noon + .minutes(20))
        node.crash(for: .minutes(20), reboots: true)
        node.run(until: noon + .minutes(80))
        #expect(node.plays.map(\.target) == [noon + .minutes(60), noon + .minutes(75)])
        let silent = node.records.filter { $0.reason == .muted }
        #expect(silent.map(\.target) == [0, 15, 45].map { noon + .minutes($0) })
        #expect(silent.allSatisfy { $0.detail == "the node is muted until 2026-11-21T13:00:00.000Z" })
    }

    @Test func whatIsNoLongerSilentIsHeardFromItsMelodyOn() {
        var node = NodeDriver(
            at: noon - .minutes(1),
            state: state {
                $0.chime = .westminster
                $0.mute = .on
            })
        node.start()
        node.run(until: noon - .seconds(40))
        node.send(.wake(wake(sent: noon - .seconds(40), budget: .seconds(60))))
        node.run(until: noon - .seconds(30))
        node.send(.desired(desired(7) { $0.chime = .westminster }))
        node.run(until: noon + .seconds(1))
        #expect(node.plays.map(\.plan) == [.spokenTime(LocalTime(hour: 12, minute: 0)!, chime: .westminster)])
        #expect(node.log.first { if case .play = $0.effect { true } else { false } }?.at.wall == noon - .seconds(24))
    }

    @Test func withoutChimeTheHourIsOnlySpoken() {
        var node = NodeDriver(at: noon - .seconds(15), state: state { $0.chime = .none })
        node.start()
        node.run(for: .seconds(20))
        #expect(node.plays.map(\.plan.clips) == [[.time(LocalTime(hour: 12, minute: 0)!)]])
    }

    @Test func bothPassesOfARepeatedHourAreAnnounced() throws {
        // New York's clocks show 01:00 to 01:59 twice on this night.
        let zone = try zone("America/New_York")
        var node = NodeDriver(at: utc("2026-11-01T04:50:00Z"), zone: zone)
        node.start()
        node.run(for: .minutes(135))
        let said = node.plays.map { zone.localTime(at: $0.target).time.hourAndMinute }
        #expect(said == ["01:00", "01:15", "01:30", "01:45", "01:00", "01:15", "01:30", "01:45", "02:00"])
        #expect(node.records.count == 9)
        #expect(node.records.allSatisfy { $0.outcome == .announced })
    }

    @Test func aSkippedHourIsNotAnnounced() throws {
        let zone = try zone("America/New_York")
        var node = NodeDriver(at: utc("2026-03-08T06:40:00Z"), zone: zone)
        node.start()
        node.run(for: .minutes(40))
        #expect(
            node.plays.map { zone.localTime(at: $0.target).time.hourAndMinute } == ["01:45", "03:00", "03:15"])
    }

    @Test func theNextAnnouncementInTheReportFollowsTheSettings() {
        func next(_ change: (inout NodeSettings) -> Void) -> WallTime? {
            var node = NodeDriver(at: noon + .minutes(1), state: state(change))
            node.start()
            return node.reports.last?.next
        }
        #expect(next { _ in } == noon + .minutes(15))
        #expect(next { $0.every = .hour } == noon + .hours(1))
        #expect(next { $0.quiet = [QuietPeriod("12:00-13:30")!] } == noon + .minutes(90))
        #expect(next { $0.every = .off } == nil)
        #expect(next { $0.mute = .on } == nil)
        #expect(next { $0.mute = .until(noon + .minutes(30)) } == noon + .minutes(30))
        #expect(next { $0.mute = .until(noon + .minutes(31)) } == noon + .minutes(45))
        #expect(next { $0.mute = .until(noon + .hours(72)) } == nil)
        #expect(next { $0.quiet = [QuietPeriod("08:00-08:00")!] } == nil)
    }
}

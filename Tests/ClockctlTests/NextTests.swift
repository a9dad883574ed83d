import ClockDomain
import ClockWire
import Testing

@testable import ClockSite
@testable import ClockctlKit

@Suite("What is to come")
struct NextTests {
    private let words = TimeWords(zone: Zones.berlin.local, now: Sample.now)

    @Test("What is to come is told as checked in", arguments: [70, nil] as [Int?], [false, true])
    func view(width: Int?, explains: Bool) throws {
        try expect(outlooks(Sample.plan(), from: nil), "next\(explains ? "-explain" : "")", width, explains: explains)
    }

    @Test("Across a change of clocks every time says which it is, and why", arguments: ["2027-03-27", "2027-10-30"])
    func clockChange(from: String) throws {
        let alarms = [
            Sample.alarm(1, "In the gap", "02:30", .weekly(.everyDay)),
            Sample.alarm(2, "Tokyo", "09:30", .weekly(.everyDay)) { $0.schedule.zone = "Asia/Tokyo" },
        ]
        let start = try InputWords.moment(from, "--from", now: Sample.now, zone: Zones.berlin.local)
        let outlook = NodeOutlook(
            Sample.id("bedroom"), in: Sample.plan(alarms: alarms), from: start, count: 6, words: words)
        try expect([outlook], "next-\(from)", 100, explains: true, isFromElsewhere: true)
    }

    @Test("Rooms to which the same comes are told together, and of thousands those that differ are counted")
    func together() {
        func text(_ rooms: Int, _ differ: Set<Int>, width: Int? = nil) -> String {
            let outlooks = (0..<rooms).map { index -> NodeOutlook in
                let node = Sample.id("room-\(index)")
                let status = Sample.status([Sample.node(node.rawValue)])
                var outlook = NodeOutlook(node, in: Sample.plan(status, alarms: []), from: nil, count: 1, words: words)
                (outlook.rings, outlook.plays, outlook.announcements) = ([], [], [])
                outlook.doubts = differ.contains(index) ? ["doubt \(index)"] : []
                return outlook
            }
            return NextView(outlooks: outlooks, words: words, width: width, explains: false, isFromElsewhere: false)
                .lines().rendered(coloured: false)
        }
        #expect(text(3, [1]).contains("Room-0, Room-2  Europe/Berlin\n  nothing to come\n\nRoom-1  Europe/Berlin\n"))
        #expect(text(9, []).contains("Room-7, Room-8  Europe"))
        #expect(text(1_201, []).contains("Room-7, and 1,193 more rooms  Europe"))
        let many = text(1_201, Set(0..<15))
        #expect(many.hasPrefix("Room-15, Room-16"))
        #expect(many.contains("doubt 10") && !many.contains("doubt 11"))
        #expect(many.hasSuffix("\n\n… 4 more rooms with other plans (clockctl next <room>)\n"))
        let narrow = text(3, [], width: 20).split(separator: "\n")
        #expect(narrow == ["Room-0, Room-1,", "Room-2  Europe/Berlin", "  nothing to come"])
    }

    @Test("A node that will not do what is computed here is told of")
    func differences() {
        func doubts(_ change: (inout NodeStatus) -> Void) -> [String] {
            let status = Sample.status([Sample.node("bedroom", change: change)])
            let plan = Sample.plan(status, alarms: [Sample.alarm(1, "Work")])
            return NodeOutlook(Sample.id("bedroom"), in: plan, from: nil, count: 3, words: words).doubts
        }
        func ring(_ id: Int, _ due: String) -> UpcomingRing {
            let source = RingSource.alarm(AlarmID(uncheckedNumber: id))
            return UpcomingRing(occurrence: Occurrence(source: source, due: Sample.instant(due)), label: "")
        }
        let right = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"].map { ring(1, "\($0)T06:00:00Z") }
        #expect(doubts { $0.alarms = right } == [])
        #expect(doubts { $0.alarms = Array(right.prefix(2)) }.first?.contains("does not mean to ring a1") ?? false)
        #expect(
            doubts { $0.alarms = [ring(1, "2026-11-23T07:00:00Z")] }.first?.contains("Mon 08:00, where a1, Mon 07:00")
                ?? false)
        // A ring that is over by now, or that sounds, is no difference.
        #expect(doubts { $0.alarms = [ring(7, "2026-11-21T13:00:00Z")] + right } == [])
        #expect(doubts { ($0.alarms, $0.revision.applied) = (right, 6) }.first?.contains("revision 6 of 7") ?? false)
        #expect(
            doubts { ($0.alarms, $0.revision.stored) = (right, 6) }.first == "The node cannot save what it goes by, "
                + "revision 7: after a crash it would go by 6.")
        #expect(doubts { $0.availability = .offline }.first?.contains("offline") ?? false)
    }

    @Test("What has not reached a node is marked, and what it rings for want of a word is told")
    func unheard() {
        let due = Sample.instant("2026-11-24T06:00:00Z")
        let known = UpcomingRing(
            occurrence: Occurrence(source: .alarm(AlarmID(uncheckedNumber: 1)), due: due), label: "Work")
        let stale = UpcomingRing(
            occurrence: Occurrence(source: .alarm(AlarmID(uncheckedNumber: 9)), due: due), label: "Old")
        let timer = Sample.timer(3, "pasta", 600, .running(ends: Sample.now + .minutes(10)), nodes: ["bedroom"])
        func outlook(applied: Int, _ alarms: [UpcomingRing]) -> NodeOutlook {
            let status = Sample.status([
                Sample.node("bedroom") { node in
                    node.revision = .init(desired: 7, applied: applied)
                    node.alarms = alarms
                }
            ])
            let plan = Sample.plan(status, alarms: [Sample.alarm(1, "Work")], timers: [timer])
            return NodeOutlook(Sample.id("bedroom"), in: plan, from: nil, count: 2, words: words)
        }
        let behind = outlook(applied: 6, [known, stale])
        #expect(
            behind.rings.map { "\($0.name) \(words.coming($0.due)) \($0.arrived)" } == [
                "t3 pasta today 14:51 false", "a1 Work Mon 07:00 false", "a1 Work Tue 07:00 true",
            ])
        #expect(behind.doubts.contains("a9 Old still rings there, Tue 07:00: the change has not reached it."))
        let text = NextView(
            outlooks: [behind], words: words, width: nil, explains: false, isFromElsewhere: false
        ).lines().rendered(coloured: false)
        #expect(text.contains("rings t3 pasta (not in the room yet)\n"))
        let current = outlook(applied: 7, [known, stale])
        #expect(current.rings.map(\.arrived) == [true, true])
    }

    @Test("Announcements leave out quiet hours, what rings, and the quarter hours that are not their turn")
    func announcements() throws {
        var settings = NodeSettings(quiet: [QuietPeriod("22:00-07:00")].compactMap(\.self), every: .halfHour)
        let zone = Zones.berlin.local
        // 21:15 in Berlin.
        let start = Sample.instant("2026-11-21T20:15:00Z")
        func entries() -> [AnnouncementOutlook.Entry] {
            AnnouncementOutlook(
                settings, zone: zone, after: start, count: 3, rings: [Sample.instant("2026-11-22T06:00:00Z")]
            ).entries
        }
        #expect(
            entries() == [
                .spoken(Sample.instant("2026-11-21T20:30:00Z")),
                .silent(
                    Sample.instant("2026-11-21T21:00:00Z"), through: Sample.instant("2026-11-22T05:30:00Z"),
                    .quietHours,
                    until: Sample.instant("2026-11-22T06:00:00Z")),
                .silent(
                    Sample.instant("2026-11-22T06:00:00Z"), through: Sample.instant("2026-11-22T06:00:00Z"), .ringing,
                    until: nil),
                .spoken(Sample.instant("2026-11-22T06:30:00Z")), .spoken(Sample.instant("2026-11-22T07:00:00Z")),
            ])
        let holiday = HolidayCalendar.Day(
            span: try #require(DateSpan(iso8601: "2026-11-22")), name: "", to: LocalTime(hourAndMinute: "12:00"))
        let silent = AnnouncementOutlook(settings, holidays: [holiday], zone: zone, after: start, count: 2, rings: [])
        #expect(
            silent.entries.dropFirst(2) == [
                .silent(
                    Sample.instant("2026-11-22T06:00:00Z"), through: Sample.instant("2026-11-22T10:30:00Z"), .holiday,
                    until: nil), .spoken(Sample.instant("2026-11-22T11:00:00Z")),
            ])
        settings.mute = .on
        #expect(entries().count == 1)
        settings.every = .off
        #expect(entries() == [])
    }

    @Test(
        "Silence is told with the end of what makes it: quiet hours that overlap end with the last, mute has perhaps no end"
    )
    func silence() {
        func told(_ settings: NodeSettings) -> String {
            let start = Sample.instant("2026-11-21T20:50:00Z")
            let entries = AnnouncementOutlook(settings, zone: Zones.berlin.local, after: start, count: 1, rings: [])
                .entries
            var outlook = NodeOutlook(Sample.id("bedroom"), in: Sample.plan(), from: nil, count: 1, words: words)
            (outlook.rings, outlook.plays, outlook.announcements) = ([], [], entries)
            return NextView(outlooks: [outlook], words: words, width: nil, explains: true, isFromElsewhere: false)
                .lines().rendered(coloured: false)
        }
        let quiet = ["21:30-23:00", "22:00-07:00"].compactMap { QuietPeriod($0) }
        let text = told(NodeSettings(quiet: quiet))
        #expect(text.contains("does not say the time (quiet hours, until tomorrow 07:00)\n"), "\(text)")
        let weekend = told(NodeSettings(quiet: quiet + ["sat 22:00-09:30"].compactMap { QuietPeriod($0) }))
        #expect(weekend.contains("does not say the time (quiet hours, until tomorrow 09:30)\n"), "\(weekend)")
        var muted = NodeSettings(quiet: quiet)
        muted.mute = .on
        #expect(told(muted).contains("does not say the time (muted)\n"), "\(told(muted))")
        muted.mute = .until(Sample.instant("2026-11-21T21:10:00Z"))
        #expect(told(muted).contains("does not say the time (muted, until today 22:10)\n"), "\(told(muted))")
        #expect(told(muted).contains("(quiet hours, until tomorrow 07:00)\n"), "\(told(muted))")
    }

    private func outlooks(_ plan: SitePlan, from: WallTime?) -> [NodeOutlook] {
        plan.allNodes.map { NodeOutlook($0, in: plan, from: from, count: 2, words: words) }
    }

    private func expect(
        _ outlooks: [NodeOutlook], _ name: String, _ width: Int?, explains: Bool, isFromElsewhere: Bool = false
    ) throws {
        let lines = NextView(
            outlooks: outlooks, words: words, width: width, explains: explains, isFromElsewhere: isFromElsewhere
        ).lines()
        try Fixtures.expect(
            lines.rendered(coloured: false), equals: "\(name)-\(width.map(String.init) ?? "wide").txt")
        if let width { #expect(lines.allSatisfy { $0.width <= width }) }
    }
}

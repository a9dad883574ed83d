import ClockDomain
import ClockWire
import Testing

@testable import ClockSite
@testable import ClockctlKit

@Suite("Status as text")
struct StatusViewTests {
    @Test(
        "A site is shown as checked in",
        arguments: [
            ("healthy", Sample.healthy), ("troubled", Sample.troubled), ("no-nodes", Sample.status([])),
            (
                "degraded",
                Sample.status(
                    [Sample.node("kitchen")], state: .degraded, problem: "the disk of /var/lib/clocksmith is full")
            ),
        ], [60, 80, 100, nil] as [Int?])
    func snapshot(_ site: (name: String, status: SiteStatus), width: Int?) throws {
        let lines = StatusView(site.status, zones: .berlin, width: width).lines()
        try Fixtures.expect(
            lines.rendered(coloured: false), equals: "status-\(site.name)-\(width.map(String.init) ?? "wide").txt")
        if let width { #expect(lines.allSatisfy { $0.width <= width }) }
    }

    @Test("No terminal is too narrow for the status", arguments: [30, 40, 45, 49], ["healthy", "troubled", "ringing"])
    func narrow(width: Int, site: String) {
        let status = ["healthy": Sample.healthy, "troubled": Sample.troubled, "ringing": Sample.ringing][site]
        let lines = StatusView(status ?? Sample.healthy, zones: .berlin, width: width).lines()
        for line in lines { #expect(line.width <= width, "\(line.plain)") }
        #expect(lines.contains { $0.plain.hasPrefix("ROOM") && $0.plain.contains("LAST QUARTER") })
    }

    @Test("An emergency comes first, with its rooms, the silent ones first")
    func emergency() {
        let begun = Emergency.Word(at: Sample.healthy.now, by: "office")
        var status = Sample.healthy
        status.emergency = Emergency(id: "e1", begun: begun, text: "Leave")
        status.nodes[0].emergency = EmergencyReport(
            id: "e1", begun: begun.at, heard: begun.at, hasWords: true, problem: nil)
        let lines = StatusView(status, zones: .berlin, width: nil).lines().map(\.plain)
        let first = lines.firstIndex { $0.hasPrefix("EMERGENCY since ") } ?? lines.count
        let told = lines.dropFirst(first).prefix { !$0.isEmpty }
        #expect(told.first?.contains(" by office: siren, \"Leave\"; over by itself at ") == true)
        #expect(
            told.count == status.nodes.count + 1 && told.last?.hasPrefix("\(status.nodes[0].id) sounds since") == true)
        #expect(first < lines.firstIndex { $0.hasPrefix("ROOM") } ?? 0)
        status.nodes[0].emergency = nil
        status.emergency = nil
        #expect(!StatusView(status, zones: .berlin, width: nil).lines().contains { $0.plain.hasPrefix("EMERGENCY") })
    }

    @Test("Colour changes nothing but colour")
    func colour() throws {
        let lines = StatusView(Sample.troubled, zones: .berlin, width: 100).lines()
        let coloured = lines.rendered(coloured: true)
        #expect(coloured.contains("\u{1B}[31m"))
        #expect(try coloured.replacing(Regex("\u{1B}\\[[0-9]*m"), with: "") == lines.rendered(coloured: false))
    }

    @Test("A payload's control characters do not reach the terminal")
    func controlCharacters() {
        let node = Sample.node("kitchen", room: "Kit\u{1B}[2Jchen\u{202E}\u{9B}31m") { node in
            node.problem = "bad\nthing\u{7}"
        }
        let text = StatusView(Sample.status([node]), zones: .berlin, width: nil).lines().rendered(coloured: true)
        #expect(!text.contains("\u{1B}[2J"))
        #expect(text.unicodeScalars.allSatisfy { $0 != "\u{202E}" && $0 != "\u{9B}" && $0 != "\u{7}" })
        #expect(text.contains("Kit\u{FFFD}[2Jchen"))
    }

    @Test(
        "A clock that differs from the site's by a second or more is told of", arguments: [(-400, false), (1500, true)])
    func localClock(_ offset: (milliseconds: Int, isTold: Bool)) {
        let view = StatusView(
            Sample.healthy, zones: .berlin, width: nil, localOffset: .milliseconds(offset.milliseconds))
        #expect(view.lines().contains { $0.plain.contains("This computer's clock") } == offset.isTold)
    }

    @Test(
        "A certificate is told of from 30 days before its end on, urgently from 7",
        arguments: [(31, nil), (30, .warning), (7, .bad), (-1, .bad)] as [(Int64, Style?)])
    func certificates(_ end: (days: Int64, style: Style?)) throws {
        let until = Sample.now + .seconds(end.days * 86_400)
        let node = Sample.node("kitchen") { $0.certificateUntil = until }
        var status = Sample.status([node])
        status.coordinator.certificateUntil = until
        let problems = NodeProblems(
            status: status, words: TimeWords(zone: Zones.berlin.local, now: Sample.now), localOffset: nil
        ).sentences()
        #expect(problems.count == (end.style == nil ? 0 : 2))
        for (problem, name) in zip(problems, ["coordinator", "kitchen"]) {
            #expect(problem.spans.first?.style == end.style)
            #expect(problem.plain.contains("`clockctl pki renew \(name)`"))
        }
    }

    @Test(
        "Another coordinator is told of, with the next step",
        arguments: [("ffff", "with store ffff"), ("0000", "copy")])
    func otherCoordinator(_ other: (store: String, words: String)) {
        var status = Sample.status([Sample.node("kitchen")])
        status.coordinator.store = "0000"
        status.coordinator.others = [
            OtherCoordinator(store: other.store, started: Sample.now, heard: Sample.quarter)
        ]
        let problems = StatusView(status, zones: .berlin, width: nil).problemLines().map(\.plain).filter { !$0.isEmpty }
        #expect(problems.count == 1 && problems[0].contains(other.words), "\(problems)")
        #expect(problems.allSatisfy { $0.contains("clock-coordinator") && $0.contains("`clockctl doctor`") })
    }

    @Test("Who works and who stands by is shown, and that nobody does any more")
    func standby() {
        var status = Sample.status([Sample.node("kitchen")])
        func shown() -> (site: String, problems: [String]) {
            let view = StatusView(status, zones: .berlin, width: nil)
            return (
                view.site().map(\.plain).joined(), view.problemLines().map(\.plain).filter { !$0.isEmpty }
            )
        }
        status.coordinator.lease = LeaseStatus(machine: "clocks1", since: Sample.quarter, standbys: [])
        #expect(!shown().site.contains("clocks1") && shown().problems.isEmpty)
        status.coordinator.lease?.standbys = [
            StandbyCoordinator(machine: "clocks2", heard: Sample.now - .seconds(2))
        ]
        #expect(shown().site.contains(" on clocks1, clocks2 stands by") && shown().problems.isEmpty)
        status.coordinator.lease?.standbys = [
            StandbyCoordinator(machine: "clocks2", heard: Sample.now - .minutes(2))
        ]
        #expect(shown().site.contains(" on clocks1, nobody stands by"))
        #expect(shown().problems.count == 1 && shown().problems[0].contains("on clocks2"), "\(shown().problems)")
    }

    @Test("A chime that cannot sound is told of by its name, and the voice is not blamed")
    func chime() {
        var status = Sample.status([
            Sample.node("kitchen") {
                $0.voice = VoiceReport(name: "english", problems: [], chimeProblem: "hour.wav: there is no such file")
            }
        ])
        status.nodes[0].settings.chime = .own("cuckoo")
        let problems = StatusView(status, zones: .berlin, width: nil).problemLines().map(\.plain).filter { !$0.isEmpty }
        #expect(problems.count == 1 && problems[0].contains("its chime \"cuckoo\": hour.wav"), "\(problems)")
        #expect(problems.allSatisfy { !$0.contains("voice") })
    }

    @Test("A new store beside rooms that hold another one's alarms says how many those are")
    func foreignStore() {
        var status = Sample.status([Sample.node("kitchen") { $0.foreignStore = "ffff" }])
        status.coordinator.isStoreNew = true
        status.foreign = [ForeignStore(store: "ffff", nodes: [Sample.id("kitchen")], alarms: 14)]
        let problems = StatusView(status, zones: .berlin, width: nil).problemLines().map(\.plain).filter { !$0.isEmpty }
        #expect(problems.contains { $0.contains("(14 alarms)") && $0.contains("a new store") }, "\(problems)")
    }

    @Test("Old news of the last quarter is not a problem any more")
    func oldNews() {
        let node = Sample.node("kitchen") { node in
            node.last = QuarterRecord(target: Sample.quarter - .seconds(900), outcome: .expired)
        }
        #expect(StatusView(Sample.status([node]), zones: .berlin, width: nil).problemLines().isEmpty)
    }

    @Test(
        "A mute tells its end until it is over",
        arguments: [
            (Mute.on, "muted"), (.until(Sample.instant("2026-11-21T14:30:00Z")), "muted until 15:30"),
            (.until(Sample.instant("2026-11-22T06:00:00Z")), "muted until tomorrow 07:00"),
            (.until(Sample.now), nil), (.off, nil),
        ] as [(Mute, String?)])
    func muted(mute: Mute, marker: String?) {
        let node = Sample.node("office") { node in
            node.zone = "America/New_York"
            node.settings.mute = mute
        }
        #expect(QuietMarker.marker(node, at: Sample.now, zones: .berlin)?.plain == marker)
        let words = TimeWords(zone: Zones.berlin.local, now: Sample.now)
        let page = NodeShowView(node: node, words: words, width: nil).lines().rendered(coloured: false)
        #expect(page.contains("volume     80 %\(marker.map { ", \($0)" } ?? "")\n"), "\(page)")
        let outlook = NodeOutlook(node.id, in: Sample.plan(Sample.status([node])), from: nil, count: 1, words: words)
        #expect(
            outlook.doubts.filter { $0.contains("muted") }
                == (marker.map { ["The node is \($0): no announcements; alarms still ring."] } ?? []))
    }

    @Test("Quiet hours are by the node's zone, periods that follow each other are one")
    func quiet() throws {
        let periods = ["08:00-09:00", "09:00-11:00"].compactMap { QuietPeriod($0) }
        let node = Sample.node("office") { node in
            node.zone = "America/New_York"
            node.settings.quiet = periods
        }
        // 14:41 in Berlin is 08:41 in New York.
        #expect(QuietMarker.marker(node, at: Sample.now, zones: .berlin)?.plain == "quiet until 11:00")
        for (period, marker) in [
            ("09:00-09:00", "quiet 09:00-09:00"), ("sat 08:00-07:00", "quiet until 07:00"), ("sun 08:00-09:00", nil),
        ] {
            let other = Sample.node("office") { node in
                node.zone = "America/New_York"
                node.settings.quiet = [QuietPeriod(period)].compactMap(\.self)
            }
            #expect(QuietMarker.marker(other, at: Sample.now, zones: .berlin)?.plain == marker)
        }
    }
}

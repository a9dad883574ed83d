import ClockDomain
import ClockWire

/// Sites to show and answer with.
enum Sample {
    /// 2026-11-21, a Saturday, 14:41:33.250 in Berlin.
    static let now = instant("2026-11-21T13:41:33.250Z")
    static let quarter = instant("2026-11-21T13:30:00.000Z")

    static func instant(_ text: String) -> WallTime {
        guard let instant = WallTime(rfc3339: text) else { preconditionFailure("\(text) is not an instant") }
        return instant
    }

    static func id(_ name: String) -> NodeID {
        guard let id = NodeID(name) else { preconditionFailure("\(name) is not a node's name") }
        return id
    }

    static let site: SiteID = {
        guard let site = SiteID("home") else { preconditionFailure("home is not a site's name") }
        return site
    }()

    static func status(
        _ nodes: [NodeStatus], state: CoordinatorStatus.State = .running, problem: String? = nil
    ) -> SiteStatus {
        SiteStatus(
            site: site, now: now, nextWake: instant("2026-11-21T13:44:45.000Z"),
            nextTarget: instant("2026-11-21T13:45:00.000Z"),
            coordinator: CoordinatorStatus(
                state: state, version: "0.1.0", started: instant("2026-11-21T11:02:10.000Z"),
                broker: "127.0.0.1:1883", problem: problem),
            nodes: nodes)
    }

    static func node(
        _ name: String, room: String? = nil, change: (inout NodeStatus) -> Void = { _ in }
    ) -> NodeStatus {
        var node = NodeStatus(
            id: id(name), room: room ?? name.prefix(1).uppercased() + name.dropFirst(), zone: "Europe/Berlin",
            availability: .online, availabilitySince: instant("2026-11-21T11:02:12.000Z"),
            clock: ClockReport(
                trusted: true, reason: "synchronised by timesyncd", offsetMilliseconds: 0.31, delayMilliseconds: 1.2),
            last: QuarterRecord(
                target: quarter, outcome: .announced, source: .wake, wakeLatencyMilliseconds: 12,
                onsetErrorMicroseconds: 21, trips: 15),
            next: instant("2026-11-21T13:45:00.000Z"), settings: .standard, at: now,
            revision: .init(desired: 7, applied: 7), audio: AudioReport(device: "default", state: .ok),
            voice: VoiceReport(name: "english", problems: []), version: "0.1.0", ledgerPending: 0, problem: nil)
        change(&node)
        return node
    }

    static let healthy = status([node("bedroom"), node("kitchen"), node("office")])

    /// One of every trouble.
    static let troubled = status([
        node("attic") { node in
            node.availability = .offline
            node.availabilitySince = instant("2026-11-21T13:02:05.000Z")
            node.last = QuarterRecord(target: quarter, outcome: .absent, reason: .offline)
            node.revision = .init(desired: 8, applied: 7)
        },
        node("bath") { node in
            node.clock = ClockReport(
                trusted: false, reason: "no time service has set it and it is 2.4 s from the coordinator's",
                offsetMilliseconds: 2400, delayMilliseconds: 3)
            node.last = QuarterRecord(target: quarter, outcome: .missed, reason: .untrusted, trips: 1)
        },
        node("bedroom") { node in
            node.settings.mute = .on
            node.muted = true
            node.last = QuarterRecord(target: quarter, outcome: .silent, reason: .muted, source: .wake)
        },
        node("hall", room: "Entrance hall") { node in
            node.audio = AudioReport(device: "hw:1", state: .busy)
            node.last = QuarterRecord(
                target: quarter, outcome: .failed, reason: .deviceBusy, detail: "hw:1 was busy for 5 s.",
                source: .self, trips: 16)
        },
        node("nursery") { node in
            node.settings.quiet = [QuietPeriod("13:00-15:30")].compactMap(\.self)
            node.last = QuarterRecord(target: quarter, outcome: .silent, reason: .quietHours, source: .wake)
            node.revision = .init(desired: 9, applied: 8)
        },
        node("office") { node in
            node.zone = "America/New_York"
            node.voice = VoiceReport(name: "english", problems: ["PM.wav is missing", "oh.wav is empty"])
            node.last = QuarterRecord(
                target: quarter, outcome: .announced, reason: .fallbackTone, source: .wake,
                wakeLatencyMilliseconds: 1480, onsetErrorMicroseconds: -31_200, trips: 15)
            node.problem = "two machines report under this id; give one of them another name"
            node.ledgerPending = 61
        },
    ])

    static let history: [HistoryLine] = [
        line("bedroom", 0, .init(target: quarter, outcome: .silent, reason: .muted, source: .wake, trips: 1)),
        line(
            "kitchen", 0,
            .init(
                target: quarter, outcome: .announced, source: .wake, wakeLatencyMilliseconds: 12,
                onsetErrorMicroseconds: 21, trips: 15)),
        line(
            "attic", 1, .init(target: quarter, outcome: .absent, reason: .offline, detail: "Last seen at 13:02:05.")),
        line(
            "kitchen", 1,
            .init(
                target: quarter, outcome: .expired, detail: "4.2 s of the budget were left, 5 s are needed.",
                source: .wake, wakeLatencyMilliseconds: 25_800, trips: 3)),
        line("kitchen", 96, .init(target: quarter, outcome: .announced, source: .self, onsetErrorMicroseconds: -8)),
    ]

    /// A line so many quarter hours before the newest.
    static func line(_ name: String, _ quarters: Int, _ record: QuarterRecord) -> HistoryLine {
        var record = record
        record.target = quarter - .seconds(900 * quarters)
        return HistoryLine(node: id(name), event: .quarter(record))
    }

    static let report = DoctorReport(checks: [
        DoctorCheck(subject: "store", verdict: .ok, finding: "1.2 MB, 3 nodes, 412 lines"),
        DoctorCheck(
            subject: "kitchen clock", verdict: .warning, finding: "trusted by agreement with the coordinator only",
            fix: "Install systemd-timesyncd on it."),
        DoctorCheck(
            subject: "office audio", verdict: .failed, finding: "hw:1 is busy",
            fix: "End the program that holds it (fuser -v /dev/snd/*), or share it through dmix."),
    ])
}

internal import ClockDomain
internal import ClockWire

// Small scenes of a request and a matching fault: an alarm that is due within the minute in a room that cannot be
// reached, a clock that is corrected in the seconds in which a ring is on order, a timer that is paused and resumed, a
// room that returns in another zone. Independently drawn requests and faults meet so closely once in thousands of days.
//
// Each scene has its own draws, and follows everything else, so that the rest of a plan stays the same.

extension RandomPlan {
    /// A scene of one node, and its requests and faults, each fault with its class.
    struct Scene {
        let node: Int
        let at: TrueTime
        /// The room's place in `zones`.
        let home: Int
        let zones: [TimeZoneRules]
        let clients: Int
        var draws: RandomDraws
        var requests: [PlannedRequest] = []
        var faults: [(of: FaultClass, fault: PlannedFault)] = []

        mutating func ask(_ what: PlannedRequest.What, at time: TrueTime) {
            requests.append(PlannedRequest(at: time, what: what))
        }

        mutating func ask(for change: Change, at time: TrueTime) {
            ask(.asking(ChangeRequest(changes: [change])), at: time)
        }

        mutating func suffer(
            _ kind: FaultKind, _ faultClass: FaultClass, _ host: Host, from start: TrueTime, to end: TrueTime
        ) { faults.append((faultClass, PlannedFault(start: start, end: end, hosts: [host], kind: kind))) }
    }

    private static let scenesPerDay = 2
    private static let rareScenesPerDay = 1
    private static let maximumScenes = 400

    func play(_ plan: inout SimulationPlan) {
        var draws = RandomDraws(seed: seed, Purpose.scene.rawValue)
        guard draws.hits(percent: 75), !isQuiet else { return }
        // A restored store, or a leaping clock, under one of two coordinators is out of scope.
        let classes = plan.coordinators.count > 1 ? classes.subtracting([.coordinator]) : classes
        var untidied = 0
        let common = min(Self.scenesPerDay * days, Self.maximumScenes)
        let rare = min(Self.rareScenesPerDay * days, Self.maximumScenes)
        for number in 0..<(common + rare) {
            let isRare = number >= common
            var draws = RandomDraws(
                seed: seed, (isRare ? Purpose.rareScene : Purpose.scene).rawValue,
                UInt64(isRare ? number - common : number))
            let at = moment(plan, &draws)
            let node = draws.number(0...(nodes - 1))
            var scene = Scene(
                node: node, at: at, home: plan.nodes[node].zone, zones: plan.zones, clients: plan.clients.count,
                draws: draws)
            if isRare { scene.playRare() } else { scene.play() }
            // Drop requests that would fall after the healing.
            let requests = scene.requests.filter { $0.at >= plan.start && $0.at < plan.healsAt }
            untidied += requests.count(where: \.isForAlarm)
            if classes.contains(.people) {
                plan.people += requests
                if untidied >= Self.keptAlarms {
                    untidied = 0
                    plan.people.append(PlannedRequest(at: at + .minutes(3), what: .tidy(keeping: Self.keptAlarms)))
                }
            }
            plan.faults += scene.faults.lazy.filter { classes.contains($0.of) }.map(\.fault)
                .filter { $0.start >= plan.start && $0.start < plan.healsAt }
        }
    }

}

extension RandomPlan.Scene {
    fileprivate mutating func play() {
        switch draws.number(0...23) {
        case 0...1: alarmWithinTheMinute()
        case 2: pausedTimer()
        case 3...4: alarmOnOrder()
        case 5...6: announcementOnOrder()
        case 7...8: movedWhileOff()
        case 9: clockMonthsAhead()
        case 10: forgottenRoom()
        case 11: refusedSetting()
        case 12: turnedBackRoom()
        case 13: turnedBackStore()
        case 14: lateInABusyRoom()
        case 15: roomThatTheBrokerForgets()
        case 16...17: snoozeAndPowerCut()
        case 18: timerByAClockJustSet()
        case 19...21: unkeptClock()
        case 22: coordinatorsClock()
        default: alarmInAnotherZone()
        }
    }

    // MARK: Requests

    /// An alarm of the room, due at the first full minute after `time` by its clock.
    mutating func alarm(
        after time: TrueTime, zone: Int? = nil, limit: Int = 2, snooze: Int = 5, window: Int = 30,
        repetition: AlarmSchedule.Repetition? = nil
    ) -> (draft: AlarmDraft, due: TrueTime) {
        let rules = zones[zone ?? home]
        let due = TrueTime(WallTime(seconds: (time.wall.seconds.flooredQuotient(by: 60) + 1) * 60))
        let schedule = AlarmSchedule(
            time: rules.localTime(at: due.wall).time,
            repetition: repetition ?? (draws.tossesCoin() ? .once : .weekly(.everyDay)),
            zone: zone.map { zones[$0].name }, countsFrom: WallTime(nanoseconds: 0))
        let draft = AlarmDraft(
            label: "Scene", isEnabled: true, schedule: schedule,
            ring: RingStyle(
                sound: draws.pick(AlarmSound.allCases).rawValue, volume: nil, rampSeconds: 0, limitMinutes: limit,
                snoozeMinutes: snooze), misfire: .ring(withinMinutes: window),
            targets: RingTargets(nodes: [RandomPlan.nodeID(node)]), holidays: nil)
        return (draft, due)
    }

    func timer(seconds: Int) -> Change {
        .startTimer(
            name: "scene", seconds: seconds, targets: RingTargets(nodes: [RandomPlan.nodeID(node)]),
            ring: RingStyle(
                sound: AlarmSound.allCases[0].rawValue, volume: nil, rampSeconds: 0, limitMinutes: 1, snoozeMinutes: 1))
    }

    private mutating func behind() -> FaultKind {
        .timeServiceWrong(by: .zero - draws.scale(.minutes(1) ... .hours(2)))
    }

    // MARK: Scenes

    /// Somebody tries an alarm out. Its document may be on its way when it is due.
    private mutating func alarmWithinTheMinute() {
        let (draft, due) = alarm(after: at)
        let asked = due - draws.scale(.milliseconds(50) ... .seconds(40))
        ask(for: .addAlarm(draft), at: asked)
        if draws.hits(percent: 60) {
            let kind = draws.pick([FaultKind.partition(.both), .clog(messagesPerSecond: 1), .partition(.homeward)])
            suffer(
                kind, .network, .node(node), from: asked - draws.scale(.seconds(1) ... .minutes(15)),
                to: due + draws.scale(.seconds(1) ... .minutes(15)))
        }
    }

    private mutating func pausedTimer() {
        let length = draws.scale(.minutes(5) ... .hours(3))
        ask(for: timer(seconds: Int(length.nanoseconds / 1_000_000_000)), at: at)
        let paused = at + draws.duration(.zero...length)
        ask(.pause, at: paused)
        let resumed = paused + draws.scale(.seconds(1) ... .hours(1))
        ask(.resume, at: resumed)
        if draws.hits(percent: 50) {
            suffer(
                .powerCut, .crash, .node(node), from: resumed + draws.scale(.milliseconds(1) ... .minutes(1)),
                to: resumed + .minutes(1) + draws.scale(.seconds(1) ... .minutes(5)))
        }
    }

    /// The room's wrong clock is corrected while the ring is on order; or somebody sets it then.
    private mutating func alarmOnOrder() {
        let (draft, due) = alarm(after: at + draws.scale(.minutes(2) ... .hours(3)))
        ask(for: .addAlarm(draft), at: at)
        putRight(before: due)
    }

    private mutating func announcementOnOrder() {
        let quarter = TrueTime(QuarterHour.after(at.wall))
        if draws.hits(percent: 60) { return putRight(before: quarter) }
        let start = quarter - draws.scale(.milliseconds(200) ... .seconds(16))
        let end = quarter + draws.scale(.seconds(1) ... .seconds(25))
        let kind = draws.pick([FaultKind.suspend, .crash, .timeServiceStops])
        suffer(kind, kind == .timeServiceStops ? .clock : .crash, .node(node), from: start, to: end)
    }

    private mutating func putRight(before due: TrueTime) {
        let early = draws.duration(.zero ... .seconds(4))
        guard draws.hits(percent: 70) else {
            let step = draws.signed(draws.scale(.milliseconds(100) ... .minutes(10)))
            return suffer(.clockStep(step), .clock, .node(node), from: due - early, to: due - early)
        }
        let wrong = draws.signed(draws.scale(.seconds(3) ... .hours(1)))
        let end = due - wrong - early
        suffer(
            .timeServiceWrong(by: wrong), .clock, .node(node), from: end - draws.scale(.seconds(10) ... .minutes(40)),
            to: end)
    }

    /// An alarm that was due by the room's former zone gets no line from the room itself.
    private mutating func movedWhileOff() {
        let (draft, due) = alarm(after: at + draws.scale(.minutes(1) ... .hours(30)), window: 5)
        ask(for: .addAlarm(draft), at: at)
        let start = due - draws.scale(.seconds(5) ... .minutes(20))
        let back = due + draws.scale(.seconds(10) ... .hours(1))
        suffer(draws.pick([.powerCut, .crash]), .crash, .node(node), from: start, to: back)
        suffer(
            .zone(draws.number(0...(zones.count - 1))), .clock, .node(node), from: start + .seconds(1),
            to: back + draws.scale(.hours(1) ... .hours(40)))
        if draws.hits(percent: 50) {
            suffer(
                .diskFull, .disk, .coordinator(0), from: back - .seconds(1),
                to: back + draws.scale(.seconds(20) ... .minutes(5)))
        }
    }

    /// A store that refuses to forget a room.
    private mutating func forgottenRoom() {
        ask(.asking(ForgetRequest(node: RandomPlan.nodeID(node))), at: at)
        if draws.hits(percent: 70) {
            suffer(
                .diskFull, .disk, .coordinator(0), from: at - .seconds(1),
                to: at + draws.scale(.seconds(1) ... .minutes(2)))
        }
        if draws.hits(percent: 60) {
            suffer(
                .partition(.both), .network, .node(node), from: at - draws.scale(.seconds(1) ... .minutes(5)),
                to: at + draws.scale(.seconds(1) ... .hours(1)))
        }
    }

    /// A store that refuses a setting, and then receives another one.
    private mutating func refusedSetting() {
        func set(_ patch: SettingsPatch) -> PlannedRequest.What {
            .asking(SetRequest(nodes: [RandomPlan.nodeID(node)], change: patch))
        }
        let volume = Volume(percent: draws.number(0...100))
        ask(set(SettingsPatch(volume: volume, quiet: [], every: .quarterHour)), at: at)
        let back = at + draws.scale(.seconds(1) ... .minutes(1))
        suffer(.diskFull, .disk, .coordinator(0), from: at - .milliseconds(500), to: back)
        ask(
            set(SettingsPatch(mute: draws.tossesCoin() ? .on : .off)),
            at: back + draws.scale(.seconds(1) ... .minutes(5)))
    }

    /// A room's card is restored, and the room reuses numbers of its ledger before it can learn that they were used.
    private mutating func turnedBackRoom() {
        let back = at + draws.duration(.minutes(10) ... .minutes(50))
        suffer(.snapshotRestored, .disk, .node(node), from: at, to: back)
        let reachable = back + draws.duration(.minutes(15) ... .hours(2))
        suffer(.partition(.both), .network, .node(node), from: back - .seconds(10), to: reachable)
        if draws.hits(percent: 70) {
            let start = back + draws.duration(.zero...(reachable - back))
            suffer(
                .brokerDown(.lost), .broker, .broker, from: start, to: start + draws.scale(.seconds(1) ... .minutes(1)))
        }
    }

    /// A backup of the coordinator's store is restored, from before somebody changed a setting.
    private mutating func turnedBackStore() {
        let back = at + draws.scale(.minutes(2) ... .hours(2))
        suffer(.snapshotRestored, .coordinator, .coordinator(0), from: at, to: back)
        for _ in 0..<draws.number(1...3) {
            let patch = SettingsPatch(volume: Volume(percent: draws.number(0...100)), quiet: [])
            ask(
                .asking(SetRequest(nodes: [RandomPlan.nodeID(node)], change: patch)),
                at: at + draws.duration(.zero...(back - at)))
        }
        if draws.tossesCoin() {
            let request = AdoptRequest(replace: draws.hits(percent: 30))
            ask(.asking(request), at: back + draws.scale(.seconds(20) ... .hours(6)))
        }
    }

    /// A late ring finds its output busy, and then the program is killed.
    private mutating func lateInABusyRoom() {
        let minutes = draws.pick([30, 120])
        let window = Duration.minutes(minutes)
        let (draft, due) = alarm(after: at + draws.scale(.minutes(1) ... .hours(2)), limit: 1, window: minutes)
        ask(for: .addAlarm(draft), at: at)
        let back = due + draws.duration(.minutes(8)...(window - .minutes(5)))
        suffer(.powerCut, .crash, .node(node), from: due - draws.scale(.seconds(5) ... .minutes(5)), to: back)
        let free = due + window + draws.duration(.minutes(1) ... .minutes(30))
        suffer(.outputBusy, .output, .node(node), from: back - .seconds(5), to: free)
        let crash = back + draws.duration(.minutes(2)...(free - back))
        suffer(.crash, .crash, .node(node), from: crash, to: crash + draws.scale(.seconds(1) ... .minutes(1)))
    }

    /// A room is off for a day or more, with something due in it, and the broker forgets it.
    private mutating func roomThatTheBrokerForgets() {
        let off = at + draws.scale(.seconds(5) ... .minutes(10))
        let (draft, _) = alarm(after: off + draws.scale(.seconds(1) ... .hours(2)), window: 5)
        ask(for: .addAlarm(draft), at: at)
        let length = draws.scale(.seconds(1) ... .hours(1))
        ask(for: timer(seconds: max(1, Int(length.nanoseconds / 1_000_000_000))), at: at)
        suffer(.powerCut, .crash, .node(node), from: off, to: off + draws.scale(.hours(1) ... .hours(48)))
        let forgets = off + draws.scale(.minutes(2) ... .hours(2))
        suffer(
            .brokerDown(.lost), .broker, .broker, from: forgets, to: forgets + draws.scale(.seconds(1) ... .minutes(1)))
    }

    /// A snoozed alarm returns by a clock that is behind.
    private mutating func snoozeAndPowerCut() {
        let (draft, due) = alarm(after: at + draws.scale(.minutes(1) ... .hours(2)), snooze: draws.pick([2, 5, 9]))
        ask(for: .addAlarm(draft), at: at)
        let snoozed = due + draws.duration(.seconds(2) ... .seconds(50))
        ask(.silence(nil, .snooze), at: snoozed)
        if draws.hits(percent: 30) { ask(.silence(nil, .snooze), at: snoozed + .milliseconds(50)) }
        let off = snoozed + draws.scale(.milliseconds(500) ... .minutes(2))
        let back = off + draws.scale(.seconds(5) ... .minutes(3))
        suffer(draws.pick([.powerCut, .powerCut, .crash]), .crash, .node(node), from: off, to: back)
        if draws.hits(percent: 70) {
            suffer(behind(), .clock, .node(node), from: off, to: back + draws.scale(.minutes(15) ... .hours(3)))
        }
    }

    /// An alarm is due as the program starts and still reads the rules of the alarm's zone.
    private mutating func alarmInAnotherZone() {
        let zone = draws.number(0...(zones.count - 1))
        let (draft, due) = alarm(after: at + draws.scale(.minutes(1) ... .hours(3)), zone: zone, window: 5)
        ask(for: .addAlarm(draft), at: at)
        let back = due + draws.signed(draws.scale(.milliseconds(5) ... .minutes(3)))
        suffer(
            draws.pick([.crash, .powerCut, .stop]), .crash, .node(node),
            from: back - draws.scale(.seconds(1) ... .minutes(5)), to: back)
    }
}

extension PlannedRequest {
    fileprivate var isForAlarm: Bool {
        what.asked(ChangeRequest.self)?.changes.contains { if case .addAlarm = $0 { true } else { false } } ?? false
    }
}

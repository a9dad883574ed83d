internal import ClockDomain
internal import ClockWire

// Scenes that need many conditions at one moment. They are drawn after the others.

extension RandomPlan {
    func rareScene(_ at: TrueTime, _ plan: SimulationPlan, _ draws: inout RandomDraws) -> Scene {
        let node = draws.number(0...(nodes - 1))
        return switch draws.number(0...8) {
        case 0: struckBeforeAPowerCut(node, at, &draws)
        case 1: lateAndKilled(node, at, plan, &draws)
        case 2: awayForADay(node, at, plan, &draws)
        case 3: lonelyClock(node, at, &draws)
        case 4: twoSnoozes(node, at, plan, &draws)
        case 5: takenBack(node, at, plan, &draws)
        case 6: missedInAnotherZone(node, at, plan, &draws)
        case 7: movedBeforeItIsLookedAt(node, at, plan, &draws)
        default: hourThatNobodyVouchesFor(node, at, &draws)
        }
    }

    /// Has the room announce everything from now on.
    private func speakUp(_ node: Int, _ chime: Chime, at time: TrueTime, _ scene: inout Scene) {
        let patch = SettingsPatch(
            volume: .standard, mute: .off, quiet: [], every: .quarterHour, chime: chime, selfWake: true)
        scene.ask(.asking(SetRequest(nodes: [Self.nodeID(node)], change: patch)), at: time)
    }

    private func hour(after time: TrueTime) -> TrueTime {
        TrueTime(WallTime(seconds: (time.wall.seconds.flooredQuotient(by: 3_600) + 1) * 3_600))
    }

    /// The power fails as the hour strikes after its melody, and returns at once, with a clock that is behind: by that
    /// clock the hour is still to come.
    private func struckBeforeAPowerCut(_ node: Int, _ at: TrueTime, _ draws: inout RandomDraws) -> Scene {
        var scene = Scene()
        let hour = hour(after: at)
        speakUp(node, .westminster, at: hour - .minutes(30), &scene)
        let off = hour + draws.scale(.milliseconds(20) ... .seconds(2))
        let back = off + draws.scale(.seconds(1) ... .minutes(1))
        scene.suffer(.powerCut, .crash, .node(node), from: off, to: back)
        scene.suffer(
            .timeServiceWrong(by: .zero - draws.scale(.minutes(4) ... .minutes(40))), .clock, .node(node),
            from: off + .milliseconds(1), to: back + .minutes(50))
        // The coordinator would confirm the clock as right until the time service sets it.
        scene.suffer(.partition(.both), .network, .node(node), from: off, to: back + .minutes(20))
        return scene
    }

    /// The program is killed just before a late ring is heard, so that ring has as much less of its window left.
    private func lateAndKilled(
        _ node: Int, _ at: TrueTime, _ plan: SimulationPlan, _ draws: inout RandomDraws
    ) -> Scene {
        var scene = Scene()
        let minutes = draws.pick([30, 120])
        let (draft, due) = alarm(
            node, after: at + draws.scale(.minutes(1) ... .hours(2)), plan, limit: 1, window: minutes, &draws)
        scene.ask(for: .addAlarm(draft), at: at)
        let late = draws.duration(.minutes(10) ... .minutes(minutes - 4))
        scene.suffer(
            .crash, .crash, .node(node), from: due - draws.scale(.seconds(5) ... .minutes(5)), to: due + late)
        let killed = due + late + draws.duration(.milliseconds(300) ... .milliseconds(2_900))
        scene.suffer(
            .crash, .crash, .node(node), from: killed,
            to: due + .minutes(minutes) + draws.duration(.minutes(2)...(late - .minutes(2))))
        return scene
    }

    /// An alarm that may ring a whole day late is due again in the second in which its room returns.
    private func awayForADay(
        _ node: Int, _ at: TrueTime, _ plan: SimulationPlan, _ draws: inout RandomDraws
    ) -> Scene {
        var scene = Scene()
        let (draft, due) = alarm(
            node, after: at + draws.scale(.minutes(1) ... .hours(2)), plan, window: 1_440,
            repetition: .weekly(.everyDay), &draws)
        scene.ask(for: .addAlarm(draft), at: at)
        scene.suffer(
            .crash, .crash, .node(node), from: due - draws.scale(.seconds(5) ... .minutes(5)),
            to: due + .hours(24) - draws.duration(.milliseconds(20) ... .milliseconds(1_500)))
        return scene
    }

    /// The room's clock was ahead and is corrected while a one-time ring is on order: it is due again minutes later.
    private func takenBack(
        _ node: Int, _ at: TrueTime, _ plan: SimulationPlan, _ draws: inout RandomDraws
    ) -> Scene {
        var scene = Scene()
        let (draft, due) = alarm(
            node, after: at + draws.scale(.minutes(5) ... .hours(3)), plan, repetition: .once, &draws)
        scene.ask(for: .addAlarm(draft), at: at)
        let ahead = draws.scale(.minutes(2) ... .hours(1))
        let end = due - ahead - draws.duration(.milliseconds(300) ... .milliseconds(1_900))
        scene.suffer(
            .timeServiceWrong(by: ahead), .clock, .node(node), from: end - draws.scale(.seconds(20) ... .minutes(10)),
            to: end)
        return scene
    }

    /// The program starts soon after an alarm was due in a zone whose rules it has yet to read.
    private func missedInAnotherZone(
        _ node: Int, _ at: TrueTime, _ plan: SimulationPlan, _ draws: inout RandomDraws
    ) -> Scene {
        var scene = Scene()
        let zone = draws.number(0...(plan.zones.count - 1))
        let (draft, due) = alarm(node, after: at + draws.scale(.minutes(1) ... .hours(3)), plan, zone: zone, &draws)
        scene.ask(for: .addAlarm(draft), at: at)
        scene.suffer(
            draws.pick([.crash, .stop]), .crash, .node(node), from: due - draws.scale(.seconds(1) ... .minutes(5)),
            to: due + draws.scale(.milliseconds(500) ... .minutes(10)))
        return scene
    }

    /// A room is off when an alarm is due, and returns in another zone before the coordinator checks for its line; the
    /// store may refuse the coordinator's own line.
    private func movedBeforeItIsLookedAt(
        _ node: Int, _ at: TrueTime, _ plan: SimulationPlan, _ draws: inout RandomDraws
    ) -> Scene {
        var scene = Scene()
        let (draft, due) = alarm(node, after: at + draws.scale(.minutes(5) ... .hours(3)), plan, window: 5, &draws)
        scene.ask(for: .addAlarm(draft), at: at)
        let off = due - draws.scale(.seconds(5) ... .minutes(3))
        let back = due + draws.duration(.seconds(125) ... .seconds(280))
        scene.suffer(.crash, .crash, .node(node), from: off, to: back)
        scene.suffer(
            .zone(draws.number(0...(plan.zones.count - 1))), .clock, .node(node), from: off + .seconds(1),
            to: back + draws.scale(.hours(1) ... .hours(40)))
        if draws.tossesCoin() {
            scene.suffer(
                .diskFull, .disk, .coordinator(0), from: back - .seconds(1),
                to: back + draws.scale(.seconds(20) ... .minutes(5)))
        }
        return scene
    }

    /// Two people snooze, and the earlier action arrives last.
    private func twoSnoozes(
        _ node: Int, _ at: TrueTime, _ plan: SimulationPlan, _ draws: inout RandomDraws
    ) -> Scene {
        var scene = Scene()
        let (draft, due) = alarm(node, after: at + draws.scale(.minutes(1) ... .hours(2)), plan, &draws)
        scene.ask(for: .addAlarm(draft), at: at)
        let first = due + draws.duration(.seconds(5) ... .seconds(40))
        let second = first + draws.duration(.seconds(1) ... .seconds(3))
        scene.requests.append(PlannedRequest(at: first, what: .silence(nil, .snooze)))
        scene.requests.append(
            PlannedRequest(at: second, client: plan.clients.count - 1, what: .silence(nil, .snooze)))
        let slow = LinkPlan(
            outwardDelay: draws.duration(.seconds(3) ... .seconds(7)), homewardDelay: .milliseconds(5),
            jitter: .milliseconds(1), lossPerMillion: 0, duplicatePerMillion: 0)
        scene.suffer(.link(slow), .network, .client(0), from: first - .seconds(20), to: second + .seconds(10))
        return scene
    }

    /// No time service keeps the room's clock, nobody sets it, and the coordinator is away for hours.
    private func lonelyClock(_ node: Int, _ at: TrueTime, _ draws: inout RandomDraws) -> Scene {
        var scene = Scene()
        speakUp(node, .none, at: at, &scene)
        let end = at + draws.duration(.hours(6) ... .hours(14))
        scene.suffer(.timeServiceStops, .clock, .node(node), from: at, to: end)
        scene.suffer(
            .partition(.both), .network, .node(node), from: at + draws.scale(.seconds(30) ... .minutes(15)), to: end)
        return scene
    }

    /// The time service stops while the melody of the hour is on order, and the coordinator is away since the start.
    private func hourThatNobodyVouchesFor(_ node: Int, _ at: TrueTime, _ draws: inout RandomDraws) -> Scene {
        var scene = Scene()
        let hour = hour(after: at)
        speakUp(node, .westminster, at: hour - .minutes(30), &scene)
        scene.suffer(.partition(.both), .network, .node(node), from: hour - .minutes(25), to: hour + .minutes(2))
        scene.suffer(.crash, .crash, .node(node), from: hour - .minutes(24), to: hour - .minutes(23))
        scene.suffer(
            .timeServiceStops, .clock, .node(node), from: hour - draws.duration(.seconds(13) ... .seconds(24)),
            to: hour + .minutes(3))
        return scene
    }
}

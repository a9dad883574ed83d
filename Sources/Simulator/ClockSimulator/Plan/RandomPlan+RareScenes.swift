internal import ClockDomain
internal import ClockWire

// Scenes that need many conditions at one moment. They are drawn after the others.

extension RandomPlan.Scene {
    mutating func playRare() {
        switch draws.number(0...8) {
        case 0: struckBeforeAPowerCut()
        case 1: lateAndKilled()
        case 2: awayForADay()
        case 3: lonelyClock()
        case 4: twoSnoozes()
        case 5: takenBack()
        case 6: missedInAnotherZone()
        case 7: movedBeforeItIsLookedAt()
        default: hourThatNobodyVouchesFor()
        }
    }

    /// Has the room announce everything from now on.
    private mutating func speakUp(_ chime: Chime, at time: TrueTime) {
        let patch = SettingsPatch(
            volume: .standard, mute: .off, quiet: [], every: .quarterHour, chime: chime, selfWake: true)
        ask(.asking(SetRequest(nodes: [RandomPlan.nodeID(node)], change: patch)), at: time)
    }

    private func hour(after time: TrueTime) -> TrueTime {
        TrueTime(WallTime(seconds: (time.wall.seconds.flooredQuotient(by: 3_600) + 1) * 3_600))
    }

    /// The power fails as the hour strikes after its melody, and returns at once, with a clock that is behind: by that
    /// clock the hour is still to come.
    private mutating func struckBeforeAPowerCut() {
        let hour = hour(after: at)
        speakUp(.westminster, at: hour - .minutes(30))
        let off = hour + draws.scale(.milliseconds(20) ... .seconds(2))
        let back = off + draws.scale(.seconds(1) ... .minutes(1))
        suffer(.powerCut, .crash, .node(node), from: off, to: back)
        suffer(
            .timeServiceWrong(by: .zero - draws.scale(.minutes(4) ... .minutes(40))), .clock, .node(node),
            from: off + .milliseconds(1), to: back + .minutes(50))
        // The coordinator would confirm the clock as right until the time service sets it.
        suffer(.partition(.both), .network, .node(node), from: off, to: back + .minutes(20))
    }

    /// The program is killed just before a late ring is heard, so that ring has as much less of its window left.
    private mutating func lateAndKilled() {
        let minutes = draws.pick([30, 120])
        let (draft, due) = alarm(after: at + draws.scale(.minutes(1) ... .hours(2)), limit: 1, window: minutes)
        ask(for: .addAlarm(draft), at: at)
        let late = draws.duration(.minutes(10) ... .minutes(minutes - 4))
        suffer(.crash, .crash, .node(node), from: due - draws.scale(.seconds(5) ... .minutes(5)), to: due + late)
        let killed = due + late + draws.duration(.milliseconds(300) ... .milliseconds(2_900))
        suffer(
            .crash, .crash, .node(node), from: killed,
            to: due + .minutes(minutes) + draws.duration(.minutes(2)...(late - .minutes(2))))
    }

    /// An alarm that may ring a whole day late is due again in the second in which its room returns.
    private mutating func awayForADay() {
        let (draft, due) = alarm(
            after: at + draws.scale(.minutes(1) ... .hours(2)), window: 1_440, repetition: .weekly(.everyDay))
        ask(for: .addAlarm(draft), at: at)
        suffer(
            .crash, .crash, .node(node), from: due - draws.scale(.seconds(5) ... .minutes(5)),
            to: due + .hours(24) - draws.duration(.milliseconds(20) ... .milliseconds(1_500)))
    }

    /// The room's clock was ahead and is corrected while a one-time ring is on order: it is due again minutes later.
    private mutating func takenBack() {
        let (draft, due) = alarm(after: at + draws.scale(.minutes(5) ... .hours(3)), repetition: .once)
        ask(for: .addAlarm(draft), at: at)
        let ahead = draws.scale(.minutes(2) ... .hours(1))
        let end = due - ahead - draws.duration(.milliseconds(300) ... .milliseconds(1_900))
        suffer(
            .timeServiceWrong(by: ahead), .clock, .node(node), from: end - draws.scale(.seconds(20) ... .minutes(10)),
            to: end)
    }

    /// The program starts soon after an alarm was due in a zone whose rules it has yet to read.
    private mutating func missedInAnotherZone() {
        let zone = draws.number(0...(zones.count - 1))
        let (draft, due) = alarm(after: at + draws.scale(.minutes(1) ... .hours(3)), zone: zone)
        ask(for: .addAlarm(draft), at: at)
        suffer(
            draws.pick([.crash, .stop]), .crash, .node(node), from: due - draws.scale(.seconds(1) ... .minutes(5)),
            to: due + draws.scale(.milliseconds(500) ... .minutes(10)))
    }

    /// A room is off when an alarm is due, and returns in another zone before the coordinator checks for its line; the
    /// store may refuse the coordinator's own line.
    private mutating func movedBeforeItIsLookedAt() {
        let (draft, due) = alarm(after: at + draws.scale(.minutes(5) ... .hours(3)), window: 5)
        ask(for: .addAlarm(draft), at: at)
        let off = due - draws.scale(.seconds(5) ... .minutes(3))
        let back = due + draws.duration(.seconds(125) ... .seconds(280))
        suffer(.crash, .crash, .node(node), from: off, to: back)
        suffer(
            .zone(draws.number(0...(zones.count - 1))), .clock, .node(node), from: off + .seconds(1),
            to: back + draws.scale(.hours(1) ... .hours(40)))
        if draws.tossesCoin() {
            suffer(
                .diskFull, .disk, .coordinator(0), from: back - .seconds(1),
                to: back + draws.scale(.seconds(20) ... .minutes(5)))
        }
    }

    /// Two people snooze, and the earlier action arrives last.
    private mutating func twoSnoozes() {
        let (draft, due) = alarm(after: at + draws.scale(.minutes(1) ... .hours(2)))
        ask(for: .addAlarm(draft), at: at)
        let first = due + draws.duration(.seconds(5) ... .seconds(40))
        let second = first + draws.duration(.seconds(1) ... .seconds(3))
        requests.append(PlannedRequest(at: first, what: .silence(nil, .snooze)))
        requests.append(PlannedRequest(at: second, client: clients - 1, what: .silence(nil, .snooze)))
        let slow = LinkPlan(
            outwardDelay: draws.duration(.seconds(3) ... .seconds(7)), homewardDelay: .milliseconds(5),
            jitter: .milliseconds(1), lossPerMillion: 0, duplicatePerMillion: 0)
        suffer(.link(slow), .network, .client(0), from: first - .seconds(20), to: second + .seconds(10))
    }

    /// No time service keeps the room's clock, nobody sets it, and the coordinator is away for hours.
    private mutating func lonelyClock() {
        speakUp(.none, at: at)
        let end = at + draws.duration(.hours(6) ... .hours(14))
        suffer(.timeServiceStops, .clock, .node(node), from: at, to: end)
        suffer(.partition(.both), .network, .node(node), from: at + draws.scale(.seconds(30) ... .minutes(15)), to: end)
    }

    /// The time service stops while the melody of the hour is on order, and the coordinator is away since the start.
    private mutating func hourThatNobodyVouchesFor() {
        let hour = hour(after: at)
        speakUp(.westminster, at: hour - .minutes(30))
        suffer(.partition(.both), .network, .node(node), from: hour - .minutes(25), to: hour + .minutes(2))
        suffer(.crash, .crash, .node(node), from: hour - .minutes(24), to: hour - .minutes(23))
        suffer(
            .timeServiceStops, .clock, .node(node), from: hour - draws.duration(.seconds(13) ... .seconds(24)),
            to: hour + .minutes(3))
    }
}

internal import ClockDomain
internal import ClockWire

// Scenes in which a clock is wrong, or without a time service.

extension RandomPlan.Scene {
    /// The coordinator's clock is months or years ahead for hours, and no service puts it right.
    mutating func clockMonthsAhead() {
        let end = at + draws.scale(.minutes(10) ... .hours(30))
        suffer(.timeServiceStops, .coordinator, .coordinator(0), from: at, to: end)
        let step = draws.scale(.hours(24 * 20) ... .hours(24 * 600))
        suffer(.clockStep(step), .coordinator, .coordinator(0), from: at + .seconds(5), to: at + .seconds(5))
        if draws.hits(percent: 50) {
            let crash = at + draws.scale(.seconds(10) ... .hours(20))
            suffer(
                .crash, .coordinator, .coordinator(0), from: crash,
                to: crash + draws.scale(.seconds(1) ... .minutes(10)))
        }
        if draws.hits(percent: 40) {
            suffer(
                .diskFull, .coordinator, .coordinator(0), from: end - .seconds(5),
                to: end + draws.scale(.seconds(10) ... .minutes(10)))
        }
    }

    /// A timer starts at a coordinator whose clock was just set, or is set while the timer runs.
    mutating func timerByAClockJustSet() {
        let length = draws.scale(.seconds(20) ... .hours(1))
        ask(for: timer(seconds: Int(length.nanoseconds / 1_000_000_000)), at: at)
        let start = at + draws.duration(.zero - .seconds(40)...length)
        suffer(
            .timeServiceWrong(by: draws.signed(draws.scale(.seconds(2) ... .hours(2)))), .coordinator, .coordinator(0),
            from: start, to: start + draws.scale(.minutes(1) ... .hours(4)))
        if draws.hits(percent: 50) {
            suffer(
                .partition(.both), .network, .node(node), from: start - draws.scale(.milliseconds(10) ... .seconds(30)),
                to: start + draws.scale(.seconds(1) ... .hours(1)))
        }
    }

    /// No time service keeps the room's clock, somebody sets it, and the coordinator is away, or far.
    mutating func unkeptClock() {
        let end = at + draws.scale(.minutes(20) ... .hours(30))
        suffer(.timeServiceStops, .clock, .node(node), from: at, to: end)
        for _ in 0..<draws.number(1...3) {
            let quarter = TrueTime(QuarterHour.after((at + draws.duration(.zero...(end - at))).wall))
            let time = quarter - draws.scale(.milliseconds(100) ... .minutes(5))
            let step = draws.signed(draws.scale(.milliseconds(20) ... .seconds(20)))
            suffer(.clockStep(step), .clock, .node(node), from: time, to: time)
            if draws.hits(percent: 30) {
                var how = PlayOptions()
                how.at = (time + draws.scale(.seconds(1) ... .minutes(2))).wall.truncatedToMilliseconds
                how.targets = RingTargets(nodes: [RandomPlan.nodeID(node)])
                ask(.asking(SayRequest(text: "Scene", how: how)), at: time - draws.scale(.seconds(1) ... .minutes(5)))
            }
        }
        switch draws.number(0...3) {
        case 0:
            let link = LinkPlan(
                outwardDelay: draws.scale(.milliseconds(1) ... .milliseconds(900)),
                homewardDelay: draws.scale(.milliseconds(1) ... .milliseconds(900)), jitter: .milliseconds(1),
                lossPerMillion: 0, duplicatePerMillion: 0)
            suffer(.link(link), .network, .node(node), from: at, to: end)
        case 1: suffer(.partition(.both), .network, .node(node), from: at + draws.duration(.zero...(end - at)), to: end)
        case 2:
            suffer(.drift(partsPerBillion: draws.number(-400_000...400_000)), .clock, .node(node), from: at, to: end)
        default: break
        }
    }

    /// Nobody keeps the coordinator's clock, or the coordinator is away for longer than its announced time holds.
    mutating func coordinatorsClock() {
        guard draws.hits(percent: 60) else {
            return suffer(
                .powerCut, .coordinator, .coordinator(0), from: at, to: at + draws.duration(.hours(15) ... .hours(30)))
        }
        let end = at + draws.scale(.minutes(5) ... .hours(10))
        suffer(.timeServiceStops, .coordinator, .coordinator(0), from: at, to: end)
        let step = draws.signed(draws.scale(.milliseconds(500) ... .hours(1)))
        suffer(.clockStep(step), .coordinator, .coordinator(0), from: at + .seconds(5), to: at + .seconds(5))
    }
}

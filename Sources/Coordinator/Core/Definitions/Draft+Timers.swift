internal import ClockDomain
internal import ClockWire

extension Definitions.Draft {
    func timer(_ id: TimerID) throws(RequestError) -> TimerDefinition { try find(id, in: definitions.timers, "timer") }

    mutating func startTimer(
        name: String, seconds: Int, targets: RingTargets, ring: RingStyle, speaks: Bool, in context: DefinitionContext
    ) throws(RequestError) {
        try checkLabel(name, "name")
        try check(ring, labelled: name)
        guard (1...CountdownTimer.maximumSeconds).contains(seconds) else {
            throw RequestError(.invalid, "a timer of \(seconds) s is not in 1...\(CountdownTimer.maximumSeconds) s")
        }
        let targets = try checked(targets, in: context)
        put(
            .timer(
                TimerDefinition(
                    timer: CountdownTimer(
                        id: try nextTimer(), revision: 1, name: name, seconds: seconds,
                        state: .running(ends: context.now + .seconds(seconds)), ring: ring,
                        speaks: speaks, isVouched: context.isVouched),
                    targets: targets)))
    }

    mutating func pauseTimer(_ id: TimerID, in context: DefinitionContext) throws(RequestError) {
        var definition = try timer(id)
        let now = context.now
        switch definition.timer.state {
        case .paused: return
        case .running(let ends):
            try requireClock(definition.timer.isVouched, "the time that timer \(id) has left", in: context)
            guard ends > now else {
                throw RequestError(.unavailable, "timer \(id) has run out: stop it, or add time to it")
            }
            definition.timer.state = .paused(remainingMilliseconds: definition.timer.remaining(until: ends, at: now))
        }
        put(.timer(definition.revised))
    }

    mutating func resumeTimer(_ id: TimerID, in context: DefinitionContext) throws(RequestError) {
        var definition = try timer(id)
        switch definition.timer.state {
        case .running: return
        case .paused(let remaining):
            definition.timer.state = .running(ends: context.now + .milliseconds(remaining))
            definition.timer.isVouched = context.isVouched
        }
        put(.timer(definition.revised))
    }

    mutating func addToTimer(_ id: TimerID, seconds: Int, at now: WallTime) throws(RequestError) {
        var definition = try timer(id)
        guard seconds != 0 else { return }
        let timer = definition.timer
        let remaining =
            switch timer.state {
            case .running(let ends): timer.remaining(until: ends, at: now)
            case .paused(let remaining): remaining
            }
        let limit = CountdownTimer.maximumSeconds
        // Bounded first, because a request can hold any number.
        guard (-limit...limit).contains(seconds), timer.seconds + seconds <= limit else {
            throw RequestError(
                .invalid,
                "timer \(id) counts down from \(timer.seconds) s; with \(seconds) s more it would be over \(limit) s")
        }
        guard remaining + seconds * 1_000 > 0 else {
            throw RequestError(
                .invalid,
                "timer \(id) has \(Duration.milliseconds(remaining).inWords) left, less than the \(-seconds) s to take off: "
                    + "cancel it instead")
        }
        // An expired timer counts again, from now.
        definition.timer.seconds = max(1, timer.seconds + seconds)
        switch timer.state {
        case .running(let ends): definition.timer.state = .running(ends: max(ends, now) + .seconds(seconds))
        case .paused: definition.timer.state = .paused(remainingMilliseconds: remaining + seconds * 1_000)
        }
        put(.timer(definition.revised))
    }

    /// Moves a timer with a clock that was set by `step`. Nodes count without that clock, so it is the same timer to
    /// them.
    mutating func shift(_ id: TimerID, by step: Duration) {
        guard var definition = definitions.timers[id], case .running = definition.timer.state else { return }
        definition.timer.move(by: step)
        put(.timer(definition))
    }

    /// Notes that somebody vouches for the clock by which a timer ends.
    mutating func vouch(_ id: TimerID) {
        guard var definition = definitions.timers[id], case .running = definition.timer.state else { return }
        definition.timer.isVouched = true
        put(.timer(definition))
    }
}

extension CountdownTimer {
    /// The milliseconds left at `now`, from 0 to the full length.
    fileprivate func remaining(until ends: WallTime, at now: WallTime) -> Int {
        Int(min(max(0, (ends - now).nanoseconds / 1_000_000), Int64(seconds) * 1_000))
    }
}

extension TimerDefinition {
    /// With one more revision.
    fileprivate var revised: TimerDefinition {
        var copy = self
        copy.timer.revision += 1
        return copy
    }
}

internal import ClockDomain
internal import ClockWire

extension Definitions.Draft {
    func stopwatch(_ id: StopwatchID) throws(RequestError) -> Stopwatch {
        try find(id, in: definitions.stopwatches, "stopwatch")
    }

    mutating func startStopwatch(name: String, in context: DefinitionContext) throws(RequestError) {
        try checkLabel(name, "name")
        put(
            .stopwatch(
                Stopwatch(
                    id: try nextStopwatch(), revision: 1, name: name, state: .running(since: context.now), laps: [],
                    isVouched: context.isVouched)))
    }

    mutating func lapStopwatch(_ id: StopwatchID, in context: DefinitionContext) throws(RequestError) {
        var stopwatch = try stopwatch(id)
        guard case .running = stopwatch.state else {
            throw RequestError(.unavailable, "stopwatch \(id) is stopped: resume it first")
        }
        try requireClock(stopwatch.isVouched, "the time that stopwatch \(id) shows", in: context)
        guard stopwatch.laps.count < Stopwatch.maximumLaps else {
            throw RequestError(
                .unavailable, "stopwatch \(id) has \(Stopwatch.maximumLaps) laps and keeps no more: reset it first")
        }
        stopwatch.laps.append(stopwatch.elapsed(at: context.now))
        put(.stopwatch(stopwatch.revised))
    }

    mutating func stopStopwatch(_ id: StopwatchID, in context: DefinitionContext) throws(RequestError) {
        var stopwatch = try stopwatch(id)
        guard case .running = stopwatch.state else { return }
        try requireClock(stopwatch.isVouched, "the time that stopwatch \(id) shows", in: context)
        stopwatch.state = .stopped(elapsedMilliseconds: stopwatch.elapsed(at: context.now))
        put(.stopwatch(stopwatch.revised))
    }

    mutating func resumeStopwatch(_ id: StopwatchID, in context: DefinitionContext) throws(RequestError) {
        var stopwatch = try stopwatch(id)
        guard case .stopped(let elapsed) = stopwatch.state else { return }
        stopwatch.state = .running(since: context.now - .milliseconds(elapsed))
        stopwatch.isVouched = context.isVouched
        put(.stopwatch(stopwatch.revised))
    }

    mutating func resetStopwatch(_ id: StopwatchID) throws(RequestError) {
        var stopwatch = try stopwatch(id)
        guard stopwatch.state != .stopped(elapsedMilliseconds: 0) || !stopwatch.laps.isEmpty else { return }
        stopwatch.state = .stopped(elapsedMilliseconds: 0)
        stopwatch.laps = []
        put(.stopwatch(stopwatch.revised))
    }

    /// Moves a stopwatch with a clock that was set by `step`: its reading does not change.
    mutating func shift(_ id: StopwatchID, by step: Duration) {
        guard var stopwatch = definitions.stopwatches[id], case .running = stopwatch.state else { return }
        stopwatch.move(by: step)
        put(.stopwatch(stopwatch))
    }

    /// Notes that somebody vouches for the clock by which a stopwatch counts.
    mutating func vouch(_ id: StopwatchID) {
        guard var stopwatch = definitions.stopwatches[id], case .running = stopwatch.state else { return }
        stopwatch.isVouched = true
        put(.stopwatch(stopwatch))
    }
}

extension Stopwatch {
    /// The reading in milliseconds; never less than at its last lap.
    fileprivate func elapsed(at now: WallTime) -> Int {
        switch state {
        case .running(let since): max(laps.last ?? 0, Int(max(0, (now - since).nanoseconds / 1_000_000)))
        case .stopped(let elapsed): elapsed
        }
    }

    /// With one more revision.
    fileprivate var revised: Stopwatch {
        var copy = self
        copy.revision += 1
        return copy
    }
}

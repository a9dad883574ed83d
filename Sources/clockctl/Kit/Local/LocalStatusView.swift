internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// A node as its own machine sees it, the loudest first.
struct LocalStatusView: Sendable {
    var state: LocalState
    var words: TimeWords
    /// Terminal columns; `nil` for no limit.
    var width: Int?
    /// The option that asks this place, as in ``LocalOptions/option``.
    var option = " --local"

    func lines() -> [StyledText] {
        (title() + rings() + timers() + toCome() + problems()).map { line in width.map(line.truncated) ?? line }
    }

    private var reported: Reported { state.reported }

    private func title() -> [StyledText] {
        let broker =
            state.isConnected
            ? StyledText("at the broker", .good) : StyledText("the broker cannot be reached", .bad)
        let clock =
            reported.clock.trusted
            ? StyledText("clock ✓ ") + StyledText(reported.clock.finding)
            : StyledText("clock ✗ \(reported.clock.finding)", .bad)
        let muted = QuietMarker.muted(reported.settings, words).map { ", \($0)" } ?? ""
        return [
            StyledText(state.node.rawValue, .bold)
                + StyledText(" · clock-node \(reported.version), since \(words.moment(reported.started)) · ", .dim)
                + broker,
            StyledText("now \(words.time(state.now)) · ") + clock
                + StyledText(" · volume \(reported.settings.volume.percent) %\(muted)"),
        ]
    }

    private func rings() -> [StyledText] {
        reported.rings.sorted {
            ($0.state == .snoozed ? 1 : 0, $0.occurrence) < ($1.state == .snoozed ? 1 : 0, $1.occurrence)
        }
        .map { ring in
            let name = StyledText(ScheduleWords.name(ring.occurrence.source, ring.label), .bold)
            let stop = StyledText("  clockctl alarm stop \(ring.occurrence.source)\(option)", .dim)
            switch ring.state {
            case .ringing:
                let since = ring.since.map { " for \(TimeWords.span(state.now - $0))" } ?? ""
                return StyledText("RINGING ", .bad) + name + StyledText(since) + stop
            case .snoozed:
                let until = ring.until.map { " until \(words.timeOrDay($0))" } ?? ""
                return StyledText("snoozed ", .warning) + name + StyledText(until) + stop
            }
        }
    }

    private func timers() -> [StyledText] {
        reported.timers.filter { timer in !reported.rings.contains { $0.occurrence.source == .timer(timer.id) } }
            .map { timer in
                let left = CountdownWords.remaining(CountdownWords.left(timer.state, at: state.now))
                let line =
                    StyledText("timer ", .dim) + StyledText(ScheduleWords.name(timer.id, timer.name), .bold)
                    + StyledText("  \(left)")
                switch timer.state {
                case .running: return line
                case .paused: return line + StyledText(" (paused)", .warning)
                }
            }
    }

    private func toCome() -> [StyledText] {
        // The next time of each alarm.
        var seen: Set<RingSource> = []
        let rings = reported.upcoming.filter { seen.insert($0.occurrence.source).inserted }.map { ring in
            StyledText("alarm ", .dim) + StyledText(ScheduleWords.name(ring.occurrence.source, ring.label), .bold)
                + StyledText("  \(words.coming(ring.occurrence.due))")
        }
        let quarter = reported.next.map { [StyledText("next announcement ", .dim) + StyledText(words.coming($0))] }
        return rings + (quarter ?? [])
    }

    private func problems() -> [StyledText] {
        let audio = reported.audio
        let output: String? =
            switch audio.state {
            case .missing, .busy, .failed: "output \(audio.device): \(audio.detail ?? audio.state.rawValue)"
            case .ok, .unknown: nil
            }
        let pending = reported.ledgerPending
        let lines =
            pending == 0 || state.isConnected
            ? nil : "\(QuantityWords.count(pending, "line")) of history wait for the coordinator"
        return [reported.problem, output, lines].compactMap(\.self).map { StyledText("! \($0)", .warning) }
    }
}

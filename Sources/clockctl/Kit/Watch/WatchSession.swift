internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockSite
internal import ClockWire
internal import Glibc

/// The live view at work: one loop that reads the link, the keyboard and the signals, and draws.
struct WatchSession {
    let link: CoordinatorLink
    let signals: SignalWatcher
    let terminal: Terminal
    let zones: Zones
    /// True when there is a keyboard to read.
    let readsKeys: Bool

    /// Returns when the person ends the view.
    func run() async throws {
        var model = WatchModel(at: Clocks.boot())
        var asking = Asking()
        var redrawing = false
        terminal.enter()
        defer { terminal.leave() }
        while true {
            let state = link.state()
            model.apply(connection: connection(state), coordinator: state.coordinator, at: Clocks.boot())
            if state.hasChanged { model.changed(at: Clocks.boot()) }
            try follow(&asking, &model, state)

            let arrived = signals.drain()
            if !arrived.isDisjoint(with: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) { return }
            if arrived.contains(SIGTSTP) { pause() }
            redrawing = redrawing || !arrived.isDisjoint(with: [SIGTSTP, SIGCONT, SIGWINCH])
            if readsKeys {
                guard let keys = terminal.keys() else { return }
                for key in keys {
                    switch UnicodeScalar(key) {
                    case "q", "Q": return
                    case "s", "S": await silence(.stop, &model)
                    case "z", "Z": await silence(.snooze, &model)
                    case "?": model.showsHelp.toggle()
                    // Control-L, the usual key to draw again.
                    case "\u{C}": redrawing = true
                    default: break
                    }
                }
            }

            let local = Clocks.wall()
            draw(model, at: model.siteNow(local), redrawing: redrawing)
            redrawing = false
            let due = [nextSecond(model.siteNow(local)), model.nextAsking, asking.ticket?.deadline].compactMap(\.self)
            let descriptors = [link.descriptor, signals.descriptor] + (readsKeys ? [STDIN_FILENO] : [])
            let gone = Clocks.wait(for: descriptors, until: due.min() ?? Clocks.boot())
            if gone.contains(STDIN_FILENO) { return }
        }
    }

    /// Stops or snoozes everything that rings.
    private func silence(_ kind: RingAction.Kind, _ model: inout WatchModel) async {
        let chosen = RingingOccurrence.all(link.nodesWithRings()).filter { kind == .stop || $0.isRinging }
        let possible = chosen.filter { kind == .stop || $0.snoozeMinutes > 0 }
        let text: String
        if possible.isEmpty {
            text = chosen.isEmpty ? "nothing rings" : "nothing that rings can be snoozed"
        } else {
            let silencer = RingSilencer(
                link: link, kind: kind, by: link.settings.person ?? "clockctl watch", minutes: nil)
            do {
                try await silencer.send(possible)
                text = "\(kind.rawValue) sent for \(possible.map(\.name).joined(separator: ", "))"
            } catch {
                text = "\(error)"
            }
        }
        model.notice(text, at: Clocks.boot())
    }

    /// The request for the status under way.
    private struct Asking {
        var ticket: CoordinatorLink.Ticket?
        /// The pages so far; `nil` before the first.
        var pages: CoordinatorLink.Answered<SiteStatus>?
    }

    /// Reads a page that has arrived, gives up on an overdue one, and requests the next one, or the first once it is
    /// time.
    private func follow(_ asking: inout Asking, _ model: inout WatchModel, _ state: LinkState) throws {
        if let asked = asking.ticket {
            do {
                if let page = try link.answer(to: asked, as: SiteStatus.self) {
                    asking.ticket = nil
                    try apply(page, &asking, &model)
                } else if Clocks.boot() >= asked.deadline {
                    link.forget(asked)
                    let failure = LinkFailure.noAnswer(state, settings: link.settings, timeout: link.timeout)
                    model.failed(failure.message)
                    asking = Asking()
                }
            } catch {
                model.failed("\(error)")
                asking = Asking()
            }
        }
        if asking.ticket == nil, let due = model.nextAsking, due <= Clocks.boot() {
            asking = Asking(ticket: try link.send(StatusRequest()))
            model.asked(at: Clocks.boot())
        }
    }

    private func apply(
        _ page: CoordinatorLink.Answered<SiteStatus>, _ asking: inout Asking, _ model: inout WatchModel
    ) throws {
        var answered = asking.pages ?? page
        if asking.pages != nil { answered.result.append(page.result) }
        if let last = answered.result.nextPage {
            asking = Asking(ticket: try link.send(StatusRequest(after: last)), pages: answered)
        } else {
            model.answered(answered.result, offset: answered.localOffset(of: answered.result.now))
            asking = Asking()
        }
    }

    private func connection(_ state: LinkState) -> WatchModel.Connection {
        if let refusal = state.refusal { return .lost(refusal.message) }
        switch state.connection {
        case .connecting: return .connecting
        case .connected: return .connected
        case .lost(let disconnect): return .lost(disconnect.message)
        case .stopped: return .lost("stopped")
        }
    }

    private func draw(_ model: WatchModel, at now: WallTime, redrawing: Bool) {
        let screen = WatchScreen(
            model: model, notice: model.notice(at: Clocks.boot()), now: now, zones: zones, size: terminal.size,
            site: link.settings.site, endpoint: link.settings.endpoint)
        terminal.show(screen.lines(), redrawing: redrawing)
    }

    /// Returns the instant at which the clock on the screen shows its next second.
    private func nextSecond(_ now: WallTime) -> BootTime {
        let fraction = now.nanoseconds.flooredRemainder(by: 1_000_000_000)
        return Clocks.boot() + .nanoseconds(1_000_000_000 - fraction)
    }

    /// Restores the terminal and stops, as control-Z asks; returns when the shell lets the process go on.
    private func pause() {
        terminal.leave()
        // To this thread itself, so that it does not run on before it stops.
        raise(SIGSTOP)
        terminal.enter()
    }
}

// Decides which of several coordinators with one store leads, and the instant at which another one takes over.
//
// The lease is a row in the shared store: its holder, its number, the count of its renewals, and its end by the store's
// own clock. Each taking raises the number. A commit carries its coordinator's number, and fails if the row has another
// by then. So two never both change the store, whatever this machine decides and however wrong a clock is. The machine
// decides only how soon the other one leads.
//
// - The holder renews the lease every two seconds. A renewal is good for six.
// - A standby looks every second. It takes a lease that has no holder. It takes an expired lease if two looks in a row
//   found the same row: a holder in the middle of a long commit renews with its end. It takes an unexpired lease if
//   nobody renewed it for seven seconds by the standby's boot clock: then the store's clock was set back.
// - To take the lease, a standby changes the row only if it still matches. If two try, the store accepts one.
// - After an outage of the store, a standby gives the holder four seconds to renew.
// - A coordinator that loses its lease exits, and stands by after its restart. A holder that cannot reach the store
//   goes on: nodes need their wakes, and it may be the only coordinator. It exits when the broker gives its name to
//   another client: the coordinator that took over connects under the same name.
//
// A standby takes over within eight seconds: six until the lease expires, up to two until the second look. The method
// is that of C. Gray and D. Cheriton, "Leases" (SOSP 1989); the number that grows with each taking is M. Kleppmann's
// fencing token ("How to do distributed locking", 2016).

public import ClockDomain
public import ClockWire

public enum LeaseQuestion: Hashable, Sendable {
    /// Read the row, and note there that this coordinator stands by.
    case look
    /// Take the lease if the row is still this one.
    case take(LeaseRow)
    case renew
}

public enum LeaseEvent: Hashable, SourcedEvent {
    case started
    case timer(TimerToken<LeaseTimer>)
    /// The row after the question, successful or not.
    case answered(LeaseRow)
    /// The store did not answer.
    case failed(reason: String)
    /// The broker ended the connection, because another client has this one's name.
    case displaced
    /// Everything else has stopped: the last event.
    case stopped

    public var source: EventSource {
        switch self {
        case .started, .timer, .answered, .failed, .stopped: .program
        case .displaced: .connection
        }
    }
}

public enum LeaseTimer: Hashable, Sendable {
    /// It is time to ask the store again.
    case turn
}

public enum LeaseEffect: Hashable, Sendable {
    /// Answered by ``LeaseEvent/answered(_:)`` or ``LeaseEvent/failed(reason:)``. One question waits at a time.
    case ask(LeaseQuestion)
    /// This coordinator has the lease: load the store and begin work.
    case lead
    /// For people, while it leads.
    case tell(LeaseStatus)
    /// Exit the program.
    case end(reason: String)
    /// Give back the lease, or delete the note that it stands by. Nothing answers.
    case giveBack
    case setTimer(TimerToken<LeaseTimer>, Deadline)
    case log(LogLevel, String)
}

/// Decides for one run of a coordinator. See above.
public struct LeaseMachine: DecisionCore {
    /// The time for which a renewal is good, by the store's clock.
    public static let term: Duration = .seconds(6)
    static let renewalInterval: Duration = .seconds(2)
    static let lookInterval: Duration = .seconds(1)
    /// The time until the next question after the store did not answer.
    static let retryInterval: Duration = .milliseconds(500)
    /// A row that stays the same for this time has no holder, whatever the store's clock says.
    static let silence: Duration = .seconds(7)
    /// The holder's time to renew after the store was away.
    static let grace: Duration = .seconds(4)

    private enum State: Hashable, Sendable {
        case standingBy(Sighting?)
        /// - Parameters:
        ///   - since: the instant at which it took the lease.
        ///   - confirmedUntil: until then nobody else can have it, if the store's clock runs like this machine's.
        case leading(since: WallTime, confirmedUntil: BootTime)
        case ended
    }

    /// The row at the last look, and the instant at which it was first so.
    private struct Sighting: Hashable, Sendable {
        var row: LeaseRow
        var since: BootTime
    }

    private let holder: String
    private var state = State.standingBy(nil)
    private var asked: (question: LeaseQuestion, at: BootTime)?
    /// The instant since which the store answers again; `nil` before its first failure.
    private var answersSince: BootTime?
    private var isSilent = false
    private var timerGeneration = 0

    /// - Parameter holder: random name of this run.
    public init(holder: String) { self.holder = holder }

    public mutating func handle(_ event: LeaseEvent, at now: Now, _ effects: inout [LeaseEffect]) {
        switch event {
        case .started: ask(.look, at: now, &effects)
        case .timer(let token): if token.generation == timerGeneration { takeTurn(at: now, &effects) }
        case .answered(let row): receive(row, at: now, &effects)
        case .failed(let reason): fail(reason, at: now, &effects)
        case .displaced: displace(at: now, &effects)
        case .stopped:
            state = .ended
            effects.append(.giveBack)
        }
    }

    private mutating func takeTurn(at now: Now, _ effects: inout [LeaseEffect]) {
        switch state {
        case .standingBy: ask(.look, at: now, &effects)
        case .leading: ask(.renew, at: now, &effects)
        case .ended: break
        }
    }

    private mutating func ask(_ question: LeaseQuestion, at now: Now, _ effects: inout [LeaseEffect]) {
        // A pending question gets its answer first; the machine asks again then.
        guard asked == nil else { return }
        asked = (question, now.boot)
        effects.append(.ask(question))
    }

    private mutating func setTimer(_ deadline: BootTime, _ effects: inout [LeaseEffect]) {
        timerGeneration += 1
        effects.append(.setTimer(TimerToken(kind: .turn, generation: timerGeneration), .boot(deadline)))
    }

    // MARK: Answers of the store

    private mutating func receive(_ row: LeaseRow, at now: Now, _ effects: inout [LeaseEffect]) {
        guard let (question, askedAt) = asked.take() else { return }
        if isSilent {
            isSilent = false
            answersSince = now.boot
            effects.append(.log(.notice, "the store answers again"))
        }
        switch state {
        case .standingBy(let sighting):
            guard row.holder != holder else { return lead(row, since: askedAt, at: now, &effects) }
            standBy(row, sighting, after: question, at: now, &effects)
        case .leading(let since, _):
            guard row.holder == holder else {
                let who = row.machine.isEmpty ? "" : " on \(row.machine)"
                return stop(
                    "another coordinator\(who) has taken over the store; this one changes nothing any more", &effects)
            }
            state = .leading(since: since, confirmedUntil: askedAt + Self.term)
            report(row, since: since, at: now, &effects)
            setTimer(askedAt + Self.renewalInterval, &effects)
        case .ended: break
        }
    }

    private mutating func lead(_ row: LeaseRow, since: BootTime, at now: Now, _ effects: inout [LeaseEffect]) {
        let wall = now.wall.truncatedToMilliseconds
        state = .leading(since: wall, confirmedUntil: since + Self.term)
        effects.append(.log(.notice, "this coordinator has the store and begins to work"))
        effects.append(.lead)
        report(row, since: wall, at: now, &effects)
        setTimer(since + Self.renewalInterval, &effects)
    }

    private mutating func standBy(
        _ row: LeaseRow, _ last: Sighting?, after question: LeaseQuestion, at now: Now, _ effects: inout [LeaseEffect]
    ) {
        let isUnchanged = last.map { $0.row.isSame(as: row) } ?? false
        let sighting = Sighting(row: row, since: isUnchanged ? last?.since ?? now.boot : now.boot)
        state = .standingBy(sighting)
        if !row.isFree, last?.row.holder != row.holder {
            let who = row.machine.isEmpty ? "another coordinator" : "the coordinator on \(row.machine)"
            effects.append(.log(.notice, "\(who) works with the store; this one stands by"))
        }
        // After a refusal, the coordinator first looks who was quicker.
        if question == .look, isOver(sighting, isUnchanged: isUnchanged, at: now.boot) {
            if !row.isFree {
                effects.append(.log(.warning, "the coordinator on \(row.machine) is silent; this one takes over"))
            }
            return ask(.take(row), at: now, &effects)
        }
        setTimer(now.boot + Self.lookInterval, &effects)
    }

    private func isOver(_ sighting: Sighting, isUnchanged: Bool, at now: BootTime) -> Bool {
        if sighting.row.isFree { return true }
        guard isUnchanged, answersSince.map({ now - $0 >= Self.grace }) ?? true else { return false }
        return sighting.row.left <= .zero || now - sighting.since >= Self.silence
    }

    private func report(_ row: LeaseRow, since: WallTime, at now: Now, _ effects: inout [LeaseEffect]) {
        let wall = now.wall.truncatedToMilliseconds
        effects.append(
            .tell(
                LeaseStatus(
                    machine: row.machine, since: since,
                    standbys: row.standbys.map { standby in
                        StandbyCoordinator(machine: standby.machine, heard: wall - standby.silentFor)
                    })))
    }

    // MARK: Other events

    private mutating func fail(_ reason: String, at now: Now, _ effects: inout [LeaseEffect]) {
        guard asked.take() != nil else { return }
        if !isSilent { effects.append(.log(.warning, "cannot ask who has the store: \(reason); asking again")) }
        isSilent = true
        switch state {
        case .standingBy(let sighting):
            // An earlier look does not prove that the holder could renew meanwhile.
            state = .standingBy(sighting.map { Sighting(row: $0.row, since: now.boot) })
            setTimer(now.boot + Self.lookInterval, &effects)
        case .leading: setTimer(now.boot + Self.retryInterval, &effects)
        case .ended: break
        }
    }

    private mutating func displace(at now: Now, _ effects: inout [LeaseEffect]) {
        guard case .leading(_, let confirmedUntil) = state, now.boot >= confirmedUntil else { return }
        stop("another coordinator has taken over at the broker while the store could not be reached", &effects)
    }

    private mutating func stop(_ reason: String, _ effects: inout [LeaseEffect]) {
        state = .ended
        effects.append(.end(reason: reason))
    }
}

// Which of several coordinators with one store works, and when another one takes over.
//
// The lease is a row in the shared store: who has it, under which number, how often it was renewed, and until when by the
// store's own clock. Each taking raises the number. A commit carries the number of who makes it, and fails where the row
// has another by then. So two never both change the store, whatever this machine decides and however wrong a clock is. The
// machine decides only how soon the other one works.
//
// - Who has the lease renews it every two seconds. A renewal is good for six.
// - Who stands by looks every second. It takes the lease where nobody has it. It takes one that is over where two looks in
//   a row found the row the same: a holder in the middle of a long commit renews with its end. It takes one that is not
//   over where nothing was renewed for seven seconds by its own boot clock: the store's clock was set back.
// - To take is to change the row as it was seen. Of two that try, the store lets one.
// - After the store was away, who stands by gives the holder four seconds to renew.
// - Who finds the lease another's ends, and stands by after its restart. A holder that cannot reach the store goes on:
//   nodes are to be woken, and nobody else may be there. It ends when the broker gives its name to another client, as the
//   one that took over connects under the same name.
//
// Takes over within eight seconds: six until the lease is over, up to two until the second look. The method is that of C.
// Gray and D. Cheriton, "Leases" (SOSP 1989); the number that grows with each taking is M. Kleppmann's fencing token ("How to
// do distributed locking", 2016).

public import ClockDomain
public import ClockWire

/// What is asked of the store.
public enum LeaseQuestion: Hashable, Sendable {
    /// How the row is. It notes that this coordinator stands by.
    case look
    /// To take the lease where the row is still this one.
    case take(LeaseRow)
    case renew
}

public enum LeaseEvent: Hashable, SourcedEvent {
    case started
    case timer(TimerToken<LeaseTimer>)
    /// The row, after what was asked was done or not.
    case answered(LeaseRow)
    /// The store did not answer.
    case failed(reason: String)
    /// The broker ended the connection, for another client has this one's name.
    case displaced
    /// Everything else has ended: the last event.
    case stopped

    public var source: EventSource {
        switch self {
        case .started, .timer, .answered, .failed, .stopped: .program
        case .displaced: .connection
        }
    }
}

public enum LeaseTimer: Hashable, Sendable {
    /// The store is to be asked again.
    case turn
}

public enum LeaseEffect: Hashable, Sendable {
    /// Answered by ``LeaseEvent/answered(_:)`` or ``LeaseEvent/failed(reason:)``. One question waits at a time.
    case ask(LeaseQuestion)
    /// The store is this coordinator's: it is to be loaded, and work begins.
    case lead
    /// For people, while it leads.
    case tell(LeaseStatus)
    /// The program is to end.
    case end(reason: String)
    /// The lease, or the note that it stands by, is to be given back. Nothing answers.
    case giveBack
    case setTimer(TimerToken<LeaseTimer>, Deadline)
    case log(LogLevel, String)
}

/// Decides for one run of a coordinator. See above.
public struct LeaseMachine: DecisionCore {
    /// How long a renewal is good for, by the store's clock.
    public static let term: Duration = .seconds(6)
    static let renewalInterval: Duration = .seconds(2)
    static let lookInterval: Duration = .seconds(1)
    /// How soon the store is asked again that did not answer.
    static let retryInterval: Duration = .milliseconds(500)
    /// A row that stays the same for so long is nobody's, whatever the store's clock says.
    static let silence: Duration = .seconds(7)
    /// The holder's time to renew after the store was away.
    static let grace: Duration = .seconds(4)

    private enum State: Hashable, Sendable {
        case standingBy(Sighting?)
        /// - Parameters:
        ///   - since: when it took the lease.
        ///   - confirmedUntil: until then nobody else can have it, where the store's clock goes as this machine's does.
        case leading(since: WallTime, confirmedUntil: BootTime)
        case ended
    }

    /// The row as it was seen, and when it was first seen so.
    private struct Sighting: Hashable, Sendable {
        var row: LeaseRow
        var since: BootTime
    }

    private let holder: String
    private var state = State.standingBy(nil)
    private var asked: (question: LeaseQuestion, at: BootTime)?
    /// Since when the store answers; `nil` before it first did not.
    private var answersSince: BootTime?
    private var isSilent = false
    private var timerGeneration = 0

    /// - Parameter holder: random name of this run.
    public init(holder: String) {
        self.holder = holder
    }

    public mutating func handle(_ event: LeaseEvent, at now: Now, _ effects: inout [LeaseEffect]) {
        switch event {
        case .started: ask(.look, at: now, &effects)
        case .timer(let token): if token.generation == timerGeneration { takeTurn(at: now, &effects) }
        case .answered(let row): take(row, at: now, &effects)
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
        // Whoever waits for an answer gets it, and asks again then.
        guard asked == nil else { return }
        asked = (question, now.boot)
        effects.append(.ask(question))
    }

    private mutating func setTimer(_ deadline: BootTime, _ effects: inout [LeaseEffect]) {
        timerGeneration += 1
        effects.append(.setTimer(TimerToken(kind: .turn, generation: timerGeneration), .boot(deadline)))
    }

    // MARK: What the store says

    private mutating func take(_ row: LeaseRow, at now: Now, _ effects: inout [LeaseEffect]) {
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
                return end(
                    "another coordinator\(who) has taken over the store; this one changes nothing any more", &effects)
            }
            state = .leading(since: since, confirmedUntil: askedAt + Self.term)
            tell(row, since: since, at: now, &effects)
            setTimer(askedAt + Self.renewalInterval, &effects)
        case .ended: break
        }
    }

    private mutating func lead(_ row: LeaseRow, since: BootTime, at now: Now, _ effects: inout [LeaseEffect]) {
        let wall = now.wall.truncatedToMilliseconds
        state = .leading(since: wall, confirmedUntil: since + Self.term)
        effects.append(.log(.notice, "this coordinator has the store and begins to work"))
        effects.append(.lead)
        tell(row, since: wall, at: now, &effects)
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
        // One that was just refused looks first who was quicker.
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

    private func tell(_ row: LeaseRow, since: WallTime, at now: Now, _ effects: inout [LeaseEffect]) {
        let wall = now.wall.truncatedToMilliseconds
        effects.append(
            .tell(
                LeaseStatus(
                    machine: row.machine, since: since,
                    standbys: row.standbys.map { standby in
                        StandbyCoordinator(machine: standby.machine, heard: wall - standby.silentFor)
                    })))
    }

    // MARK: What else happens

    private mutating func fail(_ reason: String, at now: Now, _ effects: inout [LeaseEffect]) {
        guard asked.take() != nil else { return }
        if !isSilent { effects.append(.log(.warning, "cannot ask who has the store: \(reason); asking again")) }
        isSilent = true
        switch state {
        case .standingBy(let sighting):
            // What was seen before says nothing of whether anybody could renew meanwhile.
            state = .standingBy(sighting.map { Sighting(row: $0.row, since: now.boot) })
            setTimer(now.boot + Self.lookInterval, &effects)
        case .leading: setTimer(now.boot + Self.retryInterval, &effects)
        case .ended: break
        }
    }

    private mutating func displace(at now: Now, _ effects: inout [LeaseEffect]) {
        guard case .leading(_, let confirmedUntil) = state, now.boot >= confirmedUntil else { return }
        end("another coordinator has taken over at the broker while the store could not be reached", &effects)
    }

    private mutating func end(_ reason: String, _ effects: inout [LeaseEffect]) {
        state = .ended
        effects.append(.end(reason: reason))
    }
}

internal import ClockCoordinatorCore
internal import ClockDomain

// Two coordinators with one store in a database. The database is never down; a coordinator that cannot reach any broker
// cannot reach it either. It keeps the lease as PostgreSQL does; the coordinator asks for it as the daemon does.

/// The lease's row, with the database's updates.
struct SharedLease {
    private(set) var row = LeaseRow(holder: "", machine: "", generation: 0, renewals: 0, left: .zero)
    /// True time.
    private var expires: Int64 = 0

    mutating func carryOut(_ question: LeaseQuestion, of holder: String, at time: Int64) -> LeaseRow {
        switch question {
        case .look: break
        case .take(let seen):
            if seen.generation == row.generation, seen.renewals == row.renewals {
                row.holder = holder
                row.machine = holder
                row.generation += 1
                renew(at: time)
            }
        case .renew: if row.holder == holder { renew(at: time) }
        }
        row.left = .nanoseconds(expires - time)
        return row
    }

    /// Renews the lease for a commit.
    ///
    /// - Returns: true if the holder may commit.
    mutating func allowsCommit(of holder: String, at time: Int64) -> Bool {
        guard row.holder == holder else { return false }
        renew(at: time)
        return true
    }

    mutating func giveBack(_ holder: String) {
        guard row.holder == holder else { return }
        row.holder = ""
        row.machine = ""
        expires = 0
    }

    private mutating func renew(at time: Int64) {
        row.renewals += 1
        expires = time + LeaseMachine.term.nanoseconds
    }
}

/// A coordinator's part of the lease.
struct LeaseHost {
    let holder: String
    var machine: LeaseMachine
    var timers = TimerSlots<LeaseTimer>()
    /// The database's answer, which the coordinator has yet to receive.
    var answer: LeaseEvent?
}

extension Simulation {
    private static let answerLength: Int64 = 4_000_000
    /// The time-out for an answer.
    private static let patience: Int64 = 3_000_000_000
    private static let restartDelay: Int64 = 2_000_000_000

    /// The index of the coordinator whose disk has this one's store.
    func storeOwner(_ index: Int) -> Int {
        if case .shared(let owner) = coordinators[index].plan.store { owner } else { index }
    }

    /// Starts the program, which asks for the lease.
    mutating func standBy(_ index: Int) {
        let machine = coordinatorMachine(index)
        machines[machine].program.start()
        let holder = "\(index) at \(time)"
        coordinators[index].lease = LeaseHost(holder: holder, machine: LeaseMachine(holder: holder))
        post(lease: index, .started)
    }

    mutating func post(lease index: Int, _ event: LeaseEvent) {
        let machine = coordinatorMachine(index)
        let now = readClock(machine)
        guard let effects = coordinators[index].lease?.machine.handle(event, at: now) else { return }
        for effect in effects {
            // An earlier effect may have ended it.
            guard coordinators[index].lease != nil else { return }
            switch effect {
            case .ask(let question): ask(question, index, machine)
            case .lead: if beginWork(index) != nil { endByItself(machine) }
            case .end: if !mutations.ignoresLease { endByItself(machine) }
            case .giveBack: giveBackLease(index)
            case .setTimer(let token, let deadline):
                coordinators[index].lease?.timers.set(token, deadline)
                armTimers(machine, for: deadline)
            case .tell, .log: break
            }
        }
    }

    private mutating func ask(_ question: LeaseQuestion, _ index: Int, _ machine: Int) {
        guard let holder = coordinators[index].lease?.holder else { return }
        var answer = LeaseEvent.failed(reason: "the database does not answer")
        var length = Self.patience
        if !isCut(index, isOutward: true) {
            let owner = storeOwner(index)
            let before = coordinators[owner].sharedLease.row.generation
            let row = coordinators[owner].sharedLease.carryOut(question, of: holder, at: time)
            if row.generation != before { report(machine, .leaseTaken) }
            // The database is updated, but the answer does not get through.
            if !isCut(index, isOutward: false) { (answer, length) = (.answered(row), Self.answerLength) }
        }
        coordinators[index].lease?.answer = answer
        appoint(.leaseAnswered, of: machine, at: time + length)
    }

    mutating func hearLeaseAnswer(_ machine: Int) {
        guard case .coordinator(let index) = machines[machine].host,
            let answer = coordinators[index].lease?.answer.take()
        else { return }
        post(lease: index, answer)
    }

    mutating func giveBackLease(_ index: Int) {
        guard let holder = coordinators[index].lease?.holder, !isCut(index, isOutward: true) else { return }
        coordinators[storeOwner(index)].sharedLease.giveBack(holder)
    }

    /// True if the database accepts a commit of this coordinator; always with a store of its own.
    mutating func allowsCommit(_ index: Int) -> Bool {
        guard sharesStore, let holder = coordinators[index].lease?.holder, !mutations.ignoresLease else { return true }
        return coordinators[storeOwner(index)].sharedLease.allowsCommit(of: holder, at: time)
    }

    /// Ends a coordinator that has lost the lease. The service manager starts it again.
    mutating func endByItself(_ machine: Int) {
        kill(machine, cutsPower: false)
        heap.push(.init(time + Self.restartDelay, .programStarts, machine: machine, a: machines[machine].boot))
    }
}

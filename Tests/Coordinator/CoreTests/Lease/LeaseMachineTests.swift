import ClockDomain
import ClockWire
import Testing

@testable import ClockCoordinatorCore

/// A coordinator renews the lease, gives up, takes over. The store is a row, its clock this test's.
@Suite struct LeaseMachineTests {
    /// The database: one row, changed as PostgreSQL changes it.
    private struct Store {
        var row = LeaseRow(holder: "", machine: "", generation: 0, renewals: 0, left: .zero)
        /// By the store's clock.
        var expires: Duration = .zero
        /// The store's clock minus the true time.
        var clockAhead: Duration = .zero
        var isAway = false

        mutating func answer(_ question: LeaseQuestion, of name: String, at time: Duration) -> LeaseEvent {
            if isAway { return .failed(reason: "the database is away") }
            switch question {
            case .look: break
            case .take(let seen): if seen.isSame(as: row) { hold(name, taking: true, at: time) }
            case .renew: if row.holder == name { hold(name, taking: false, at: time) }
            }
            row.left = expires - (time + clockAhead)
            return .answered(row)
        }

        private mutating func hold(_ name: String, taking: Bool, at time: Duration) {
            row.holder = name
            row.machine = "machine of \(name)"
            row.renewals += 1
            if taking { row.generation += 1 }
            expires = time + clockAhead + LeaseMachine.term
        }

        mutating func giveBack(_ name: String) {
            guard row.holder == name else { return }
            row.holder = ""
            row.machine = ""
            expires = .zero
        }

        /// True when the store takes a commit under this number.
        func takes(_ generation: Int64) -> Bool { generation == row.generation }
    }

    /// A coordinator: the machine and its timer.
    private struct Coordinator {
        let name: String
        var machine: LeaseMachine
        var next: (token: TimerToken<LeaseTimer>, at: Duration)?
        /// The store's answers while the coordinator was paused.
        var unheard: [LeaseEvent] = []
        var isRunning = true
        var isPaused = false
        var leads = false
        var generation: Int64 = 0
        var end: String?
        var log: [String] = []
    }

    private struct House {
        var time: Duration = .zero
        var store = Store()
        var coordinators: [Coordinator] = []
        /// Times at which each began to work.
        var takeovers: [(name: String, at: Duration)] = []

        private func now() -> Now {
            Now(
                wall: WallTime(rfc3339: "2026-11-24T12:00:00Z")! + time, boot: BootTime(nanoseconds: 0) + time,
                sync: .unsynchronised)
        }

        mutating func start(_ name: String) {
            coordinators.append(Coordinator(name: name, machine: LeaseMachine(holder: name)))
            send(.started, to: coordinators.count - 1)
        }

        mutating func send(_ event: LeaseEvent, to index: Int) {
            guard coordinators[index].isRunning else { return }
            guard !coordinators[index].isPaused else { return coordinators[index].unheard.append(event) }
            let name = coordinators[index].name
            for effect in coordinators[index].machine.handle(event, at: now()) {
                switch effect {
                case .ask(let question): send(store.answer(question, of: name, at: time), to: index)
                case .lead:
                    coordinators[index].leads = true
                    coordinators[index].generation = store.row.generation
                    takeovers.append((name, time))
                case .tell: break
                case .end(let reason):
                    coordinators[index].end = reason
                    coordinators[index].leads = false
                    coordinators[index].isRunning = false
                case .giveBack: store.giveBack(name)
                case .setTimer(let token, .boot(let deadline)):
                    coordinators[index].next = (token, deadline - BootTime(nanoseconds: 0))
                case .setTimer(_, .wall): Issue.record("a lease goes by the boot clock")
                case .log(_, let line): coordinators[index].log.append(line)
                }
            }
        }

        mutating func kill(_ index: Int) { coordinators[index].isRunning = false }

        mutating func pause(_ index: Int) { coordinators[index].isPaused = true }

        mutating func resume(_ index: Int) {
            coordinators[index].isPaused = false
            let unheard = coordinators[index].unheard
            coordinators[index].unheard = []
            for event in unheard { send(event, to: index) }
        }

        /// A planned end: it answers its clients, and gives the lease back last.
        mutating func stop(_ index: Int) {
            send(.stopped, to: index)
            coordinators[index].leads = false
            coordinators[index].isRunning = false
        }

        mutating func advance(_ span: Duration) {
            let end = time + span
            while true {
                let due = coordinators.indices.filter { coordinators[$0].isRunning && !coordinators[$0].isPaused }
                    .compactMap { index in coordinators[index].next.map { (index, $0) } }
                    .min { $0.1.at < $1.1.at }
                guard let (index, next) = due, next.at <= end else { break }
                time = max(time, next.at)
                coordinators[index].next = nil
                send(.timer(next.token), to: index)
                #expect(coordinators.count { $0.leads && store.takes($0.generation) } <= 1)
            }
            time = end
        }

        /// The coordinators that work, or believe it.
        var leaders: [String] { coordinators.filter { $0.leads && $0.isRunning }.map(\.name) }
    }

    private var house = House()

    @Test mutating func theFirstWorksAndTheSecondStandsByForAsLongAsTheFirstRenews() {
        house.start("a")
        house.advance(.milliseconds(300))
        house.start("b")
        house.advance(.hours(1))
        #expect(house.leaders == ["a"] && house.takeovers.count == 1)
        #expect(
            house.coordinators[1].log == ["the coordinator on machine of a works with the store; this one stands by"])
        #expect(house.store.row.generation == 1)
    }

    @Test mutating func ofTwoThatStartAtOnceOneWorks() {
        house.start("a")
        house.start("b")
        house.advance(.seconds(30))
        #expect(house.leaders == ["a"])
    }

    @Test mutating func ofTwoThatTryToTakeTheSameRowTheSlowerOneStandsBy() {
        var slow = LeaseMachine(holder: "slow")
        let free = LeaseRow(holder: "", machine: "", generation: 3, renewals: 9, left: .zero)
        func now(_ seconds: Int) -> Now {
            Now(
                wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0) + .seconds(seconds),
                sync: .unsynchronised)
        }
        #expect(slow.handle(.started, at: now(0)) == [.ask(.look)])
        #expect(slow.handle(.answered(free), at: now(0)) == [.ask(.take(free))])
        let taken = LeaseRow(holder: "quick", machine: "q", generation: 4, renewals: 10, left: LeaseMachine.term)
        let effects = slow.handle(.answered(taken), at: now(0))
        #expect(!effects.contains(.lead) && effects.contains { if case .setTimer = $0 { true } else { false } })
    }

    @Test(arguments: [0, 700, 1_300, 1_999])
    mutating func afterTheFirstHasDiedTheSecondWorksWithinEightSeconds(milliseconds: Int) {
        house.start("a")
        house.start("b")
        house.advance(.seconds(20) + .milliseconds(milliseconds))
        house.kill(0)
        let death = house.time
        house.advance(.seconds(20))
        #expect(house.leaders == ["b"])
        #expect(house.takeovers.last.map { $0.at - death <= .seconds(8) } == true)
    }

    @Test mutating func afterAPlannedStopTheSecondWorksWithinASecond() {
        house.start("a")
        house.start("b")
        house.advance(.seconds(20))
        house.stop(0)
        house.advance(.seconds(1))
        #expect(house.leaders == ["b"])
        // And back: the first one is there again.
        house.start("c")
        house.advance(.seconds(5))
        house.stop(1)
        house.advance(.seconds(1))
        #expect(house.leaders == ["c"] && house.store.row.generation == 3)
    }

    @Test mutating func oneThatWasPausedForAMinuteEndsAndItsCommitsFailBeforeItKnows() {
        house.start("a")
        house.start("b")
        house.advance(.seconds(11))
        house.pause(0)
        house.advance(.seconds(60))
        #expect(house.leaders == ["a", "b"])
        #expect(!house.store.takes(house.coordinators[0].generation))
        #expect(house.store.takes(house.coordinators[1].generation))
        house.resume(0)
        house.advance(.seconds(2))
        #expect(house.leaders == ["b"])
        #expect(house.coordinators[0].end?.contains("another coordinator on machine of b has taken over") == true)
    }

    @Test mutating func oneThatWasPausedForAShortTimeGoesOn() {
        house.start("a")
        house.start("b")
        house.advance(.seconds(11))
        house.pause(0)
        house.advance(.seconds(3))
        house.resume(0)
        house.advance(.minutes(1))
        #expect(house.leaders == ["a"] && house.takeovers.count == 1)
    }

    @Test mutating func aPauseOfTheOneThatStandsByIsNoReasonToTakeOver() {
        house.start("a")
        house.start("b")
        house.advance(.seconds(11))
        house.pause(1)
        house.advance(.minutes(10))
        house.resume(1)
        house.advance(.minutes(1))
        #expect(house.leaders == ["a"] && house.takeovers.count == 1)
    }

    @Test(arguments: [2, 30, 3_600])
    mutating func aDatabaseThatIsAwayChangesNothingWhenItIsBack(seconds: Int) {
        house.start("a")
        house.start("b")
        house.advance(.seconds(11))
        house.store.isAway = true
        house.advance(.seconds(seconds))
        // It must still wake nodes, and nobody else can have the lease.
        #expect(house.leaders == ["a"])
        house.store.isAway = false
        house.advance(.minutes(1))
        #expect(house.leaders == ["a"] && house.takeovers.count == 1)
        // Each says so once.
        for coordinator in house.coordinators {
            #expect(coordinator.log.count { $0.contains("cannot ask who has the store") } == 1)
            #expect(coordinator.log.count { $0.contains("answers again") } == 1)
        }
    }

    @Test mutating func whereTheFirstDiesWithTheDatabaseTheSecondWorksWithinEightSecondsOfItsReturn() {
        house.start("a")
        house.start("b")
        house.advance(.seconds(11))
        house.store.isAway = true
        house.kill(0)
        house.advance(.minutes(2))
        house.store.isAway = false
        let back = house.time
        house.advance(.seconds(20))
        #expect(house.takeovers.last.map { $0.name == "b" && $0.at - back <= .seconds(8) } == true)
    }

    @Test mutating func aDatabasesClockThatIsSetBackKeepsNobodyFromTakingOver() {
        house.start("a")
        house.start("b")
        house.advance(.seconds(11))
        house.kill(0)
        house.store.clockAhead -= .hours(5)
        let death = house.time
        house.advance(.seconds(20))
        #expect(house.takeovers.last.map { $0.name == "b" && $0.at - death <= .seconds(10) } == true)
    }

    @Test mutating func aDatabasesClockThatIsSetAheadLetsOneWorkAtATime() {
        house.start("a")
        house.start("b")
        for _ in 0..<20 {
            house.advance(.milliseconds(1_700))
            house.store.clockAhead += .hours(1)
        }
        house.advance(.seconds(10))
        #expect(house.leaders.count == 1)
    }

    @Test mutating func whoeverLosesItsNameAtTheBrokerEndsOnlyWhereItCannotReachTheDatabase() {
        house.start("a")
        house.advance(.seconds(11))
        house.send(.displaced, to: 0)
        #expect(house.leaders == ["a"])
        house.store.isAway = true
        house.advance(.seconds(3))
        house.send(.displaced, to: 0)
        #expect(house.leaders == ["a"])
        house.advance(.seconds(5))
        house.send(.displaced, to: 0)
        #expect(house.leaders == [])
        #expect(house.coordinators[0].end?.contains("at the broker") == true)
    }

    @Test mutating func aHolderInTheMiddleOfALongCommitIsLeftAlone() {
        house.start("a")
        house.start("b")
        house.advance(.seconds(11))
        house.pause(0)
        house.advance(.milliseconds(4_500))
        // The commit that began long ago renews with its end, and its renewal is over by then.
        house.store.row.renewals += 1
        house.advance(.milliseconds(1_000))
        #expect(house.leaders == ["a"])
        house.resume(0)
        house.advance(.minutes(1))
        #expect(house.leaders == ["a"] && house.takeovers.count == 1)
    }

    @Test mutating func peopleAreToldWhoWorksAndWhoStandsBy() {
        var machine = LeaseMachine(holder: "a")
        let wall = WallTime(rfc3339: "2026-11-24T12:00:00Z")!
        let now = Now(wall: wall, boot: BootTime(nanoseconds: 5), sync: .unsynchronised)
        _ = machine.handle(.started, at: now)
        let row = LeaseRow(
            holder: "a", machine: "one", generation: 1, renewals: 1, left: LeaseMachine.term,
            standbys: [.init(machine: "two", silentFor: .seconds(3))])
        let status = LeaseStatus(
            machine: "one", since: wall, standbys: [StandbyCoordinator(machine: "two", heard: wall - .seconds(3))])
        #expect(machine.handle(.answered(row), at: now).contains(.tell(status)))
    }

    @Test mutating func timersThatWereSetAgainAndAnswersThatNobodyAskedForMeanNothing() {
        house.start("a")
        house.advance(.seconds(3))
        var machine = house.coordinators[0].machine
        let now = Now(
            wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0) + .seconds(3), sync: .unsynchronised)
        #expect(machine.handle(.timer(TimerToken(kind: .turn, generation: 0)), at: now) == [])
        #expect(machine.handle(.failed(reason: "late"), at: now) == [])
    }
}

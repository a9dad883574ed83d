internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore

extension Simulation {
    /// A clock this far off is stepped; a smaller error is slewed (timesyncd's NTP_MAX_ADJUST).
    private static let stepThreshold: Int64 = 400_000_000
    /// adjtimex(2): 500 parts per million.
    private static let slewRate: Int64 = 500_000
    /// The bounds of a time service's wait before it asks its server again.
    private static let shortestQuery: Int64 = 100_000_000
    private static let longestQuery: Int64 = 2_000_000_000
    private static let noticedStep: Int64 = 10_000_000
    /// The shortest time from a thread's deadline to its wake-up.
    private static let leastWakeUp: Int64 = 1_000

    // MARK: Reading

    /// The clock readings that the program receives with an event.
    mutating func readClock(_ machine: Int) -> Now {
        let boot = machines[machine].clock.boot(at: time)
        machines[machine].renewShownSync(boot: boot)
        return Now(
            wall: WallTime(nanoseconds: machines[machine].clock.shown(boot: boot)), boot: BootTime(nanoseconds: boot),
            sync: machines[machine].shown.sync)
    }

    /// The same for an observer; reading disturbs nothing.
    mutating func shownClock(_ machine: Int) -> Now? {
        guard machines[machine].isOn, machines[machine].boot > 0 else { return nil }
        let boot = machines[machine].clock.boot(at: time)
        return Now(
            wall: WallTime(nanoseconds: machines[machine].clock.shown(boot: boot)), boot: BootTime(nanoseconds: boot),
            sync: machines[machine].shown.sync)
    }

    // MARK: Power on

    mutating func startClock(_ machine: Int) {
        let planned = machines[machine].clockPlan
        let wall: Int64
        if let last = machines[machine].lastShutdown {
            switch planned.afterPowerCut {
            case .battery:
                var battery = MachineClock(at: last.time, wall: last.wall, rate: machines[machine].drift)
                battery.setRate(machines[machine].drift, at: last.time)
                wall = battery.wall(at: time)
            case .lastShutdown: wall = last.wall
            case .fixed(let shown): wall = shown.nanoseconds
            }
        } else {
            switch planned.initial {
            case .battery, .lastShutdown: wall = time + planned.initialOffset.nanoseconds
            case .fixed(let shown): wall = shown.nanoseconds
            }
        }
        machines[machine].clock = MachineClock(at: time, wall: wall, rate: machines[machine].drift)
        machines[machine].shown = ShownSync()
        awaitTimeService(machine)
    }

    // MARK: The time service

    /// Schedules the time service's first synchronisation.
    mutating func awaitTimeService(_ machine: Int) {
        let number = machines[machine].service.begin()
        guard let service = timeService(machine) else { return }
        heap.push(.init(time + service.after.nanoseconds, .timeServiceSynchronises, machine: machine, a: number))
    }

    /// After the healing phase begins, every clock gets a time service that vouches for it.
    private func timeService(_ machine: Int) -> TimeServicePlan? {
        if case .node(let node) = machines[machine].host, nodes[node].plan.clockSource == .coordinator { return nil }
        guard isHealed else { return machines[machine].clockPlan.timeService }
        let planned = machines[machine].clockPlan.timeService ?? TimeServicePlan()
        return TimeServicePlan(service: planned.service, after: min(planned.after, .seconds(10)), error: .zero)
    }

    mutating func synchronise(_ machine: Int, service: Int32) {
        guard machines[machine].isOn, machines[machine].service.number == service else { return }
        synchronise(machine)
    }

    /// The time service has synchronised: it steps or slews the clock and vouches for it.
    mutating func synchronise(_ machine: Int) {
        guard let service = timeService(machine), !isServiceStopped(machine) else { return }
        let number = machines[machine].service.begin()
        let right = time + service.error.nanoseconds + serviceError(machine).nanoseconds
        let ahead = machines[machine].clock.wall(at: time) - right
        if ahead.magnitude >= Self.stepThreshold {
            machines[machine].service.slew = 0
            vouch(machine, true)
            applyRate(machine)
            setClock(machine, by: -ahead)
        } else {
            machines[machine].service.slew = ahead == 0 ? 0 : ahead > 0 ? -Self.slewRate : Self.slewRate
            vouch(machine, true)
            applyRate(machine)
            let length = Int64(ahead.magnitude) * (1_000_000_000 / Self.slewRate)
            if ahead != 0 { heap.push(.init(time + length, .slewEnds, machine: machine, a: number)) }
        }
    }

    mutating func endSlew(_ machine: Int, service: Int32) {
        guard machines[machine].isOn, machines[machine].service.number == service else { return }
        machines[machine].service.slew = 0
        applyRate(machine)
    }

    mutating func stopTimeService(_ machine: Int) {
        machines[machine].service.begin()
        machines[machine].service.slew = 0
        vouch(machine, false)
        applyRate(machine)
    }

    /// Somebody sets the clock behind the time service's back: the kernel withdraws the sync status at once
    /// (clock_settime(2) sets STA_UNSYNC), and the service, which watches for that, asks its server again.
    mutating func setClockByHand(_ machine: Int, by step: Int64) {
        guard machines[machine].isOn else { return }
        if machines[machine].service.isVouched {
            stopTimeService(machine)
            let answer = machines[machine].random.within(Self.shortestQuery, Self.longestQuery)
            heap.push(
                .init(time + answer, .timeServiceSynchronises, machine: machine, a: machines[machine].service.number))
        }
        setClock(machine, by: step)
    }

    private mutating func vouch(_ machine: Int, _ isVouched: Bool) {
        guard machines[machine].service.isVouched != isVouched else { return }
        machines[machine].service.isVouched = isVouched
        report(machine, .vouched(isVouched))
    }

    private func isServiceStopped(_ machine: Int) -> Bool {
        machines[machine].faults.contains { plan.faults[$0].kind == .timeServiceStops }
    }

    /// The time service's error because of a fault.
    private func serviceError(_ machine: Int) -> Duration {
        for fault in machines[machine].faults.reversed() {
            if case .timeServiceWrong(let error) = plan.faults[fault].kind { return error }
        }
        return .zero
    }

    // MARK: Changing

    /// Applies the crystal's rate, or the rate of a time service that steers the clock.
    mutating func applyRate(_ machine: Int) {
        let rate = machines[machine].service.rate(drift: machines[machine].drift)
        guard rate != machines[machine].clock.rate else { return }
        machines[machine].clock.setRate(rate, at: time)
        armTimers(machine)
    }

    /// Somebody sets the wall clock. The program learns it at once if it is awake.
    mutating func setClock(_ machine: Int, by step: Int64) {
        guard step != 0, machines[machine].isOn else { return }
        machines[machine].clock.stepWall(by: step)
        // The daemon notices that its view of the time service is outdated.
        if step.magnitude >= Self.noticedStep { machines[machine].shown.expire() }
        // A program that follows another clock does not notice.
        guard machines[machine].clock.steered == nil else { return }
        report(machine, .clockSet(by: .nanoseconds(step)))
        guard machines[machine].program.isRunning else { return }
        if machines[machine].isSuspended { machines[machine].sleep.wasClockSet = true } else { postClockSet(machine) }
        armTimers(machine)
    }

    /// The program follows another clock from now on. An observer ignores small moves that the program makes between
    /// sounds, as a time service slews a clock.
    mutating func steerClock(_ machine: Int, to clock: SteeredClock) {
        let boot = machines[machine].clock.boot(at: time)
        let before = machines[machine].clock.shown(boot: boot)
        machines[machine].clock.steered = clock
        let step = machines[machine].clock.shown(boot: boot) - before
        if step.magnitude >= Self.noticedStep { report(machine, .clockSet(by: .nanoseconds(step))) }
        armTimers(machine)
    }

    /// The program has ended; the next one starts with the machine's clock.
    mutating func releaseClock(_ machine: Int) {
        guard machines[machine].clock.steered != nil else { return }
        let boot = machines[machine].clock.boot(at: time)
        let before = machines[machine].clock.shown(boot: boot)
        machines[machine].clock.steered = nil
        guard machines[machine].isOn else { return }
        report(machine, .clockSet(by: .nanoseconds(machines[machine].clock.shown(boot: boot) - before)))
    }

    mutating func postClockSet(_ machine: Int) {
        switch machines[machine].host {
        case .node(let index): post(node: index, .clockSet)
        case .coordinator(let index): post(coordinator: index, .clockSet)
        case .client, .broker: break
        }
    }

    // MARK: Timers

    /// Arms the timer thread for the earliest deadline; an earlier appointment is void.
    mutating func armTimers(_ machine: Int) {
        guard machines[machine].program.isRunning else { return }
        let due =
            switch machines[machine].host {
            case .node(let index): nodes[index].timers.due(machines[machine].clock)
            case .coordinator(let index): coordinators[index].nextTimer(machines[machine].clock)
            case .client, .broker: Int64.max
            }
        arm(machine, for: due)
    }

    /// Arms the timer thread for a new timer, if it is due before the present appointment.
    mutating func armTimers(_ machine: Int, for deadline: Deadline) {
        // While timers fire, the loop arms the thread at its end.
        guard machines[machine].program.isRunning, machines[machine].program.armedFor > .min else { return }
        let due = machines[machine].clock.time(of: deadline)
        if due < machines[machine].program.armedFor { arm(machine, for: due) }
    }

    private mutating func arm(_ machine: Int, for due: Int64) {
        let appointment = machines[machine].program.arm(for: due)
        guard due < end else { return }
        let latency = machines[machine].random.below(machines[machine].wakeUpLatency)
        heap.push(.init(max(due, time) + Self.leastWakeUp + latency, .timer, machine: machine, a: appointment))
    }

    mutating func fireTimers(_ machine: Int, appointment: Int32) {
        // Timers that the core sets meanwhile get an appointment of their own, at the end.
        guard machines[machine].program.keep(appointment) else { return }
        let boot = machines[machine].clock.boot(at: time)
        let wall = machines[machine].clock.shown(boot: boot)
        let incarnation = machines[machine].program.incarnation
        switch machines[machine].host {
        case .node(let index):
            for _ in 0..<nodes[index].timers.count {
                guard let due = nodes[index].timers.takeDue(wall: wall, boot: boot) else { break }
                post(node: index, .timer(due.token))
                guard machines[machine].program.incarnation == incarnation else { return }
                // A timer that was set meanwhile and is due at once gets its appointment at the end.
                guard due.isAnotherDue else { break }
            }
        case .coordinator(let index):
            for _ in 0..<coordinators[index].timers.count {
                guard let due = coordinators[index].timers.takeDue(wall: wall, boot: boot) else { break }
                post(coordinator: index, .timer(due.token))
                guard machines[machine].program.incarnation == incarnation else { return }
                guard due.isAnotherDue else { break }
            }
            if let due = coordinators[index].lease?.timers.takeDue(wall: wall, boot: boot) {
                post(lease: index, .timer(due.token))
                guard machines[machine].program.incarnation == incarnation else { return }
            }
        case .client, .broker: break
        }
        armTimers(machine)
    }
}

internal import ClockDomain

extension Simulation {
    /// The service manager's `RestartSec`.
    private static let restartDelay: Int64 = 2_000_000_000

    // MARK: Power

    mutating func powerOn(_ machine: Int) {
        guard !machines[machine].isOn, machines[machine].powerHolds == 0 else { return }
        machines[machine].isOn = true
        machines[machine].boot += 1
        startClock(machine)
        heap.push(
            .init(time + machines[machine].bootLength, .programStarts, machine: machine, a: machines[machine].boot))
    }

    /// Cuts the power. Only data that is really on the disk survives.
    mutating func powerOff(_ machine: Int) {
        guard machines[machine].isOn else { return }
        kill(machine, cutsPower: true)
        machines[machine].lastShutdown = (machines[machine].clock.wall(at: time), time)
        machines[machine].isOn = false
        machines[machine].service.isVouched = false
        machines[machine].service.slew = 0
        machines[machine].service.begin()
        // A sleeping machine is off as well.
        for entry in machines[machine].sleep.losePower() where entry.kind == .parcelAtHost {
            _ = parcels.remove(entry.a)
        }
    }

    mutating func releasePower(_ machine: Int) {
        machines[machine].powerHolds = max(0, machines[machine].powerHolds - 1)
        powerOn(machine)
    }

    // MARK: The program

    mutating func startProgram(_ machine: Int, boot: Int32) {
        guard machines[machine].isOn, machines[machine].boot == boot else { return }
        startProgram(machine)
    }

    mutating func startProgram(_ machine: Int) {
        guard machines[machine].isOn, !machines[machine].program.isRunning, machines[machine].program.holds == 0 else {
            return
        }
        // A sleeping machine starts no program before it wakes.
        guard !machines[machine].isSuspended else { return machines[machine].sleep.missedStart = true }
        machines[machine].shown.expire()
        switch machines[machine].host {
        case .node(let index): startNode(index)
        case .coordinator(let index):
            guard let problem = startCoordinator(index) else { return }
            report(machine, .startFailed(problem))
            heap.push(.init(time + Self.restartDelay, .programStarts, machine: machine, a: machines[machine].boot))
        case .client, .broker: break
        }
    }

    /// Marks the program as running: its client tries to connect, its timer thread waits.
    mutating func programRuns(_ machine: Int) {
        machines[machine].program.start()
        startClient(at: machine)
    }

    mutating func startClient(at port: Int) {
        ports[port].client.start()
        connectSoon(port, after: 0)
    }

    mutating func releaseProgram(_ machine: Int) {
        machines[machine].program.release()
        startProgram(machine)
    }

    /// Ends the program at once, as SIGKILL or a power cut does.
    mutating func kill(_ machine: Int, cutsPower: Bool) {
        guard machines[machine].program.isRunning else {
            if cutsPower { losesPower(machine) }
            return
        }
        report(machine, .crashed(power: cutsPower))
        if ports[machine].client.isConnected {
            if cutsPower {
                doubtAtBroker(machine)
            } else {
                // The kernel closes the program's sockets.
                launch(machine, isOutward: true, Parcel(kind: .closed, connection: ports[machine].client.connection))
            }
        }
        endProgram(machine)
        if cutsPower { losesPower(machine) }
    }

    /// Discards data that the disk only pretended to have.
    private mutating func losesPower(_ machine: Int) {
        switch machines[machine].host {
        case .node(let index):
            if nodes[index].disk.losesPower(at: time) {
                let state = nodes[index].disk.state
                report(machine, .storage, .stateTurnedBack(state))
            }
        case .coordinator(let index):
            // A database is on another machine.
            guard !sharesStore else { break }
            if let lost = coordinators[index].disk?.losesPower(at: time), lost > 0 {
                report(machine, .storage, .commitsLost(lost))
            }
        case .client, .broker: break
        }
    }

    /// Discards the program's state, except on the disk and in the network.
    mutating func endProgram(_ machine: Int) {
        machines[machine].program.stop()
        ports[machine].client.stop()
        switch machines[machine].host {
        case .node(let index): endNode(index)
        case .coordinator(let index): endCoordinator(index)
        case .client, .broker: break
        }
    }

    /// Ends the program in an orderly way.
    mutating func stop(_ machine: Int) {
        guard machines[machine].program.isRunning else { return }
        switch machines[machine].host {
        case .node(let index): shutDownNode(index)
        case .coordinator(let index): giveBackLease(index)
        case .client, .broker: break
        }
        guard machines[machine].program.isRunning else { return }
        sayGoodbye(machine)
        report(machine, .stopped)
        endProgram(machine)
    }

    /// Counts an effect that the program is about to perform.
    ///
    /// - Returns: true if the program still runs.
    mutating func survivesEffect(_ machine: Int) -> Bool {
        counts.effects += 1
        guard let fuse = machines[machine].program.countEffect() else { return true }
        let back = time + fuse.outage.nanoseconds
        if fuse.cutsPower {
            powerOff(machine)
            machines[machine].powerHolds += 1
            heap.push(.init(back, .heldPowerMayReturn, machine: machine))
        } else {
            kill(machine, cutsPower: false)
            machines[machine].program.holds += 1
            heap.push(.init(back, .heldProgramMayStart, machine: machine))
        }
        return false
    }

    // MARK: Sleep

    mutating func suspend(_ machine: Int) {
        guard machines[machine].isOn, machines[machine].sleep.begin() else { return }
        report(machine, .suspended)
        if ports[machine].client.isConnected { doubtAtBroker(machine) }
    }

    mutating func resume(_ machine: Int) {
        guard let slept = machines[machine].sleep.finish() else { return }
        report(machine, .resumed)
        ports[machine].endDoubt()
        if case .node(let index) = machines[machine].host { wakeOutput(index) }
        if slept.wasClockSet, machines[machine].program.isRunning { postClockSet(machine) }
        for entry in slept.deferred { dispatchOnMachine(entry) }
        armTimers(machine)
        if slept.missedStart { startProgram(machine) }
    }
}

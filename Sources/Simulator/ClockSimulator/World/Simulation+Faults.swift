internal import ClockCoordinatorCore
internal import ClockDomain

// The faults, and the end of the faulty phase. A host's state always derives afresh from the faults that hold for it,
// so that faults may overlap in any way.

extension Simulation {
    mutating func beginFault(_ fault: Int) {
        let planned = plan.faults[fault]
        if case .brokerDown(let memory) = planned.kind {
            report(.broker, nil, .faultBegan(fault))
            broker.faults.append(fault)
            return stopBroker(memory)
        }
        for host in planned.hosts {
            guard let machine = machine(of: host), fits(planned.kind, host) else { continue }
            report(machine, .faultBegan(fault))
            machines[machine].faults.append(fault)
            begin(planned.kind, fault, machine)
        }
    }

    mutating func endFault(_ fault: Int) {
        guard !isHealed else { return }
        let planned = plan.faults[fault]
        if case .brokerDown = planned.kind { return endBrokerFault(fault) }
        for host in planned.hosts { if let machine = machine(of: host) { endFault(fault, machine) } }
    }

    private mutating func endBrokerFault(_ fault: Int) {
        guard let index = broker.faults.firstIndex(of: fault) else { return }
        broker.faults.remove(at: index)
        if broker.faults.isEmpty { startBroker() }
        report(.broker, nil, .faultEnded(fault))
    }

    private mutating func endFault(_ fault: Int, _ machine: Int) {
        guard let index = machines[machine].faults.firstIndex(of: fault) else { return }
        machines[machine].faults.remove(at: index)
        clear(plan.faults[fault].kind, fault, machine)
        report(machine, .faultEnded(fault))
    }

    private func fits(_ kind: FaultKind, _ host: Host) -> Bool {
        switch kind {
        case .link, .partition, .clog: return true
        case .brokerDown: return false
        case .clockStep, .drift, .timeServiceStops, .timeServiceWrong, .zone, .diskFull, .diskReadOnly, .diskSlow,
            .diskLies, .snapshotRestored, .crash, .crashAtEffect, .powerCut, .powerCutAtEffect, .stop, .suspend:
            switch host {
            case .node, .coordinator: return true
            case .client, .broker: return false
            }
        case .outputSlow, .outputBusy, .outputMissing, .outputLost, .outputStuck, .outputUnderrun, .voiceIncomplete:
            if case .node = host { return true } else { return false }
        }
    }

    // MARK: Beginning and ending

    private mutating func begin(_ kind: FaultKind, _ fault: Int, _ machine: Int) {
        switch kind {
        case .link, .partition, .clog: refreshLink(machine)
        case .brokerDown: break
        case .clockStep(let step): setClockByHand(machine, by: step.nanoseconds)
        case .drift: refreshDrift(machine)
        case .timeServiceStops: stopTimeService(machine)
        case .timeServiceWrong: synchroniseIfVouched(machine)
        case .zone: refreshZone(machine)
        case .diskFull, .diskReadOnly, .diskSlow, .diskLies: refreshDisk(machine)
        case .snapshotRestored: takeSnapshot(fault, machine)
        case .outputSlow, .outputBusy, .outputMissing, .outputLost, .outputStuck, .outputUnderrun, .voiceIncomplete:
            refreshOutput(machine)
        case .crash:
            machines[machine].program.holds += 1
            kill(machine, cutsPower: false)
        case .crashAtEffect(let effects, let outage):
            machines[machine].program.fuse = .init(fault: fault, effectsLeft: effects, outage: outage, cutsPower: false)
        case .powerCut:
            machines[machine].powerHolds += 1
            powerOff(machine)
        case .powerCutAtEffect(let effects, let outage):
            machines[machine].program.fuse = .init(fault: fault, effectsLeft: effects, outage: outage, cutsPower: true)
        case .stop:
            machines[machine].program.holds += 1
            stop(machine)
        case .suspend: suspend(machine)
        }
    }

    private mutating func clear(_ kind: FaultKind, _ fault: Int, _ machine: Int) {
        switch kind {
        case .link, .partition, .clog: refreshLink(machine)
        case .brokerDown, .clockStep: break
        case .drift: refreshDrift(machine)
        case .timeServiceStops: if machines[machine].isOn { awaitTimeService(machine) }
        case .timeServiceWrong: synchroniseIfVouched(machine)
        case .zone: refreshZone(machine)
        case .diskFull, .diskReadOnly, .diskSlow, .diskLies: refreshDisk(machine)
        case .snapshotRestored: restoreSnapshot(fault, machine)
        case .outputSlow, .outputBusy, .outputMissing, .outputLost, .outputStuck, .outputUnderrun, .voiceIncomplete:
            refreshOutput(machine)
        case .crash, .stop: releaseProgram(machine)
        case .crashAtEffect, .powerCutAtEffect:
            if machines[machine].program.fuse?.fault == fault { machines[machine].program.fuse = nil }
        case .powerCut: releasePower(machine)
        case .suspend: resume(machine)
        }
    }

    /// Ends all faults for good.
    mutating func heal() {
        report(.broker, nil, .phase(.healing))
        for fault in broker.faults { endBrokerFault(fault) }
        for machine in machines.indices { for fault in machines[machine].faults { endFault(fault, machine) } }
        isHealed = true
        for port in ports.indices { ports[port].link = Link(.local) }
        for machine in machines.indices {
            switch machines[machine].host {
            case .node, .coordinator:
                // An outage of a crash at an effect ends now too.
                machines[machine].program.holds = 0
                machines[machine].powerHolds = 0
                if machines[machine].isOn {
                    synchronise(machine)
                    startProgram(machine)
                } else {
                    powerOn(machine)
                }
            case .client, .broker: break
            }
        }
    }

    // MARK: The network

    private mutating func refreshLink(_ port: Int) {
        var link = plannedLink(of: port)
        var cutsOutward = false
        var cutsHomeward = false
        var clog: Int64?
        for fault in machines[port].faults {
            switch plan.faults[fault].kind {
            case .link(let other): link = other
            case .partition(.outward): cutsOutward = true
            case .partition(.homeward): cutsHomeward = true
            case .partition(.both): (cutsOutward, cutsHomeward) = (true, true)
            case .clog(let rate): clog = 1_000_000_000 / Int64(max(1, rate))
            default: break
            }
        }
        ports[port].link = Link(link)
        let wasCut = ports[port].outward.isCut || ports[port].homeward.isCut
        set(port, isOutward: true, cuts: cutsOutward, clog: clog)
        set(port, isOutward: false, cuts: cutsHomeward, clog: clog)
        let isCut = cutsOutward || cutsHomeward
        if isCut, !wasCut { doubtConnection(port) }
        if !isCut, wasCut { ports[port].endDoubt() }
    }

    private mutating func set(_ port: Int, isOutward: Bool, cuts: Bool, clog: Int64?) {
        var direction = ports[port][isOutward]
        let wasHolding = direction.isHolding
        let wasClogged = direction.clogInterval != nil
        if cuts, !direction.isCut { direction.cutSince = time }
        let cutSince = direction.isCut ? direction.cutSince : time
        direction.isCut = cuts
        direction.clogInterval = clog
        if (clog != nil) != wasClogged {
            direction.clogGeneration += 1
            direction.cloggedSince = time
            direction.awaitsRelease = false
        }
        let holds = direction.isHolding
        ports[port][isOutward] = direction
        if wasHolding, !holds { releaseHeld(port, isOutward: isOutward, cutFor: time - cutSince) }
        awaitRelease(port, isOutward)
    }

    // MARK: Clocks

    private mutating func refreshDrift(_ machine: Int) {
        var drift = Int64(machines[machine].clockPlan.driftPPB)
        for fault in machines[machine].faults {
            if case .drift(let other) = plan.faults[fault].kind { drift = Int64(other) }
        }
        machines[machine].drift = drift
        if machines[machine].isOn { applyRate(machine) }
    }

    private mutating func synchroniseIfVouched(_ machine: Int) {
        if machines[machine].isOn, machines[machine].service.isVouched { synchronise(machine) }
    }

    // MARK: Disks

    private mutating func refreshDisk(_ machine: Int) {
        switch machines[machine].host {
        case .node(let node):
            var isFull = false
            var isReadOnly = false
            var isLying = false
            var tears = false
            var length = (
                nodes[node].plan.disk.shortestWrite.nanoseconds, nodes[node].plan.disk.longestWrite.nanoseconds
            )
            for fault in machines[machine].faults {
                switch plan.faults[fault].kind {
                case .diskFull: isFull = true
                case .diskReadOnly: isReadOnly = true
                case .diskLies(let torn): (isLying, tears) = (true, tears || torn)
                case .diskSlow(let slow): length = (slow.nanoseconds, slow.nanoseconds)
                default: break
                }
            }
            nodes[node].disk.isFull = isFull
            nodes[node].disk.isReadOnly = isReadOnly
            nodes[node].disk.isLying = isLying
            nodes[node].disk.tears = tears
            (nodes[node].disk.shortestWrite, nodes[node].disk.longestWrite) = length
        case .coordinator(let index):
            guard var disk = coordinators[index].disk else { return }
            refreshDisk(&disk, machine)
            coordinators[index].disk = disk
        case .client, .broker: break
        }
    }

    func refreshDisk(_ disk: inout CoordinatorDisk, _ machine: Int) {
        guard case .coordinator(let index) = machines[machine].host else { return }
        let planned = coordinators[index].plan.disk
        (disk.isFull, disk.isReadOnly) = (false, false)
        (disk.shortestWrite, disk.longestWrite) = (planned.shortestWrite.nanoseconds, planned.longestWrite.nanoseconds)
        var isLying = false
        for fault in machines[machine].faults {
            switch plan.faults[fault].kind {
            case .diskFull: disk.isFull = true
            case .diskReadOnly: disk.isReadOnly = true
            case .diskLies: isLying = true
            case .diskSlow(let slow): (disk.shortestWrite, disk.longestWrite) = (slow.nanoseconds, slow.nanoseconds)
            default: break
            }
        }
        if isLying != disk.isLying { disk.isLying = isLying }
    }

    private mutating func takeSnapshot(_ fault: Int, _ machine: Int) {
        switch machines[machine].host {
        case .node(let node): nodes[node].snapshots.append((fault, nodes[node].disk.file))
        case .coordinator(let index):
            if let copy = coordinators[index].disk?.store.copy() { coordinators[index].snapshots.append((fault, copy)) }
        case .client, .broker: break
        }
    }

    private mutating func restoreSnapshot(_ fault: Int, _ machine: Int) {
        let wasRunning = machines[machine].program.isRunning
        stop(machine)
        switch machines[machine].host {
        case .node(let node):
            guard let place = nodes[node].snapshots.firstIndex(where: { $0.fault == fault }) else { break }
            let snapshot = nodes[node].snapshots.remove(at: place)
            nodes[node].disk.restore(snapshot.file)
            let state = nodes[node].disk.state
            report(machine, .storage, .stateTurnedBack(state))
        case .coordinator(let index):
            guard let place = coordinators[index].snapshots.firstIndex(where: { $0.fault == fault }) else { break }
            let snapshot = coordinators[index].snapshots.remove(at: place)
            coordinators[index].disk?.restore(snapshot.store)
            report(machine, .storage, .storeTurnedBack)
        case .client, .broker: break
        }
        if wasRunning { startProgram(machine) }
    }

    // MARK: Outputs

    private mutating func refreshOutput(_ machine: Int) {
        guard case .node(let node) = machines[machine].host else { return }
        var output = nodes[node].output
        let wasGone = output.isLost || output.isMissing
        let wasStuck = output.isStuck
        output.openDelay = output.plan.openDelay.nanoseconds
        (output.isBusy, output.isMissing, output.isLost) = (false, false, false)
        (output.isStuck, output.runsDry, output.missingClips) = (false, false, [])
        for fault in machines[machine].faults {
            switch plan.faults[fault].kind {
            case .outputSlow(let delay): output.openDelay = delay.nanoseconds
            case .outputBusy: output.isBusy = true
            case .outputMissing: output.isMissing = true
            case .outputLost: output.isLost = true
            case .outputStuck: output.isStuck = true
            case .outputUnderrun: output.runsDry = true
            case .voiceIncomplete(let clips): output.missingClips = clips
            default: break
            }
        }
        nodes[node].output = output
        if !wasGone, output.isLost || output.isMissing { loseOutput(node) }
        if wasStuck, !output.isStuck { releaseOutput(node) }
    }
}

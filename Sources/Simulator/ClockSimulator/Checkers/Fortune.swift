/// The troubles of a host, for checkers that claim something only of an undisturbed host.
struct Fortune {
    private(set) var isConnected = false
    private var isAsleep = false
    /// The true time of its last event of any kind.
    private(set) var disturbedAt = Int64.min
    /// Faults of its disk and of its way to the broker.
    private var troubles = 0

    func isSteady(since time: Int64) -> Bool { isConnected && !isAsleep && troubles == 0 && disturbedAt <= time }

    mutating func heal(at time: Int64) {
        troubles = 0
        disturbedAt = time
    }

    mutating func observe(_ what: borrowing Observation.What, _ plan: SimulationPlan, at time: Int64) {
        switch what {
        case .connected: isConnected = true
        case .disconnected, .crashed, .stopped: isConnected = false
        case .suspended: isAsleep = true
        case .nodeStarted, .coordinatorStarted, .resumed: isAsleep = false
        case .faultBegan(let fault):
            guard plan.faults[fault].kind.isTroubleOfDiskOrNetwork else { return }
            troubles += 1
        case .faultEnded(let fault):
            guard plan.faults[fault].kind.isTroubleOfDiskOrNetwork else { return }
            troubles = max(0, troubles - 1)
        case .zoneChanged, .stateNotStored, .stateTurnedBack, .notCommitted, .commitsLost, .storeTurnedBack: break
        default: return
        }
        disturbedAt = time
    }
}

extension FaultKind {
    fileprivate var isTroubleOfDiskOrNetwork: Bool {
        switch self {
        case .link, .partition, .clog, .diskFull, .diskReadOnly, .diskSlow, .diskLies: true
        case .brokerDown, .clockStep, .drift, .timeServiceStops, .timeServiceWrong, .zone, .snapshotRestored,
            .outputSlow, .outputBusy, .outputMissing, .outputLost, .outputStuck, .outputUnderrun, .voiceIncomplete,
            .crash, .crashAtEffect, .powerCut, .powerCutAtEffect, .stop, .suspend:
            false
        }
    }
}

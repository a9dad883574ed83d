import ClockTestSupport
import Glibc
import Synchronization

extension House {
    func begin(_ fault: Fault) throws {
        switch fault.kind {
        case .partition: ethernet.set(fault.host, outward: .lost, inward: .lost)
        case .deaf: ethernet.set(fault.host, outward: .init(), inward: .lost)
        case .mute: ethernet.set(fault.host, outward: .lost, inward: .init())
        case .cable: try setCable(of: fault.host, "down")
        case .loss(let percent):
            let lane = EtherSwitch.Lane(loss: Double(percent) / 100)
            ethernet.set(fault.host, outward: lane, inward: lane)
        case .delay(let milliseconds):
            let lane = EtherSwitch.Lane(longestDelay: .milliseconds(milliseconds))
            ethernet.set(fault.host, outward: lane, inward: lane)
        case .kill: host(fault.host).kill()
        case .restart: host(fault.host).stop()
        case .amnesia:
            host(fault.host).kill()
            forgetBroker()
        case .failover: databases?.fail(Databases.names.map(host))
        case .severed: ethernet.sever(chooseCutOff(), from: Databases.names)
        case .noRoute: try setRoutes(of: chooseCutOff(), "add")
        case .disk: try disk(fault.host).fill()
        case .clock(let seconds):
            try configure(fault.host, clockError: seconds)
            host(fault.host).signal(SIGHUP)
        }
    }

    func end(_ fault: Fault) throws {
        switch fault.kind {
        case .partition, .deaf, .mute, .loss, .delay: ethernet.set(fault.host, outward: .init(), inward: .init())
        case .cable: try setCable(of: fault.host, "up")
        case .kill, .restart, .amnesia: try host(fault.host).start()
        case .failover: try databases?.promote()
        case .severed: ethernet.sever(cutOff.withLock { $0 }, from: [])
        case .noRoute: try setRoutes(of: cutOff.withLock { $0 }, "delete")
        case .disk: disk(fault.host).empty()
        case .clock:
            try configure(fault.host)
            host(fault.host).signal(SIGHUP)
        }
    }

    /// The people's host is this process's own.
    private func setCable(of name: String, _ state: String) throws {
        let device = name == Fault.people ? [name] : ["eth0"]
        let place = name == Fault.people ? [] : ["-n", name]
        try TestProcess.run("ip", place + ["link", "set"] + device + [state])
    }

    /// Cuts the coordinator that works off from the databases until the fault's end, even if another one works then.
    private func chooseCutOff() -> String {
        // While the database is gone nobody can tell, and either will do.
        let machine = (try? databases?.query("SELECT machine FROM lease")) ?? ""
        let name = coordinators.first { machine.hasSuffix("/state/\($0)") } ?? coordinators[0]
        cutOff.withLock { $0 = name }
        tell("  \(name) is cut off from the databases")
        return name
    }

    /// A connection or a packet to a database fails at once: it has no route.
    private func setRoutes(of name: String, _ change: String) throws {
        for address in databases?.addresses ?? [] {
            try TestProcess.run("ip", ["-n", name, "route", change, "unreachable", "\(address)/32"])
        }
    }
}

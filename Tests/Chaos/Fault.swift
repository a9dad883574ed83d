import ClockDomain

/// One thing that goes wrong at one host for a while.
struct Fault: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Nothing gets through, neither way, and nobody is told.
        case partition
        /// Frames to the host are lost; its own arrive.
        case deaf
        /// The host's own frames are lost.
        case mute
        /// The cable is out: the host knows.
        case cable
        /// A share of all frames is lost, in percent, each way.
        case loss(Int)
        /// Frames wait up to so many milliseconds, each way.
        case delay(Int)
        /// kill -9, and a new start at the end.
        case kill
        /// The broker is ended in order, which saves its state, and started again at the end.
        case restart
        /// kill -9 of the broker, and its saved state is gone.
        case amnesia
        /// The disk takes no more.
        case disk
        /// The clock is so many seconds wrong.
        case clock(Int)
        /// The database that takes changes is gone, and at the end the other one takes its place.
        case failover
        /// Nothing gets through between the coordinator that works and the databases, neither way, and nobody is told; all
        /// else does.
        case severed
        /// The coordinator that works has no route to the databases, and knows; all else gets through.
        case noRoute
    }

    static let broker = "broker"
    static let coordinator = "coordinator"
    static let secondCoordinator = "coordinator2"
    /// The coordinator that works.
    static let leader = "coordinator at work"
    /// The database that takes changes.
    static let database = "database"
    /// The host of clockctl.
    static let people = "people"

    var kind: Kind
    var host: String
    /// Both from the power's return.
    var from: Duration
    var to: Duration

    /// True when the other one cannot be at that time as well.
    func excludes(_ other: Fault) -> Bool {
        guard host == other.host, kind.isOfNetwork == other.kind.isOfNetwork else { return false }
        return from <= other.to + .milliseconds(500) && other.from <= to + .milliseconds(500)
    }
}

extension Fault.Kind {
    static func any(_ random: inout SplitMix64) -> Fault.Kind {
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1: .partition
        case 2: .deaf
        case 3: .mute
        case 4: .cable
        case 5, 6: .loss(Int.random(in: 2...30, using: &random))
        case 7: .delay(Int.random(in: 5...300, using: &random))
        case 8, 9, 10: .kill
        case 11: Bool.random(using: &random) ? .restart : .amnesia
        case 12: .disk
        default: .clock(Int.random(in: 2...900, using: &random) * (Bool.random(using: &random) ? 1 : -1))
        }
    }

    /// Returns the hosts at which it can happen.
    func hosts(nodes: [String], coordinators: [String]) -> [String] {
        switch self {
        case .restart, .amnesia: [Fault.broker]
        case .clock: nodes
        case .failover: [Fault.database]
        case .severed, .noRoute: [Fault.leader]
        case .disk: coordinators + nodes
        case .kill: [Fault.broker] + coordinators + nodes
        case .partition, .deaf, .mute, .cable, .loss, .delay: [Fault.broker] + coordinators + [Fault.people] + nodes
        }
    }

    var isOfNetwork: Bool {
        switch self {
        case .partition, .deaf, .mute, .cable, .loss, .delay: true
        // A network fault of the whole host can come beside the last two.
        case .kill, .restart, .amnesia, .disk, .clock, .failover, .severed, .noRoute: false
        }
    }

    /// True when a few seconds of it are enough.
    var isShort: Bool {
        switch self {
        case .kill, .restart, .amnesia: true
        default: false
        }
    }

    /// The kind without its measure, for counting.
    var name: String {
        switch self {
        case .partition: "partition"
        case .deaf: "one way in"
        case .mute: "one way out"
        case .cable: "cable out"
        case .loss: "loss"
        case .delay: "delay"
        case .kill: "kill -9"
        case .restart: "broker restart"
        case .amnesia: "broker amnesia"
        case .disk: "disk full"
        case .clock: "clock step"
        case .failover: "database failover"
        case .severed: "databases cut off"
        case .noRoute: "no route to the databases"
        }
    }
}

extension Fault: CustomStringConvertible {
    var description: String {
        let measure =
            switch kind {
            case .loss(let percent): " \(percent) %"
            case .delay(let milliseconds): " up to \(milliseconds) ms"
            case .clock(let seconds): " \(seconds) s"
            default: ""
            }
        return "\(from.secondsWithFraction) s to \(to.secondsWithFraction) s: \(host): \(kind.name)\(measure)"
    }
}

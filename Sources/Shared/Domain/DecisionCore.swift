/// A pure decision maker: the functional core of a daemon.
///
/// It has no clock, no handle, no task and no randomness but a seeded generator in its own state. The shell passes it
/// events with their times; it returns effects, in order. The same value runs in the daemons and, on virtual time, in
/// the simulator.
public protocol DecisionCore: Sendable {
    associatedtype Event: SourcedEvent
    associatedtype Effect: Sendable & Equatable

    /// - Parameter effects: receives the effects at its end, so that a caller can use one array again and again.
    mutating func handle(_ event: Event, at now: Now, _ effects: inout [Effect])
}

extension DecisionCore {
    /// - Returns: the effects, in order.
    public mutating func handle(_ event: Event, at now: Now) -> [Effect] {
        var effects: [Effect] = []
        handle(event, at: now, &effects)
        return effects
    }
}

/// An event that names its source. The queue before a core goes by it.
public protocol SourcedEvent: Sendable {
    var source: EventSource { get }
}

/// The source of an event.
public enum EventSource: Hashable, Sendable {
    /// The program's own doing: a timer, the disk, the sound output. There are few, and a lost one does not come back.
    case program
    /// The connection to the broker came or went.
    case connection
    /// A message. Anybody may send any number.
    case message
}

/// The time at which a timer must fire.
public enum Deadline: Hashable, Sendable {
    /// By the wall clock: follows when the clock is set.
    case wall(WallTime)
    /// By the boot clock: a true duration from now.
    case boot(BootTime)
}

/// One setting of one of a core's timers. Setting the timer again makes a new generation; the firing of an older one,
/// already on its way, is recognised by it and ignored.
public struct TimerToken<Kind: Hashable & Sendable>: Hashable, Sendable {
    public var kind: Kind
    public var generation: Int

    public init(kind: Kind, generation: Int) {
        self.kind = kind
        self.generation = generation
    }
}

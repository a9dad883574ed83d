/// Receives the observations of a run.
///
/// A class, so that a call costs no box and a run can be watched from outside while it goes on.
public protocol SimulationObserver: AnyObject {
    /// The observations that it wants; the simulation asks once, at the start of a run.
    var interests: Interests { get }

    func observe(_ observation: borrowing Observation)
}

/// Kinds of observations that cost something, so that the simulation makes them only for observers that want them.
public struct Interests: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let sounds = Interests(rawValue: 1)
    public static let storage = Interests(rawValue: 2)
    public static let connections = Interests(rawValue: 4)
    /// But for the answers to time exchanges, which come with ``deliveries``.
    public static let publications = Interests(rawValue: 8)
    public static let deliveries = Interests(rawValue: 16)
    public static let cores = Interests(rawValue: 32)
    /// Of the deliveries only the wakes, ring actions and answers to time exchanges, which are few.
    public static let wakes = Interests(rawValue: 64)

    /// The kinds that the checkers need.
    public static let outcomes: Interests = [.sounds, .storage, .connections, .publications, .wakes]
    /// Everything, for a trace.
    public static let all: Interests = [.sounds, .storage, .connections, .publications, .deliveries, .cores]
}

struct Audience {
    let observer: any SimulationObserver
    private let interests: Interests

    init(_ observer: any SimulationObserver) {
        self.observer = observer
        interests = observer.interests
    }

    @inline(__always) func wants(_ interest: Interests) -> Bool { !interests.isDisjoint(with: interest) }
}

/// Passes each observation to several observers, in order; each receives at least the kinds that it wants.
public final class ObserverGroup: SimulationObserver {
    private let observers: [any SimulationObserver]

    public init(_ observers: [any SimulationObserver]) { self.observers = observers }

    public var interests: Interests { observers.reduce([]) { $0.union($1.interests) } }

    public func observe(_ observation: borrowing Observation) {
        for observer in observers { observer.observe(observation) }
    }
}

/// Watches nothing.
public final class NoObserver: SimulationObserver {
    public init() {}

    public var interests: Interests { [] }

    public func observe(_ observation: borrowing Observation) {}
}

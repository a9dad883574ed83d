public import ClockDomain
public import ClockWire

/// Decides which ring actions are worth a place in the mailbox: a writer that may stop an alarm could otherwise fill
/// it.
///
/// A person stops or snoozes one alarm a few times at most. A repeated action brings nothing new, and no thumb makes
/// more than a few a second. Each writer has limits of its own; and a ring that sounds here can be silenced whatever
/// else comes. At a connection the broker sends all actions of a day.
public struct RingActionGate: Sendable {
    public enum Verdict: Hashable, Sendable {
        case taken
        /// It came before; nobody needs it again.
        case repeated
        /// There are too many from this writer, or from all.
        case tooMany
    }

    private struct Aim: Hashable {
        var occurrence: Occurrence
        var kind: RingAction.Kind
    }

    private static let remembered = 512

    /// Bytes in units of 64, which bounds the time for reading.
    private var bytes = RateLimits<RingWriter>(perSecond: 32_768, burst: 16_384, capacity: 1_000)
    private var perWriter = RateLimits<RingWriter>(perSecond: 4, burst: 64, capacity: 1_000)
    private var all = RateLimits<Bool>(perSecond: 64, burst: 512, capacity: 1)
    /// For occurrences that ring here, which are few.
    private var shown = RateLimits<Aim>(perSecond: 4, burst: 16, capacity: 256)
    private var rings: Set<Occurrence> = []
    private var known: Set<RingAction> = []
    /// The oldest known action first.
    private var order: [RingAction] = []

    public init() {}

    /// Counts a message of so many bytes; returns false when it exceeds the writer's limit.
    public mutating func reads(_ count: Int, of writer: RingWriter, at boot: BootTime) -> Bool {
        bytes.allows(writer, cost: count / 64 + 1, at: boot)
    }

    public mutating func evaluate(_ action: RingAction, of writer: RingWriter, at boot: BootTime) -> Verdict {
        if known.contains(action) { return .repeated }
        if rings.contains(action.occurrence) {
            guard shown.allows(Aim(occurrence: action.occurrence, kind: action.kind), at: boot) else { return .tooMany }
        } else {
            guard perWriter.allows(writer, at: boot), all.allows(true, at: boot) else { return .tooMany }
        }
        if order.count == Self.remembered { known.remove(order.removeFirst()) }
        known.insert(action)
        order.append(action)
        return .taken
    }

    /// The node has reported its rings and snoozes.
    public mutating func reported(_ rings: [RingReport]) { self.rings = Set(rings.map(\.occurrence)) }

    /// The broker is about to send everything again, and may send actions that the core could not use before: by a
    /// wrong clock, or for want of the alarm.
    public mutating func connected() {
        known = []
        order = []
    }
}

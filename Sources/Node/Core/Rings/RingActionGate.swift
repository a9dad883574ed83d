public import ClockDomain
public import ClockWire

/// Decides which ring actions are worth a place in the mailbox: whoever may stop an alarm could else fill it.
///
/// A person stops or snoozes one alarm a few times at most. A repeated action says nothing new, and what is beyond a few
/// a second is nobody's thumb. Each writer has limits of its own; and what rings here is silenced whatever else comes.
/// At a connection the broker tells all actions of a day.
public struct RingActionGate: Sendable {
    public enum Verdict: Hashable, Sendable {
        case taken
        /// It came before; nobody needs to be told.
        case repeated
        /// There are too many of this writer, or of all.
        case tooMany
    }

    private struct Aim: Hashable {
        var occurrence: Occurrence
        var kind: RingAction.Kind
    }

    private static let remembered = 512

    /// Bytes in units of 64, which bounds the time that reading takes.
    private var bytes = RateLimits<RingWriter>(perSecond: 32_768, burst: 16_384, capacity: 1_000)
    private var perWriter = RateLimits<RingWriter>(perSecond: 4, burst: 64, capacity: 1_000)
    private var all = RateLimits<Bool>(perSecond: 64, burst: 512, capacity: 1)
    /// For what rings here, which is little.
    private var shown = RateLimits<Aim>(perSecond: 4, burst: 16, capacity: 256)
    private var rings: Set<Occurrence> = []
    private var known: Set<RingAction> = []
    /// From the one that has been known longest.
    private var order: [RingAction] = []

    public init() {}

    /// Says that a message of so many bytes is read.
    public mutating func reads(_ count: Int, of writer: RingWriter, at boot: BootTime) -> Bool {
        bytes.allows(writer, cost: count / 64 + 1, at: boot)
    }

    public mutating func judge(_ action: RingAction, of writer: RingWriter, at boot: BootTime) -> Verdict {
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

    /// The node has reported what rings or is snoozed.
    public mutating func reported(_ rings: [RingReport]) { self.rings = Set(rings.map(\.occurrence)) }

    /// The broker is about to tell everything again, and may tell what the core could not use before: by a wrong clock,
    /// or for want of the alarm.
    public mutating func connected() {
        known = []
        order = []
    }
}

public import ClockDomain
public import ClockWire

/// Decides which ring actions are worth a place in the mailbox: whoever may stop an alarm could else fill it.
///
/// A person stops or snoozes one alarm a few times at most. A repeated action says nothing new, and what is beyond a few
/// a second is nobody's thumb. At a connection the broker tells all actions of a day, one an alarm or timer.
public struct RingActionGate: Sendable {
    public enum Verdict: Hashable, Sendable {
        case taken
        /// It came before; nobody needs to be told.
        case repeated
        /// There are too many of this source, or of all.
        case tooMany
    }

    private static let remembered = 256

    private var perSource = RateLimits<RingSource>(perSecond: 4, burst: 16, capacity: 1_000)
    private var all = RateLimits<Bool>(perSecond: 64, burst: 512, capacity: 1)
    private var known: Set<RingAction> = []
    /// From the one that has been known longest.
    private var order: [RingAction] = []

    public init() {}

    public mutating func judge(_ action: RingAction, at boot: BootTime) -> Verdict {
        if known.contains(action) { return .repeated }
        guard perSource.allows(action.occurrence.source, at: boot), all.allows(true, at: boot) else {
            return .tooMany
        }
        if order.count == Self.remembered { known.remove(order.removeFirst()) }
        known.insert(action)
        order.append(action)
        return .taken
    }

    /// The broker is about to tell everything again, and may tell what the core could not use before: by a wrong clock,
    /// or for want of the alarm.
    public mutating func connected() {
        known = []
        order = []
    }
}

public import ClockDomain
internal import ClockWire

/// An occurrence that rings or is snoozed, with its parameters as they were when it began. It is on the disk before it
/// sounds.
public struct Ring: Hashable, Sendable {
    public enum Phase: Hashable, Sendable {
        /// It rings since then, or will in a moment: it is on the disk before its instant. A snooze starts it again.
        case ringing(since: DurableInstant)
        case snoozed(until: DurableInstant)
        /// It is silent and will not ring again; the output has yet to report whether it was heard.
        case over(RingEnd)
    }

    public var occurrence: Occurrence
    public var label: String
    public var style: RingStyle
    /// True where the room says the label while it rings, and the time where it is an alarm.
    public var speaks: Bool
    /// The alarm's ``AlarmSchedule/countsFrom``, which shows whether its schedule is still the same; `nil` for a timer.
    public var countsFrom: WallTime?
    /// The greatest lateness with which it may begin, or begin again after a snooze.
    public var windowSeconds: Int
    public var phase: Phase
    /// Its due instant by this node's clocks, however late it began.
    public var dueAt: DurableInstant
    /// True when ``dueAt`` was translated from a clock that differs from this node's, so that other rooms may be some
    /// milliseconds apart from it.
    public var isTranslated: Bool
    public var snoozes: Int
    /// The instant at which it was first heard; `nil` until then.
    public var rangAt: WallTime?
    /// The first frame relative to ``dueAt``.
    public var onsetErrorMicroseconds: Int?
    /// The time without the output after it was first heard.
    public var silentMilliseconds = 0
    /// The reason for which it could not be heard so far.
    public var failure: PlaybackFailure?
    /// A detail for its line, in addition.
    public var detail: String?
    /// Ids of the last actions on it, so that a repeated delivery acts once; at most ``maximumActions``.
    public var actions: [String]

    static let maximumActions = 8

    public init(
        occurrence: Occurrence, label: String, style: RingStyle, speaks: Bool = false, countsFrom: WallTime?,
        windowSeconds: Int, phase: Phase, dueAt: DurableInstant? = nil, isTranslated: Bool = false, snoozes: Int = 0,
        detail: String? = nil, actions: [String] = []
    ) {
        self.occurrence = occurrence
        self.label = label
        self.style = style
        self.speaks = speaks
        self.countsFrom = countsFrom
        self.windowSeconds = windowSeconds
        self.phase = phase
        self.isTranslated = isTranslated
        let usual = DurableInstant(wall: occurrence.due, boot: nil)
        if case .ringing(let since) = phase { self.dueAt = dueAt ?? since } else { self.dueAt = dueAt ?? usual }
        self.snoozes = snoozes
        self.detail = detail
        self.actions = actions
    }

    var isOver: Bool {
        switch phase {
        case .ringing, .snoozed: false
        case .over: true
        }
    }

    /// True for an alarm's ring that nobody has heard yet.
    var isUnheardAlarm: Bool {
        switch occurrence.source {
        case .alarm: rangAt == nil && snoozes == 0 && !isOver
        case .timer: false
        }
    }

    /// A bell that nobody has heard is of no use behind its window.
    var limit: Duration {
        style.plays != nil && rangAt == nil ? min(.minutes(style.limitMinutes), window) : .minutes(style.limitMinutes)
    }
    var window: Duration { .seconds(windowSeconds) }

    mutating func remember(_ action: RingAction) {
        actions.append(action.id)
        if actions.count > Ring.maximumActions { actions.removeFirst() }
    }

    /// Discards the boot clock's values after another boot.
    mutating func loseBootClock(last: BootTime?) {
        dueAt.loseBootClock(last: nil)
        switch phase {
        case .ringing(var since):
            // An alarm that has not rung yet is due when the wall clock shows its instant, and not before.
            since.loseBootClock(last: isUnheardAlarm ? nil : last)
            phase = .ringing(since: since)
        case .snoozed(var until):
            until.loseBootClock(last: last)
            phase = .snoozed(until: until)
        case .over: break
        }
    }

    /// See ``DurableInstant/follow(_:)``. The instant at which it began is history, and stays as it was.
    mutating func follow(_ time: RingTime) {
        guard case .snoozed(var until) = phase else { return }
        until.follow(time)
        phase = .snoozed(until: until)
    }
}

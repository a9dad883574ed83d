// The life of a ring on one node.
//
//     begin ──▶ ringing ──limit──▶ over: unanswered; a bell ──played──▶ over
//                │  ▲  └──stop, withdrawn──▶ over
//             snooze │
//                ▼  │ in time
//              snoozed ──stop, withdrawn──▶ over
//
// Only the output knows whether anything of a sound was heard. It reports so by a quarter of a second after its first
// frame, or when it has stopped the sound. A ring that ends before that waits for this report, silent and over, so that
// its line is true; on the disk, so that it never rings again. One that is withdrawn moments before its instant waits
// for it likewise, as the output may not be able to cancel it; if nobody heard it, the book forgets it without a line,
// as if it had never begun.
//
// An occurrence begins a few seconds before its instant, so that by then it is on the disk and the output is awake. Its
// sound may fail while it rings; then the node tries again until its limit. The boot clock counts durations, so that
// nobody who sets the wall clock cuts a snooze short; after a reboot the wall clock has to do.
//
// Every ring ends in exactly one record. The book is a value without effects: it returns the acts as steps.

internal import ClockDomain
internal import ClockWire

/// The rings and snoozes, and their sounds.
struct RingBook: Sendable {
    /// An act for the caller, in order.
    enum Step: Hashable, Sendable {
        case start(Start)
        case stop(id: Int)
        case ended(RingRecord)
        /// Withdrawn before its instant, and never heard. Meanwhile it may be due again.
        case forgotten(Ring)
    }

    struct Start: Hashable, Sendable {
        var id: Int
        var occurrence: Occurrence
        var label: String
        var style: RingStyle
        /// The instant of the first frame.
        var audibleAt: BootTime
    }

    struct Entry: Sendable {
        var ring: Ring
        /// Its sound must not be ordered before; `nil` when nothing delays it.
        var notBefore: BootTime?
        /// The failure of the last order, until it is heard again.
        var trouble: PlaybackFailure?
        /// The instant at which a sound that was heard lost its output.
        var lostAt: BootTime?
        /// It was over before the program began: no output will report whether it was heard.
        var isUntold = false
    }

    /// The time before its instant at which a sound is ordered, without the output's depth.
    private let leadIn: Duration
    /// The extra time by which the output needs a sound earlier.
    var outputDepth = Duration.zero
    /// The same for a ring that starts late.
    var hurriedDepth = Duration.zero
    /// A ring that is late at the start waits until then.
    let holdUntil: BootTime
    /// Ascending by occurrence.
    var entries: [Entry]
    /// True when a part for the disk has changed since ``takeChange()``.
    var isChanged = false
    /// True when nothing rings any more until the program starts again.
    private var isSilenced = false

    /// A sound that starts late is ordered so far ahead: time to open the output, so that it starts whole.
    static let hurry: Duration = .milliseconds(500)
    /// An output without an answer so long after the instant is stuck. Its answer may wait behind the writes of a slow
    /// disk.
    static let patience: Duration = .seconds(60)
    /// An output mixes no more sounds than this, and nobody hears more.
    static let maximumSounds = 12
    /// A sound due so soon may be with its device already, and be heard for a moment in spite of a cancel: up to 50 ms
    /// are with the device, and the output's threads take some time.
    static let reach: Duration = .milliseconds(100)
    /// By so long after the instant an output that works has reported that the sound is heard.
    static let word: Duration = .seconds(1)
    /// Somebody sleeps on until it is heard: a device or sound server that is back must ring within two seconds, so the
    /// node tries this often, however long the pause has been.
    static let retry: Duration = .seconds(1)

    init(_ rings: [Ring], leadIn: Duration, holdUntil: BootTime) {
        self.leadIn = leadIn
        self.holdUntil = holdUntil
        entries = rings.map { Entry(ring: $0, isUntold: $0.isOver && $0.rangAt == nil && $0.failure == nil) }
    }

    /// The time before its instant at which a sound is ordered.
    var advance: Duration { leadIn + outputDepth }

    /// The rings for the disk.
    var rings: [Ring] { entries.map(\.ring) }
    var isEmpty: Bool { entries.isEmpty }

    func contains(_ occurrence: Occurrence) -> Bool { index(of: occurrence) != nil }

    func owner(_ index: Int) -> SoundOutput.Owner { .ring(entries[index].ring.occurrence) }

    /// Returns the sound of a ring at the output.
    func sound(of index: Int, _ output: SoundOutput) -> SoundOutput.Sound? { output.sound(of: owner(index)) }

    func index(of occurrence: Occurrence) -> Int? { entries.firstIndex { $0.ring.occurrence == occurrence } }

    /// Returns true when there is a change that is not on the disk yet.
    mutating func takeChange() -> Bool {
        defer { isChanged = false }
        return isChanged
    }

    // MARK: The life of a ring

    /// Adds an occurrence that is not in the book.
    mutating func begin(_ ring: Ring) {
        let place = entries.firstIndex { $0.ring.occurrence > ring.occurrence } ?? entries.count
        entries.insert(Entry(ring: ring), at: place)
        isChanged = true
    }

    /// Stops or snoozes a ring of the book.
    mutating func act(_ action: RingAction, at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]) {
        guard let index = index(of: action.occurrence), !entries[index].ring.isOver,
            !entries[index].ring.actions.contains(action.id)
        else { return }
        entries[index].ring.remember(action)
        isChanged = true
        switch action.kind {
        case .stop: finish(index, .stopped, by: action.by, at: time, &output, &steps)
        case .snooze: snooze(index, action, at: time, &output, &steps)
        }
    }

    private mutating func snooze(
        _ index: Int, _ action: RingAction, at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]
    ) {
        var until = RingBook.snoozeEnd(of: entries[index].ring.style, action, at: time)
        if case .snoozed(let known) = entries[index].ring.phase {
            // Two people, one snooze: it ends at the same instant in all rooms, in whatever order they received it.
            if known.wall > until.wall { until = known }
        } else {
            entries[index].ring.snoozes += 1
        }
        entries[index].ring.phase = .snoozed(until: until)
        silence(index, at: time, &output, &steps)
    }

    /// Returns the end of a snooze: counted from the action, so that all rooms agree, unless the action's clock differs
    /// from ours; a whole second.
    static func snoozeEnd(of style: RingStyle, _ action: RingAction, at time: RingTime) -> DurableInstant {
        let length = action.snoozeLength(ownMinutes: style.snoozeMinutes)
        guard let wall = time.wall else { return DurableInstant(wall: action.at + length, boot: time.boot + length) }
        let from = (action.at - wall).magnitude <= .seconds(10) ? action.at : wall
        let end = (from + length).roundedUpToSecond
        return DurableInstant(wall: end, boot: time.boot + (end - wall))
    }

    /// Withdraws rings, because their definitions have changed or gone.
    mutating func withdraw(
        at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step], where isWithdrawn: (Ring) -> Bool
    ) {
        for index in entries.indices.reversed()
        where !entries[index].ring.isOver && isWithdrawn(entries[index].ring) {
            withdraw(index, at: time, &output, &steps)
        }
    }

    private mutating func withdraw(_ index: Int, at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step])
    {
        if isToCome(index, time), !isWithinReach(index, time, output) {
            // Nobody has heard it yet: it is no occurrence any more.
            remove(index, at: time, &output, &steps)
        } else {
            finish(index, .withdrawn, at: time, &output, &steps)
        }
    }

    /// Withdraws a ring that nobody has heard yet.
    ///
    /// - Returns: true when it is no longer in the book; otherwise the output must report whether it was heard.
    mutating func takeBack(
        _ occurrence: Occurrence, at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]
    )
        -> Bool
    {
        guard let index = index(of: occurrence) else { return true }
        guard isWithinReach(index, time, output) else {
            remove(index, at: time, &output, &steps)
            return true
        }
        finish(index, .withdrawn, detail: "left out at its very onset", at: time, &output, &steps)
        return false
    }

    /// The clock was set, or is trusted again: removes the rings that have not begun and, by the clock as it is now,
    /// are not due or are due at another moment.
    ///
    /// - Returns: the removed rings. They are no longer in the book, and may be due again.
    mutating func reconsider(at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]) -> [Ring] {
        var taken: [Ring] = []
        for index in entries.indices.reversed() {
            if isMisplaced(index, time, output) {
                taken.append(entries[index].ring)
                remove(index, at: time, &output, &steps)
            } else {
                entries[index].ring.follow(time)
            }
        }
        if !entries.isEmpty { isChanged = true }
        return taken
    }

    /// True when it has not begun, and is not at its instant by the clock as it is now. A sound beyond cancelling has
    /// begun.
    private mutating func isMisplaced(_ index: Int, _ time: RingTime, _ output: SoundOutput) -> Bool {
        guard entries[index].ring.isUnheardAlarm, !isWithinReach(index, time, output),
            case .ringing(var since) = entries[index].ring.phase,
            since.anchor(at: time), let wall = time.wall, let begins = since.boot
        else { return false }
        entries[index].ring.phase = .ringing(since: since)
        let ring = entries[index].ring
        // A late ring has begun, unless it is still held back and, by the clock as it is now, it is not due yet or its
        // window is over.
        guard time.boot < begins else {
            return sound(of: index, output) == nil && ring.failure == nil
                && (wall < ring.occurrence.due || wall > ring.occurrence.due + ring.window)
        }
        let instant = wall + (begins - time.boot)
        return (instant - ring.occurrence.due).magnitude > .microseconds(500)
            || begins - advance > time.boot + .seconds(1)
    }

    /// Silences everything, to go on at the next start.
    mutating func silenceAll(at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]) {
        isSilenced = true
        for index in entries.indices { silence(index, at: time, &output, &steps) }
    }

    // MARK: Time

    /// Does everything due.
    mutating func tend(at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]) {
        for index in entries.indices.reversed() {
            switch entries[index].ring.phase {
            case .ringing: break
            case .snoozed(let until): if !isSilenced { wake(index, until, at: time, &output, &steps) }
            case .over(let end): close(index, end, at: time, &output, &steps)
            }
        }
        guard !isSilenced else { return }
        // Another loop, because rings have ended.
        for index in entries.indices.reversed() {
            if case .ringing(let since) = entries[index].ring.phase { sound(index, since, at: time, &output, &steps) }
        }
    }

    /// Ends a snooze that is over.
    private mutating func wake(
        _ index: Int, _ until: DurableInstant, at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]
    ) {
        var until = until
        guard until.anchor(at: time), let end = until.boot else { return }
        entries[index].ring.phase = .snoozed(until: until)
        guard end - advance <= time.boot else { return }
        guard time.boot <= end + entries[index].ring.window else {
            return self.finish(
                index, .unanswered, detail: "its snooze ended while the node could not ring", at: time, &output, &steps)
        }
        // A late ring sounds for its whole length.
        let begins = time.boot <= end ? until : DurableInstant(wall: time.wall ?? until.wall, boot: time.boot)
        entries[index].ring.phase = .ringing(since: begins)
        isChanged = true
    }

    /// Ends a ring at its limit, and orders its sound until then.
    private mutating func sound(
        _ index: Int, _ since: DurableInstant, at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]
    ) {
        var since = since
        guard since.anchor(at: time), var begins = since.boot else { return }
        entries[index].ring.phase = .ringing(since: since)
        let ring = entries[index].ring
        let known = sound(of: index, output)
        // Prepared, never heard, and the node was off since.
        let isMissed =
            known == nil && entries[index].notBefore == nil && ring.rangAt == nil && ring.failure == nil
            && begins < time.boot
        // A ring that began late has that much less of its window left. A timer is due by the coordinator's clock,
        // which proves nothing about this one.
        let lateness =
            switch ring.occurrence.source {
            case .alarm: max(.zero, since.wall - ring.occurrence.due)
            case .timer: Duration.zero
            }
        let window = ring.window - lateness
        if time.boot >= begins + (isMissed ? min(ring.limit, window) : ring.limit) {
            guard isMissed, time.boot <= begins + window else {
                return finish(
                    index, ring.style.plays == nil || ring.rangAt == nil ? .unanswered : .played, at: time, &output,
                    &steps)
            }
            // If its window allows the lateness, it rings for its whole length.
            begins = time.boot
            since = DurableInstant(wall: time.wall ?? since.wall, boot: begins)
            entries[index].ring.phase = .ringing(since: since)
            isChanged = true
        }
        if ring.style.plays != nil, ring.rangAt != nil, known?.phase != .heard {
            // Nobody waits for the rest of a bell that was heard, and to play it again would say another thing.
            let detail = ring.failure == nil ? "the node went down while it played" : ring.detail
            return finish(index, .played, detail: detail, at: time, &output, &steps)
        }
        switch known?.phase {
        case .heard: return
        case .ordered:
            guard let known, time.boot >= known.answerBy else { return }
            steps.append(.stop(id: known.id))
            return fail(index, .deviceFailed, RingBook.noAnswer, at: time, &output)
        case .stopping, nil: if let notBefore = entries[index].notBefore, time.boot < notBefore { return }
        }
        if begins <= time.boot, time.boot < holdUntil {
            // It should sound already. Somebody may have stopped it meanwhile, and that report is about to come.
            wait(index, until: holdUntil, &output)
            if ring.rangAt == nil, ring.failure == nil, begins + ring.limit <= holdUntil {
                // It would be over before it can be heard: it rings for its whole length, as a missed one does.
                since = DurableInstant(wall: time.wall ?? since.wall, boot: time.boot)
                entries[index].ring.phase = .ringing(since: since)
                isChanged = true
            }
            return
        }
        guard begins - advance <= time.boot else { return wait(index, until: begins - advance, &output) }
        guard entries.count <= RingBook.maximumSounds || output.ringCount < RingBook.maximumSounds else {
            return fail(index, .deviceBusy, "\(RingBook.maximumSounds) others were ringing", at: time, &output)
        }
        let hurry = min(advance, RingBook.hurry + hurriedDepth)
        let audibleAt = begins > time.boot ? begins : time.boot + hurry
        let sound = output.place(owner(index), audibleAt: audibleAt, answerBy: audibleAt + RingBook.patience)
        entries[index].notBefore = nil
        let start = Start(
            id: sound.id, occurrence: ring.occurrence, label: ring.label, style: ring.style, audibleAt: audibleAt)
        steps.append(.start(start))
    }

    /// Lets no sound be ordered before `instant`.
    private mutating func wait(_ index: Int, until instant: BootTime, _ output: inout SoundOutput) {
        output.forget(owner(index))
        entries[index].notBefore = instant
    }

    /// Returns the next instant at which ``tend(at:_:_:)`` has something to do.
    func nextLook(after time: RingTime, _ output: SoundOutput) -> BootTime? {
        entries.indices.lazy.flatMap { looks($0, output) }.filter { $0 > time.boot }.min()
    }

    private func looks(_ index: Int, _ output: SoundOutput) -> [BootTime] {
        let (entry, sound) = (entries[index], sound(of: index, output))
        switch entry.ring.phase {
        case .snoozed(let until): return until.boot.map { [$0 - advance] } ?? []
        case .ringing(let since):
            guard let begins = since.boot else { return [] }
            // At its instant, too: from then on the report names it.
            let looks = [begins, begins + entry.ring.limit]
            switch sound?.phase {
            case .ordered: return looks + [sound?.answerBy, entry.notBefore].compactMap(\.self)
            case .heard, .stopping, nil: return looks + [entry.notBefore].compactMap(\.self)
            }
        case .over:
            guard case .stopping(let givenUpAt) = sound?.phase else { return [] }
            return [givenUpAt]
        }
    }

    /// True when it is about to ring for the first time: nobody has heard it yet.
    func isToCome(_ index: Int, _ time: RingTime) -> Bool {
        guard case .ringing(let since) = entries[index].ring.phase, entries[index].ring.snoozes == 0,
            let begins = since.boot
        else { return false }
        return time.boot < begins
    }

    /// True when the output may no longer be able to cancel its sound, and may soon report that it was heard.
    private func isWithinReach(_ index: Int, _ time: RingTime, _ output: SoundOutput) -> Bool {
        guard let sound = sound(of: index, output), sound.phase == .ordered else { return false }
        let audibleAt = sound.audibleAt
        return audibleAt - outputDepth - RingBook.reach <= time.boot && time.boot < audibleAt + RingBook.word
    }

    /// Returns the instant at which a ring of the source first begins; `nil` when none is about to.
    func beginning(of source: RingSource, after time: RingTime) -> DurableInstant? {
        guard
            let index = entries.indices.first(where: {
                entries[$0].ring.occurrence.source == source && isToCome($0, time)
            }),
            case .ringing(let since) = entries[index].ring.phase
        else { return nil }
        return since
    }

    /// True when the instant of a ring that is not on order yet is still to come.
    func isAboutToSound(at now: BootTime, _ output: SoundOutput) -> Bool {
        entries.indices.contains { index in
            guard case .ringing(let since) = entries[index].ring.phase, let begins = since.boot, now < begins else {
                return false
            }
            return sound(of: index, output)?.phase != .ordered
        }
    }
}

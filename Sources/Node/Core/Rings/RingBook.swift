// The life of what rings on one node.
//
//     begin ──▶ ringing ──limit──▶ over: unanswered
//                │  ▲  └──stop, withdrawn──▶ over
//             snooze │
//                ▼  │ in time
//              snoozed ──stop, withdrawn──▶ over
//
// Only the output knows whether anything of a sound was heard, and says so by a quarter of a second after its first frame,
// or when it has stopped it. A ring that ends before that waits for this word, silent and over, so that its line is true;
// on the disk, so that it never rings again. One that is withdrawn moments before its instant waits for it likewise, as the
// output may not be able to take it back; if nobody heard it, it is forgotten without a line, as if it had never begun.
//
// An occurrence begins a few seconds before its instant, so that it is on the disk and the output is awake when it is to
// be heard. Its sound may fail while it rings; then it is tried again until its limit. Durations are counted on the boot
// clock, so that nobody who sets the wall clock cuts a snooze short; after a reboot the wall clock has to do.
//
// Every ring ends in exactly one record. The book is a value without effects: it says what is to be done in steps.

internal import ClockDomain
internal import ClockWire

/// What rings and is snoozed, and its sounds.
struct RingBook: Sendable {
    /// What is to be done, in order.
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
        var style: RingStyle
        /// When the first frame is to be heard.
        var audibleAt: BootTime
    }

    struct Entry: Sendable {
        var ring: Ring
        /// Its sound is not to be ordered before; `nil` where it is not waited for.
        var notBefore: BootTime?
        /// How the last order failed, until it is heard again.
        var trouble: PlaybackFailure?
        /// Since when the output is lost of what was heard before.
        var lostAt: BootTime?
        /// It was over before the program began: no output will tell whether it was heard.
        var isUntold = false
    }

    /// How long before its instant a sound is ordered, where the output takes none in earlier than it is heard.
    private let leadIn: Duration
    /// How much earlier the output takes a sound in.
    var outputDepth = Duration.zero
    /// What should be sounding already at the start waits until then.
    let holdUntil: BootTime
    /// Ascending by occurrence.
    var entries: [Entry]
    /// Whether something that belongs on the disk has changed since ``takeChange()``.
    var isChanged = false
    /// Whether nothing rings any more until the program is started again.
    private var isSilenced = false

    /// A sound that starts late is ordered so far ahead: time to open the output, so that it starts whole.
    static let hurry: Duration = .milliseconds(500)
    /// An output that has not answered so long after the instant is stuck. Its answer may wait behind the writes of a
    /// slow disk.
    static let patience: Duration = .seconds(60)
    /// More sounds than this are more than an output mixes, and than anybody hears.
    static let maximumSounds = 12
    /// What an output was to make heard so soon may be with its device already, and be heard for a moment whatever it is
    /// told: up to 50 ms are, and its threads take some time.
    static let reach: Duration = .milliseconds(100)
    /// By so long after the instant an output that works has told that it is heard.
    static let word: Duration = .seconds(1)
    /// Somebody sleeps on until it is heard: a device or sound server that is back is to ring within two seconds, so that
    /// it is looked for this often, whatever the pause has been.
    static let retry: Duration = .seconds(1)

    init(_ rings: [Ring], leadIn: Duration, holdUntil: BootTime) {
        self.leadIn = leadIn
        self.holdUntil = holdUntil
        entries = rings.map { Entry(ring: $0, isUntold: $0.isOver && $0.rangAt == nil && $0.failure == nil) }
    }

    /// How long before its instant a sound is ordered.
    var advance: Duration { leadIn + outputDepth }

    /// What belongs on the disk.
    var rings: [Ring] { entries.map(\.ring) }
    var isEmpty: Bool { entries.isEmpty }

    func contains(_ occurrence: Occurrence) -> Bool { index(of: occurrence) != nil }

    func owner(_ index: Int) -> SoundOutput.Owner { .ring(entries[index].ring.occurrence) }

    /// What the output has of a ring.
    func sound(of index: Int, _ output: SoundOutput) -> SoundOutput.Sound? { output.sound(of: owner(index)) }

    func index(of occurrence: Occurrence) -> Int? { entries.firstIndex { $0.ring.occurrence == occurrence } }

    /// Whether there has been a change that is not on the disk yet.
    mutating func takeChange() -> Bool {
        defer { isChanged = false }
        return isChanged
    }

    // MARK: What happens to a ring

    /// Takes in an occurrence that is not in the book.
    mutating func begin(_ ring: Ring) {
        let place = entries.firstIndex { $0.ring.occurrence > ring.occurrence } ?? entries.count
        entries.insert(Entry(ring: ring), at: place)
        isChanged = true
    }

    /// Stop or snooze, of what is in the book.
    mutating func act(_ action: RingAction, at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]) {
        guard let index = index(of: action.occurrence), !entries[index].ring.isOver,
            !entries[index].ring.actions.contains(action.id)
        else { return }
        entries[index].ring.remember(action)
        isChanged = true
        switch action.kind {
        case .stop: end(index, .stopped, by: action.by, at: time, &output, &steps)
        case .snooze: snooze(index, action, at: time, &output, &steps)
        }
    }

    private mutating func snooze(
        _ index: Int, _ action: RingAction, at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]
    ) {
        var until = RingBook.snoozeEnd(of: entries[index].ring.style, action, at: time)
        if case .snoozed(let known) = entries[index].ring.phase {
            // Two people, one snooze: it ends at the same instant in all rooms, whatever order they heard of it in.
            if known.wall > until.wall { until = known }
        } else {
            entries[index].ring.snoozes += 1
        }
        entries[index].ring.phase = .snoozed(until: until)
        silence(index, at: time, &output, &steps)
    }

    /// When a snooze ends: counted from when it was asked for, so that all rooms agree, unless that clock is another's
    /// than ours; a whole second.
    static func snoozeEnd(of style: RingStyle, _ action: RingAction, at time: RingTime) -> DurableInstant {
        let length = Duration.minutes(style.snoozeMinutes)
        guard let wall = time.wall else {
            return DurableInstant(wall: action.at + length, boot: time.boot + length)
        }
        let from = (action.at - wall).magnitude <= .seconds(10) ? action.at : wall
        let end = (from + length).roundedUpToSecond
        return DurableInstant(wall: end, boot: time.boot + (end - wall))
    }

    /// It is not to ring any more, because its definition says so.
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
            // Nobody has heard of it yet: it is no occurrence any more.
            remove(index, at: time, &output, &steps)
        } else {
            end(index, .withdrawn, at: time, &output, &steps)
        }
    }

    /// It is not to ring, as nobody has heard it yet.
    ///
    /// - Returns: whether it is no longer in the book; else the output is to tell whether it was heard.
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
        end(index, .withdrawn, detail: "left out at its very onset", at: time, &output, &steps)
        return false
    }

    /// The clock was set, or is trusted anew: what is only about to ring, and by the clock as it is now is not or is at
    /// another moment, is taken back.
    ///
    /// - Returns: what was taken back. It is no longer in the book, and may be due anew.
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

    /// Whether it is about to ring, and not at its instant by the clock as it is now. What cannot be taken back any more
    /// has begun.
    private mutating func isMisplaced(_ index: Int, _ time: RingTime, _ output: SoundOutput) -> Bool {
        guard entries[index].ring.isUnheardAlarm, !isWithinReach(index, time, output),
            case .ringing(var since) = entries[index].ring.phase,
            since.anchor(at: time), let wall = time.wall, let begins = since.boot
        else { return false }
        entries[index].ring.phase = .ringing(since: since)
        // What is late has begun, but where it is still held back and by the clock as it is now is to come.
        guard time.boot < begins else {
            return sound(of: index, output) == nil && entries[index].ring.failure == nil
                && wall < entries[index].ring.occurrence.due
        }
        let instant = wall + (begins - time.boot)
        return (instant - entries[index].ring.occurrence.due).magnitude > .microseconds(500)
            || begins - advance > time.boot + .seconds(1)
    }

    /// Everything is silent, and goes on at the next start.
    mutating func silenceAll(at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]) {
        isSilenced = true
        for index in entries.indices { silence(index, at: time, &output, &steps) }
    }

    // MARK: Time

    /// Does what is due by now.
    mutating func tend(at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]) {
        for index in entries.indices.reversed() {
            switch entries[index].ring.phase {
            case .ringing: break
            case .snoozed(let until): if !isSilenced { wake(index, until, at: time, &output, &steps) }
            case .over(let end): close(index, end, at: time, &output, &steps)
            }
        }
        guard !isSilenced else { return }
        // Another walk, because rings have ended.
        for index in entries.indices.reversed() {
            if case .ringing(let since) = entries[index].ring.phase { sound(index, since, at: time, &output, &steps) }
        }
    }

    /// A snooze may be over.
    private mutating func wake(
        _ index: Int, _ until: DurableInstant, at time: RingTime, _ output: inout SoundOutput, _ steps: inout [Step]
    ) {
        var until = until
        guard until.anchor(at: time), let end = until.boot else { return }
        entries[index].ring.phase = .snoozed(until: until)
        guard end - advance <= time.boot else { return }
        guard time.boot <= end + entries[index].ring.window else {
            return self.end(
                index, .unanswered, detail: "its snooze ended while the node could not ring", at: time, &output, &steps)
        }
        // What is late rings its whole length.
        let begins = time.boot <= end ? until : DurableInstant(wall: time.wall ?? until.wall, boot: time.boot)
        entries[index].ring.phase = .ringing(since: begins)
        isChanged = true
    }

    /// A ring has its limit, and a sound until then.
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
        // What began late has as much less of its window left. A timer is due by the coordinator's clock, which says nothing
        // about this one.
        let lateness =
            switch ring.occurrence.source {
            case .alarm: max(.zero, since.wall - ring.occurrence.due)
            case .timer: Duration.zero
            }
        let window = ring.window - lateness
        if time.boot >= begins + (isMissed ? min(ring.limit, window) : ring.limit) {
            guard isMissed, time.boot <= begins + window else {
                return end(index, .unanswered, at: time, &output, &steps)
            }
            // As late as its window allows it rings its whole length.
            begins = time.boot
            since = DurableInstant(wall: time.wall ?? since.wall, boot: begins)
            entries[index].ring.phase = .ringing(since: since)
            isChanged = true
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
            // It should be sounding already. Somebody may have stopped it meanwhile, which is about to be told.
            wait(index, until: holdUntil, &output)
            if ring.rangAt == nil, ring.failure == nil, begins + ring.limit <= holdUntil {
                // It would be over before it can be heard: it rings its whole length, as what is missed does.
                since = DurableInstant(wall: time.wall ?? since.wall, boot: time.boot)
                entries[index].ring.phase = .ringing(since: since)
                isChanged = true
            }
            return
        }
        guard begins - advance <= time.boot else {
            return wait(index, until: begins - advance, &output)
        }
        guard entries.count <= RingBook.maximumSounds || output.ringCount < RingBook.maximumSounds else {
            return fail(
                index, .deviceBusy, "\(RingBook.maximumSounds) others were ringing", at: time, &output)
        }
        let audibleAt = begins > time.boot ? begins : time.boot + RingBook.hurry + outputDepth
        let sound = output.place(owner(index), audibleAt: audibleAt, answerBy: audibleAt + RingBook.patience)
        entries[index].notBefore = nil
        let start = Start(id: sound.id, occurrence: ring.occurrence, style: ring.style, audibleAt: audibleAt)
        steps.append(.start(start))
    }

    /// No sound is ordered before `instant`.
    private mutating func wait(_ index: Int, until instant: BootTime, _ output: inout SoundOutput) {
        output.forget(owner(index))
        entries[index].notBefore = instant
    }

    /// When ``tend(at:_:_:)`` has something to do next.
    func nextLook(after time: RingTime, _ output: SoundOutput) -> BootTime? {
        entries.indices.lazy.flatMap { looks($0, output) }.filter { $0 > time.boot }.min()
    }

    private func looks(_ index: Int, _ output: SoundOutput) -> [BootTime] {
        let (entry, sound) = (entries[index], sound(of: index, output))
        switch entry.ring.phase {
        case .snoozed(let until):
            return until.boot.map { [$0 - advance] } ?? []
        case .ringing(let since):
            guard let begins = since.boot else { return [] }
            // At its instant, too: from then on it is reported.
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

    /// Whether it is about to ring for the first time: nothing was heard of it yet.
    func isToCome(_ index: Int, _ time: RingTime) -> Bool {
        guard case .ringing(let since) = entries[index].ring.phase, entries[index].ring.snoozes == 0,
            let begins = since.boot
        else { return false }
        return time.boot < begins
    }

    /// Whether the output may no longer be able to take its sound back, and may soon tell that it was heard.
    private func isWithinReach(_ index: Int, _ time: RingTime, _ output: SoundOutput) -> Bool {
        guard let sound = sound(of: index, output), sound.phase == .ordered else { return false }
        let audibleAt = sound.audibleAt
        return audibleAt - outputDepth - RingBook.reach <= time.boot && time.boot < audibleAt + RingBook.word
    }

    /// When what is about to ring for the first time begins; `nil` where nothing of that source is.
    func beginning(of source: RingSource, after time: RingTime) -> DurableInstant? {
        guard
            let index = entries.indices.first(where: {
                entries[$0].ring.occurrence.source == source && isToCome($0, time)
            }),
            case .ringing(let since) = entries[index].ring.phase
        else { return nil }
        return since
    }

    /// Whether something that is not on order yet has the instant at which it begins, and that is to come.
    func isAboutToSound(at now: BootTime, _ output: SoundOutput) -> Bool {
        entries.indices.contains { index in
            guard case .ringing(let since) = entries[index].ring.phase, let begins = since.boot, now < begins else {
                return false
            }
            return sound(of: index, output)?.phase != .ordered
        }
    }
}

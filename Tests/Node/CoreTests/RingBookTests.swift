import ClockDomain
import ClockWire
import Testing

@testable import ClockNodeCore

/// The life of one ring as a table: the events, their times, and the steps that follow.
struct RingBookTests {
    private let boot = BootTime(nanoseconds: 1_000_000_000_000)

    private func time(_ after: Duration, knowsWall: Bool = true) -> RingTime {
        RingTime(wall: knowsWall ? noon + after : nil, boot: boot + after)
    }

    private var output: SoundOutput {
        SoundOutput(
            NodeCore.Identity(
                id: NodeID("kitchen")!, version: "1.2.3", bootID: "boot 1", zone: .utc, device: "default",
                leadIn: .seconds(2)))
    }

    private func book(_ phase: Ring.Phase? = nil, change: (inout Ring) -> Void = { _ in }) -> (RingBook, SoundOutput) {
        var ring = Ring(
            occurrence: occurrence(noon), label: "Work", style: .alarm, countsFrom: noon - .hours(1),
            windowSeconds: 1800, phase: phase ?? .ringing(since: DurableInstant(wall: noon, boot: boot)))
        change(&ring)
        return (RingBook([ring], leadIn: .seconds(3), holdUntil: boot - .hours(1)), output)
    }

    private func tend(_ book: inout RingBook, _ output: inout SoundOutput, _ after: Duration, knowsWall: Bool = true)
        -> [RingBook.Step]
    {
        var steps: [RingBook.Step] = []
        book.tend(at: time(after, knowsWall: knowsWall), &output, &steps)
        return steps
    }

    /// The time of the look, and the onset of the sound ordered then; `nil` when it orders none.
    @Test(arguments: [
        (Duration.seconds(-4), Duration?.none), (.seconds(-3), .zero), (.milliseconds(-300), .zero),
        (.zero, .milliseconds(500)), (.minutes(5), .minutes(5) + .milliseconds(500)),
    ])
    func aSoundIsOrderedAheadOrAsSoonAsItCanBe(after: Duration, audible: Duration?) {
        var (book, output) = book()
        let starts = tend(&book, &output, after).compactMap { step -> Duration? in
            if case .start(let start) = step { start.audibleAt - boot } else { nil }
        }
        #expect(starts == (audible.map { [$0] } ?? []))
        // Once.
        #expect(tend(&book, &output, after + .milliseconds(1)).isEmpty)
    }

    /// Withdrawn so long before its instant, or after it; true when it has a line though it was never heard.
    @Test(arguments: [
        (Duration.milliseconds(-500), false), (.milliseconds(-99), false), (.milliseconds(-1), false),
        (.milliseconds(1), true),
    ])
    func whatIsWithdrawnBeforeItsInstantHasNoLine(after: Duration, hasLine: Bool) {
        for knowsWall in [true, false] {
            var (book, output) = book()
            _ = tend(&book, &output, .seconds(-3))
            var steps: [RingBook.Step] = []
            book.withdraw(at: time(after, knowsWall: knowsWall), &output, &steps) { _ in true }
            if !book.isEmpty {
                let wasItsSound = book.stopped(id: 1, &output)
                #expect(wasItsSound)
                steps += tend(&book, &output, after + .milliseconds(50), knowsWall: knowsWall)
            }
            let lines = steps.count { if case .ended = $0 { true } else { false } }
            #expect(lines == (hasLine ? 1 : 0))
            #expect(book.isEmpty && steps.contains(.stop(id: 1)))
        }
    }

    /// A ring found on the disk: heard or not, the time since it was due, and its outcome.
    @Test(arguments: [
        (true, Duration.minutes(9), RingOutcome?.none, RingReason?.none), (true, .minutes(10), .rang, .unanswered),
        (true, .hours(9), .rang, .unanswered), (false, .minutes(9), nil, nil), (false, .minutes(29), nil, nil),
        (false, .minutes(31), .missed, .late),
    ])
    func whatARestartFindsRingsOnOrHasItsLine(
        wasHeard: Bool, after: Duration, outcome: RingOutcome?, reason: RingReason?
    ) {
        var (book, output) = book { if wasHeard { $0.rangAt = noon } }
        let records = tend(&book, &output, after).compactMap { if case .ended(let record) = $0 { record } else { nil } }
        #expect(records.map(\.outcome) == (outcome.map { [$0] } ?? []))
        #expect(records.map(\.reason) == (reason.map { [$0] } ?? []))
        #expect(book.isEmpty == (outcome != nil))
    }

    @Test func afterARebootNothingHappensUntilItIsKnownWhatTimeItIs() {
        var rebooted = DurableInstant(wall: noon, boot: nil)
        for phase in [Ring.Phase.ringing(since: rebooted), .snoozed(until: rebooted)] {
            var (book, output) = book(phase)
            #expect(tend(&book, &output, .minutes(1), knowsWall: false).isEmpty)
            #expect(book.nextLook(after: time(.minutes(1), knowsWall: false), output) == nil)
            #expect(tend(&book, &output, .minutes(1)).count == 1)
        }
        let isAnchored = rebooted.anchor(at: time(.minutes(-1)))
        #expect(isAnchored)
        #expect(rebooted.boot == boot)
    }

    /// A wall clock that is set back makes nothing longer than it was when it was stored.
    @Test func aRebootNeverLengthensWhatIsLeft() {
        var instant = DurableInstant(wall: noon, boot: boot)
        instant.loseBootClock(last: boot - .minutes(4))
        var early = instant
        _ = early.anchor(at: RingTime(wall: noon - .hours(2), boot: boot))
        #expect(early.boot == boot + .minutes(4))
        var late = instant
        _ = late.anchor(at: RingTime(wall: noon - .minutes(1), boot: boot))
        #expect(late.boot == boot + .minutes(1))
    }

    @Test func whatIsStoppedJustBeforeItsFirstFrameAndHeardAllTheSameEndsNoSoonerThanItBegan() {
        var (book, output) = book()
        _ = tend(&book, &output, .seconds(-3))
        var steps: [RingBook.Step] = []
        let action = RingAction(id: "x", occurrence: occurrence(noon), kind: .stop, at: noon)
        book.act(action, at: time(.milliseconds(-7)), &output, &steps)
        #expect(steps == [.stop(id: 1)])
        let isRing = book.started(
            id: 1, onsetErrorNanoseconds: 0, missingSound: nil, at: time(.milliseconds(60)), &output)
        #expect(isRing)
        let records = tend(&book, &output, .milliseconds(60)).compactMap {
            if case .ended(let record) = $0 { record } else { nil }
        }
        #expect(records.map(\.outcome) == [.rang])
        #expect(records.map(\.rangAt) == [noon] && records.map(\.endedAt) == [noon])
        #expect(book.isEmpty)
    }

    /// Heard within two seconds of the output's return: this, and half a second to open it.
    @Test(arguments: [1, 2, 20])
    func failuresAreRetriedEverySecond(failures: Int) {
        var (book, output) = book()
        var now = Duration.zero
        var delays: [Duration] = []
        for _ in 1...failures {
            var steps: [RingBook.Step] = []
            book.tend(at: time(now), &output, &steps)
            let isRing = book.failed(
                id: output.lastID, .deviceBusy, message: "busy", at: time(now), &output)
            #expect(isRing)
            guard let until = book.entries[0].notBefore else { break }
            delays.append(until - (boot + now))
            now = until - boot
        }
        #expect(delays == .init(repeating: .seconds(1), count: failures))
    }

    @Test func moreThanAnOutputMixesWaitForTheirTurn() {
        let rings = (1...20).map { number in
            Ring(
                occurrence: occurrence(number, noon), label: "", style: .alarm, countsFrom: noon, windowSeconds: 60,
                phase: .ringing(since: DurableInstant(wall: noon, boot: boot)))
        }
        var output = output
        var book = RingBook(rings, leadIn: .seconds(3), holdUntil: boot - .hours(1))
        #expect(tend(&book, &output, .zero).count == RingBook.maximumSounds)
        var steps: [RingBook.Step] = []
        let sounding = book.entries.indices.first { book.sound(of: $0, output) != nil }.map {
            book.entries[$0].ring.occurrence
        }
        book.act(
            RingAction(id: "x", occurrence: sounding ?? occurrence(noon), kind: .stop, at: noon), at: time(.seconds(1)),
            &output, &steps)
        #expect(tend(&book, &output, .seconds(30)).count == 1)
    }

    @Test(arguments: [
        (Duration.zero, Duration.minutes(9)), (.milliseconds(-9_300), .minutes(9) - .seconds(9)),
        (.milliseconds(700), .minutes(9) + .seconds(1)), (.seconds(-60), .minutes(9)),
    ])
    func aSnoozeEndsOnAWholeSecondAfterItWasAskedFor(asked: Duration, ends: Duration) {
        let action = RingAction(id: "x", occurrence: occurrence(noon), kind: .snooze, at: noon + asked)
        let end = RingBook.snoozeEnd(of: .alarm, action, at: time(.zero))
        #expect(end == DurableInstant(wall: noon + ends, boot: boot + ends))
    }
}

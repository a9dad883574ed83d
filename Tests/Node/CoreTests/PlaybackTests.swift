import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

struct PlaybackTests {
    @Test(arguments: [
        (PlaybackFailure.deviceMissing, QuarterOutcome.failed, QuarterReason.deviceMissing, AudioReport.State.missing),
        (.deviceBusy, .failed, .deviceBusy, .busy),
        (.deviceFailed, .failed, .deviceFailed, .failed),
        (.late, .missed, .late, .unknown),
    ])
    func aFailureIsRecordedInItsOwnWords(
        failure: PlaybackFailure, outcome: QuarterOutcome, reason: QuarterReason, state: AudioReport.State
    ) {
        var node = NodeDriver(at: noon - .seconds(15))
        node.output = .fails(failure, message: "default: it says no")
        node.start()
        node.send(.wake(wake()))
        node.run(for: .minutes(1))
        #expect(node.plays.count == 1)
        #expect(node.records.map(\.outcome) == [outcome])
        #expect(node.records.map(\.reason) == [reason])
        #expect(node.records.map(\.detail) == ["default: it says no"])
        #expect(node.reports.last?.audio.state == state)
        #expect(node.reports.last?.audio.detail == (state == .unknown ? nil : "default: it says no"))
    }

    @Test(arguments: [
        (nanoseconds: Int64?(1_499), microseconds: Int?(1)), (1_500, 2), (-1_500, -2), (-1_499, -1), (0, 0),
        (.max, 9_223_372_036_854_776), (.min, -9_223_372_036_854_776), (nil, nil),
    ])
    func theOnsetErrorIsRoundedToMicroseconds(nanoseconds: Int64?, microseconds: Int?) {
        var node = NodeDriver(at: noon - .seconds(15))
        node.output = .plays(onsetErrorNanoseconds: nanoseconds)
        node.start()
        node.run(for: .seconds(20))
        #expect(node.records.map(\.onsetErrorMicroseconds) == [microseconds])
    }

    @Test func whatStoodInOrRanDryIsTold() {
        for (output, reason): (NodeDriver.Output, QuarterReason) in [
            (.plays(underruns: 2, missingClips: ["twelve", "PM"]), .fallbackTone), (.plays(underruns: 2), .underrun),
        ] {
            var node = NodeDriver(at: noon - .seconds(15))
            node.output = output
            node.start()
            node.run(for: .seconds(20))
            #expect(node.records.map(\.outcome) == [.announced])
            #expect(node.records.map(\.reason) == [reason])
            #expect(node.records.first?.detail?.contains(reason == .underrun ? "2 times" : "twelve, PM") == true)
        }
    }

    @Test func anOutputThatNeverAnswersIsGivenUp() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.output = .neverAnswers
        node.start()
        node.send(.wake(wake()))
        // A stroke, the words, and its patience.
        node.run(for: .seconds(47))
        #expect(node.records.isEmpty)
        node.run(for: .seconds(2))
        #expect(node.cancelledPlays == [1])
        #expect(node.records.map(\.reason) == [.deviceFailed])
        #expect(node.reports.last?.audio.state == .failed)
        // A later report comes too late, and the node plays the next quarter hour.
        node.send(.playback(id: 1, .finished(onsetErrorNanoseconds: 0, underruns: 0, missingClips: [])))
        node.output = .plays()
        node.run(for: .minutes(15))
        #expect(node.records.map(\.outcome) == [.failed, .announced])
    }

    @Test func answersToOtherOrdersAreNotThisOnes() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.send(.wake(wake()))
        node.run(for: .seconds(14))
        for id in [0, 2, -1, .max] { node.send(.playback(id: id, .failed(.deviceFailed, message: "no"))) }
        node.send(.playback(id: 7, .cancelled))
        node.run(for: .seconds(10))
        #expect(node.records.map(\.outcome) == [.announced])
    }

    @Test func anAnnouncementCutOffByOthersIsInterrupted() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.output = .neverAnswers
        node.start()
        node.run(for: .seconds(15))
        node.send(.playback(id: 1, .cancelled))
        #expect(node.records.map(\.outcome) == [.missed])
        #expect(node.records.map(\.reason) == [.interrupted])
    }
}

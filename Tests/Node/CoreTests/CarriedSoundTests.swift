import ClockDomain
import ClockWire
import Testing

@testable import ClockNodeCore

private let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
private let carried = Blob(id: Digest(of: bytes), bytes: bytes.count)!

private func chunk(_ index: Int) -> NodeCore.Event {
    .chunk(index, of: carried.id, in: carried.id, Array(bytes[carried.range(ofChunk: index)]))
}

private func order(
    _ id: String = "c1", at target: WallTime, volume: Volume? = nil, sound: Blob = carried
) -> NodeCore.Event {
    .command(
        Command(
            id: id, action: .play(SoundOrder(sound: sound, target: target, volume: volume, label: "bell")),
            notAfter: target + .seconds(2)))
}

/// Sounds that are carried to a node and played at an instant. The tests answer for the files and the output.
struct CarriedSoundTests {
    private static let beginning = noon + .minutes(7)
    private static let target = beginning + .seconds(5)

    private func started(_ change: (inout NodeSettings) -> Void = { _ in }) -> NodeDriver {
        var node = NodeDriver(at: Self.beginning, state: state(change))
        node.start()
        node.run(for: .milliseconds(10))
        node.forgetLog()
        return node
    }

    /// Has the sound fetched, kept and loaded.
    private func deliver(_ node: inout NodeDriver) {
        node.send(.soundFound(carried.id, isThere: false))
        for index in 0..<carried.chunks { node.send(chunk(index)) }
        node.send(.blobKept(carried.id, of: carried.id))
        node.send(.soundLoaded(carried.id))
    }

    @Test func aSoundIsFetchedKeptLoadedAndPlayedAtItsInstant() throws {
        var node = started()
        node.send(order(at: Self.target))
        // The order is on the disk before anything is done for it.
        let stored = try #require(node.effects.firstIndex { $0.carried?.map(\.id) == ["c1"] })
        let looked = try #require(node.effects.firstIndex(of: .findSound(carried)))
        #expect(stored < looked)

        node.send(.soundFound(carried.id, isThere: false))
        #expect(node.effects.last(where: \.isOfSound) == .fetchContent(carried.id))
        node.forgetLog()
        for index in [2, 0, 1] { node.send(chunk(index)) }
        #expect(
            node.effects.filter(\.isOfSound).map(\.nameOfSound) == ["keep 2", "keep 0", "keep 1", "whole"])
        node.forgetLog()
        node.send(.blobKept(carried.id, of: carried.id))
        #expect(
            node.effects.filter(\.isOfSound) == [
                .leaveContent(carried.id),
                .publish(.contentReport(ContentReport(content: carried.id, state: .ready))),
                .loadSound(carried),
            ])
        node.send(.soundLoaded(carried.id))
        node.run(until: Self.target - .seconds(2) - .milliseconds(1))
        #expect(node.carriedPlays.isEmpty)
        node.run(until: Self.target - .seconds(2))
        #expect(
            node.carriedPlays == [
                CarriedPlayOrder(
                    id: 1, sound: carried.id, target: Self.target, audibleAt: node.now.boot + .seconds(2),
                    volume: .standard, trimMicroseconds: 0)
            ])
        #expect(node.saved.carried.orders.map(\.isPlaying) == [true])

        node.run(until: Self.target + .seconds(3))
        node.forgetLog()
        node.send(.playback(id: 1, .finished(onsetErrorNanoseconds: 12_400, underruns: 0, missingClips: [])))
        #expect(
            node.soundRecords == [
                SoundRecord(
                    order: "c1", sound: carried.id, label: "bell", target: Self.target, outcome: .played,
                    onsetErrorMicroseconds: 12)
            ])
        #expect(node.effects.contains(.unloadSound(carried.id)))
        #expect(node.state.carried.orders.isEmpty && node.batches.count == 1)
    }

    @Test func whatIsOnTheDiskIsNotFetched() {
        var node = started()
        node.send(order(at: Self.target))
        node.send(.soundFound(carried.id, isThere: true))
        #expect(!node.effects.contains(.fetchContent(carried.id)))
        node.send(.soundLoaded(carried.id))
        node.run(until: Self.target)
        #expect(node.carriedPlays.count == 1)
    }

    @Test func aRepeatedOrderIsPlayedOnceAlsoAfterACrash() {
        var node = started()
        for _ in 0..<3 { node.send(order(at: Self.target)) }
        deliver(&node)
        node.run(until: Self.target)
        node.send(.playback(id: 1, .finished(onsetErrorNanoseconds: 0, underruns: 0, missingClips: [])))
        node.send(order(at: Self.target))
        node.crash()
        node.send(order(at: Self.target))
        node.run(for: .seconds(10))
        #expect(node.carriedPlays.count == 1)
        #expect(node.soundRecords.map(\.outcome) == [.played])
    }

    @Test func muteAndQuietHoursDoNotHoldItBack() {
        var node = started {
            $0.mute = .on
            $0.quiet = [QuietPeriod("00:00-23:59")!]
            $0.volume = Volume(percent: 40)!
        }
        node.send(order(at: Self.target))
        node.send(order("c2", at: Self.target, volume: Volume(percent: 90)!))
        deliver(&node)
        node.run(until: Self.target)
        #expect(node.carriedPlays.map(\.volume.percent) == [40, 90])
    }

    @Test func aNewVolumeHoldsForOneThatPlays() {
        var node = started()
        node.send(order(at: Self.target))
        node.send(order("c2", at: Self.target, volume: Volume(percent: 90)!))
        deliver(&node)
        node.run(until: Self.target + .seconds(1))
        node.forgetLog()
        node.send(.desired(desired(2) { $0.volume = Volume(percent: 70)! }))
        #expect(
            node.effects.filter { if case .setVolume = $0 { true } else { false } }
                == [.setVolume(id: 1, Volume(percent: 70)!, floor: .silent)])
    }

    @Test(arguments: [
        (-1, SoundReason.late, "the order came 1 ms after the instant"),
        (-60_000, .late, "the order came 60000 ms after the instant"),
        (26 * 3_600_000, .late, "this node's clock shows 2026-11-21T12:07:00.010Z, over a day before"),
    ])
    func anOrderThatIsNotForNowIsMissed(milliseconds: Int, reason: SoundReason, detail: String) {
        var node = started()
        node.send(order(at: node.now.wall + .milliseconds(milliseconds)))
        #expect(node.soundRecords.map(\.outcome) == [.missed])
        #expect(node.soundRecords.map(\.reason) == [reason] && node.soundRecords.map(\.detail) == [detail])
        #expect(!node.effects.contains(.findSound(carried)))
    }

    @Test func anUntrustedClockMissesIt() {
        var node = NodeDriver(at: Self.beginning, sync: .unsynchronised)
        node.start()
        node.send(order(at: Self.target))
        #expect(node.soundRecords.map(\.reason) == [.untrusted])
    }

    /// The events before the instant, and the reason and detail of the record.
    @Test(
        arguments: [
            ([], SoundReason.late, "the sound was not in memory at the instant"),
            ([.soundFound(carried.id, isThere: false), chunk(1)], .incomplete, "1 of 3 parts had come at the instant"),
            ([.soundFound(carried.id, isThere: true)], .late, "the sound was not in memory at the instant"),
        ] as [([NodeCore.Event], SoundReason, String)])
    func whatIsNotThereAtTheInstantIsMissed(events: [NodeCore.Event], reason: SoundReason, detail: String) {
        var node = started()
        node.send(order(at: Self.target))
        for event in events { node.send(event) }
        node.run(until: Self.target - .milliseconds(1))
        #expect(node.soundRecords.isEmpty)
        node.run(until: Self.target)
        #expect(node.soundRecords.map(\.reason) == [reason] && node.soundRecords.map(\.detail) == [detail])
        // Parts that come now serve no order.
        deliver(&node)
        node.run(for: .seconds(5))
        #expect(node.carriedPlays.isEmpty && node.soundRecords.count == 1)
    }

    @Test(arguments: [SoundReason.mismatch, .noSpace, .unreadable])
    func aSoundThatCannotBeHadEndsItsOrders(reason: SoundReason) {
        var node = started()
        node.send(order(at: Self.target))
        node.send(order("c2", at: Self.target + .seconds(9)))
        node.send(.soundFound(carried.id, isThere: false))
        node.send(chunk(0))
        node.send(.contentLost(carried.id, reason, detail: "so it is"))
        #expect(node.soundRecords.map(\.outcome) == [.failed, .failed])
        #expect(node.soundRecords.map(\.reason) == [reason, reason])
        #expect(node.effects.last(where: \.isOfSound) == .leaveContent(carried.id))
    }

    @Test func chunksThatDoNotComeAreAskedFor() {
        var node = started()
        node.send(order(at: Self.beginning + .seconds(8)))
        node.send(.soundFound(carried.id, isThere: false))
        node.send(chunk(1))
        node.run(for: .milliseconds(990))
        #expect(node.contentReports.isEmpty)
        node.run(for: .milliseconds(20))
        let wanted = ContentReport(
            content: carried.id, state: .wanted([ContentPart(blob: carried, chunks: [0, 2])]))
        #expect(node.contentReports == [wanted])
        node.run(for: .seconds(1))
        #expect(node.contentReports == [wanted, wanted])
        // Without a connection nobody can be asked; with one, soon again.
        node.send(.brokerDisconnected)
        node.run(for: .seconds(2))
        #expect(node.contentReports.count == 2)
        node.send(.brokerConnected)
        node.run(for: .seconds(1))
        #expect(node.contentReports.count == 3)
        node.send(chunk(0))
        node.send(chunk(2))
        node.send(.blobKept(carried.id, of: carried.id))
        node.send(.soundLoaded(carried.id))
        node.run(until: Self.beginning + .seconds(8))
        #expect(node.carriedPlays.count == 1)
    }

    @Test func chunksThatAreNoneOfItsOwnChangeNothing() {
        var node = started()
        node.send(order(at: Self.target))
        node.send(.soundFound(carried.id, isThere: false))
        node.forgetLog()
        let other = Digest(of: [1])
        node.send(.chunk(0, of: other, in: other, [1]))
        node.send(.chunk(0, of: other, in: carried.id, [1]))
        node.send(.chunk(3, of: carried.id, in: carried.id, [1]))
        node.send(.chunk(-1, of: carried.id, in: carried.id, [1]))
        node.send(.chunk(0, of: carried.id, in: carried.id, [1]))
        #expect(node.effects.filter(\.isOfSound).isEmpty)
        #expect(node.warnings.count == 1 && node.warnings[0].contains("it has 1 bytes, not 49152"))
        for index in [0, 0, 1, 1] { node.send(chunk(index)) }
        #expect(node.effects.filter(\.isOfSound).map(\.nameOfSound) == ["keep 0", "keep 1"])
    }

    @Test func ordersOfOneSoundShareIt() {
        var node = started()
        node.send(order("c1", at: Self.target))
        node.send(order("c2", at: Self.target + .seconds(20)))
        deliver(&node)
        node.run(until: Self.target)
        node.send(.playback(id: 1, .finished(onsetErrorNanoseconds: 0, underruns: 0, missingClips: [])))
        #expect(!node.effects.contains(.unloadSound(carried.id)))
        #expect(node.contentReports == [ContentReport(content: carried.id, state: .ready)])
        node.run(until: Self.target + .seconds(20))
        node.send(.playback(id: 2, .finished(onsetErrorNanoseconds: 0, underruns: 0, missingClips: [])))
        #expect(node.effects.count { $0 == .findSound(carried) } == 1)
        #expect(node.effects.contains(.unloadSound(carried.id)))
    }

    private static func cancel(_ order: String, at now: WallTime) -> NodeCore.Event {
        .command(Command(id: "x\(order)", action: .cancel(order: order), notAfter: now + .minutes(1)))
    }

    @Test func whatIsToBePlayedIsReportedOnceItIsOnTheDisk() {
        var node = started()
        node.send(.brokerConnected)
        node.send(order("c2", at: Self.target + .seconds(60)))
        node.send(order("c1", at: Self.target + .seconds(30)))
        node.run(for: .seconds(2))
        #expect(node.reports.last?.plays.map(\.id) == ["c1", "c2"])
        #expect(node.reports.last?.plays.first?.label == "bell")
        node.send(Self.cancel("c1", at: node.now.wall))
        node.run(for: .seconds(2))
        #expect(node.reports.last?.plays.map(\.id) == ["c2"])
    }

    @Test func anOrderThatIsTakenBackEndsInALineAndIsNotHeard() {
        var node = started()
        node.send(order(at: Self.target))
        deliver(&node)
        node.send(Self.cancel("c1", at: node.now.wall))
        #expect(node.soundRecords.map(\.outcome) == [.withdrawn])
        #expect(node.soundRecords.map(\.detail) == ["it was withdrawn before it was heard"])
        #expect(node.effects.contains(.unloadSound(carried.id)))
        node.run(until: Self.target + .seconds(5))
        #expect(node.carriedPlays.isEmpty && node.soundRecords.count == 1)
        // An order that has its line, or that never came, has nothing to cancel.
        node.send(Self.cancel("c1", at: node.now.wall))
        node.send(Self.cancel("c9", at: node.now.wall))
        #expect(node.soundRecords.count == 1)
    }

    @Test(arguments: [(Duration.milliseconds(-500), "before it was heard"), (.milliseconds(500), "while it was heard")])
    func whatTheOutputHasFallsSilent(after: Duration, words: String) {
        var node = started()
        node.send(order(at: Self.target))
        deliver(&node)
        node.run(until: Self.target + after)
        #expect(node.carriedPlays.map(\.id) == [1])
        node.send(Self.cancel("c1", at: node.now.wall))
        #expect(node.effects.contains(.cancelPlay(id: 1)))
        node.send(.playback(id: 1, .cancelled))
        #expect(node.soundRecords.map(\.outcome) == [.withdrawn])
        #expect(node.soundRecords.map(\.detail) == ["it was withdrawn \(words)"])
    }

    @Test func oneTooManyIsRefused() {
        var node = started()
        for number in 0..<17 { node.send(order("c\(number)", at: Self.target + .seconds(number))) }
        #expect(node.state.carried.orders.count == 16)
        #expect(node.soundRecords.map(\.order) == ["c16"] && node.soundRecords.map(\.reason) == [.busy])
    }
}

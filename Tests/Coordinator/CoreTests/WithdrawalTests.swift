import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// Sounds that were taken back stay so, whatever becomes of the coordinator.
@Suite struct WithdrawalTests {
    private var harness: CoreHarness

    init() { self.init(nil) }

    init(_ store: MemoryStore?) {
        harness = CoreHarness(at: "18:01:00", store: store)
        harness.join(kitchen)
        harness.join(bedroom)
    }

    /// Has a text said in both rooms at half past six, and gives the order's id.
    private mutating func say() throws -> String {
        harness.request(SayRequest(text: "Dinner is ready", how: PlayOptions(at: instant("18:30:00"))))
        harness.send(.soundReady(job: 1, Blob(id: Digest(of: [1]), bytes: 100)!, milliseconds: 900))
        guard let result = harness.replies.first?.value as? PlayResult else { throw Failure() }
        return result.id
    }

    private struct Failure: Error {}

    private var cancellations: [Command.Action] { harness.effects.commands.map(\.command.action) }

    @Test func aRoomThatWasAwayIsToldAfterTheCoordinatorsRestart() throws {
        let store = MemoryStore.empty()
        var first = WithdrawalTests(store)
        let id = try first.say()
        first.harness.send(.availability(bedroom, .offline))
        first.harness.request(CancelRequest(id: id))
        first.harness.commitAll()
        var second = CoreHarness(at: "18:02:00", store: store)
        let kept = [PendingSound(id: id, label: "Dinner is ready", target: instant("18:30:00"))]
        second.send(.reported(bedroom, reported(plays: kept)))
        #expect(second.effects.commands.map(\.command.action) == [.cancel(order: id)])
    }

    /// The store does not take it: the client learns that, and the first commit that works stores it.
    @Test mutating func aSoundThatWasTakenBackIsStoredWhenTheStoreTakesChangesAgain() throws {
        let sound = WithdrawnSound(order: try say(), target: instant("18:30:00"))
        harness.request(CancelRequest(id: sound.order))
        #expect(
            cancellations == [.cancel(order: sound.order), .cancel(order: sound.order)],
            "those that are there are told all the same")
        harness.failCommit()
        #expect(harness.refusal?.code == .storeFailed)
        let commits = harness.advance(.seconds(10)) + harness.commitAll()
        let stored = commits.flatMap { effect -> [StoreOperation] in
            if case .commit(_, let operations) = effect { operations } else { [] }
        }
        #expect(stored.contains(.saveWithdrawn([sound])))
    }

    @Test mutating func onlySoManyThatWereTakenBackAreRememberedAndNoneForLongerThanADay() throws {
        func takeBack(_ number: Int) {
            let kept = [PendingSound(id: "q\(number)", label: "", target: harness.now.wall + .minutes(1))]
            harness.send(.reported(kitchen, reported(plays: kept)))
            harness.request(CancelRequest(id: "q\(number)"))
        }
        var stored: [WithdrawnSound] = []
        for number in 0..<300 {
            takeBack(number)
            for case .saveWithdrawn(let sounds) in harness.operations { stored = sounds }
            harness.commitAll()
        }
        #expect(stored.count == 256 && stored.last?.order == "q299")
        _ = harness.advance(.hours(25))
        harness.commitAll()
        takeBack(300)
        let last = WithdrawnSound(order: "q300", target: harness.now.wall + .minutes(1))
        #expect(harness.operations == [.saveWithdrawn([last])])
    }
}

import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

@Suite struct WakeTests {
    @Test func everyQuarterHourIsWokenAtItsLead() {
        var harness = CoreHarness(at: "17:50:00")
        let wakes = harness.advance(.hours(1)).wakes
        #expect(wakes.map(\.wake.target) == ["18:00:00", "18:15:00", "18:30:00", "18:45:00"].map(instant))
        #expect(wakes.allSatisfy { $0.wake.target - $0.wake.sent == .seconds(15) })
        #expect(wakes.allSatisfy { $0.wake.leadMilliseconds == 15_000 && $0.wake.budgetMilliseconds == 30_000 })
        #expect(wakes.allSatisfy { $0.wake.notAfter == $0.wake.target + .seconds(2) && $0.expirySeconds == 17 })
    }

    @Test(
        "a connection inside the lead window publishes at once, with what is left as expiry",
        arguments: [
            ("17:59:44.000", nil), ("17:59:45.000", 17), ("17:59:50.500", 11), ("17:59:59.999", 2),
            ("18:00:00.000", nil), ("18:00:01.000", nil),
        ] as [(String, UInt32?)])
    func lateConnection(time: String, expirySeconds: UInt32?) {
        var harness = CoreHarness(at: time, connected: false)
        harness.send(.brokerConnected)
        #expect(harness.wakes.map(\.expirySeconds) == (expirySeconds.map { [$0] } ?? []))
    }

    @Test func nothingIsPublishedWhileTheBrokerIsAwayAndTheWindowIsCaughtUpWith() {
        var harness = CoreHarness(at: "17:55:00")
        harness.send(.brokerDisconnected(reason: "gone"))
        #expect(harness.advance(.seconds(4 * 60 + 50)).wakes.isEmpty)
        harness.send(.brokerConnected)
        #expect(harness.wakes.map(\.wake.target) == [instant("18:00:00")])
        // The next quarter hour's wake is armed all the same.
        #expect(harness.deadline(.wake) == .wall(instant("18:14:45")))
    }

    @Test func aReconnectionInTheWindowPublishesTheSameWakeAgain() {
        var harness = CoreHarness(at: "17:59:50")
        #expect(harness.wakes.count == 1)
        harness.send(.brokerDisconnected(reason: "gone"))
        harness.send(.brokerConnected)
        #expect(harness.wakes.map(\.wake.target) == [instant("18:00:00")])
    }

    @Test func aClockSetForwardAndBackMovesTheWake() {
        var harness = CoreHarness(at: "17:30:20")
        #expect(harness.deadline(.wake) == .wall(instant("17:44:45")))
        #expect(harness.setClock(to: "18:14:50").wakes.map(\.wake.target) == [instant("18:15:00")])
        #expect(harness.deadline(.wake) == .wall(instant("18:29:45")))
        #expect(harness.setClock(to: "17:31:00").wakes.isEmpty)
        #expect(harness.deadline(.wake) == .wall(instant("17:44:45")))
    }

    @Test func aStaleFiringIsIgnored() throws {
        var harness = CoreHarness(at: "17:44:00")
        let stale = try #require(harness.token(.wake))
        _ = harness.setClock(to: "17:59:50")
        #expect(harness.send(.timer(stale)).isEmpty)
    }

    @Test func aLeadOfFiveMinutesIsKept() {
        var harness = CoreHarness(at: "17:50:00", lead: .seconds(300))
        let wakes = harness.advance(.minutes(10)).wakes
        #expect(wakes.map(\.wake.sent) == [instant("17:55:00")])
    }

    @Test func wakingByHandReachesUpToTheLongestBudget() throws {
        var harness = CoreHarness(at: "17:52:00")
        harness.request(WakeRequest())
        let wake = try #require(harness.wakes.first)
        #expect(harness.replies == [.success(WakeResult(target: instant("18:00:00")))])
        #expect(wake.wake.budgetMilliseconds == 495_000)
        #expect(wake.wake.leadMilliseconds == 480_000)
        #expect(wake.expirySeconds == 482)
    }

    @Test func wakingByHandTooEarlySaysWhenItCanBeDone() throws {
        var harness = CoreHarness(at: "17:46:00")
        harness.request(WakeRequest())
        let refusal = try #require(harness.refusal)
        #expect(refusal.code == .unavailable)
        #expect(refusal.message.contains("14 min") && refusal.message.contains("17:50:10"))
        #expect(harness.wakes.isEmpty)
        _ = harness.advance(.seconds(4 * 60 + 10))
        harness.request(WakeRequest())
        #expect(harness.wakes.map(\.wake.budgetMilliseconds) == [600_000])
    }

    @Test func theWakeGoesOutBeforeTheLongestMelodyByAsMuchAsBeforeTheInstant() throws {
        var harness = CoreHarness(at: "17:50:00")
        harness.send(.reported(kitchen, reported(lead: 22_000)))
        harness.send(.reported(bedroom, reported(instance: "machine-b")))
        #expect(harness.deadline(.wake) == .wall(instant("17:59:23")))
        #expect(harness.status().nextWake == instant("17:59:23"))
        let wake = try #require(harness.advance(.minutes(10)).wakes.first?.wake)
        #expect(wake.sent == instant("17:59:23"))
        #expect(wake.leadMilliseconds == 37_000)
        // A node without a chime has as much of its budget at the target as it always has.
        #expect(wake.budgetMilliseconds == 52_000)
        harness.send(.reported(kitchen, reported()))
        #expect(harness.deadline(.wake) == .wall(instant("18:14:45")))
    }

    @Test func aMelodyThatIsSetWithinItsWindowHasItsWakeAtOnce() {
        var harness = CoreHarness(at: "17:59:30")
        #expect(harness.wakes.isEmpty)
        harness.send(.reported(kitchen, reported(lead: 22_000)))
        #expect(harness.wakes.map(\.wake.target) == [instant("18:00:00")])
        harness.send(.reported(kitchen, reported(lead: 22_000)))
        #expect(harness.wakes.isEmpty)
    }

    @Test func theLongestLeadOfAllStaysWithinWhatABudgetReaches() {
        var harness = CoreHarness(at: "17:45:01", lead: .seconds(580), budget: .seconds(590))
        harness.send(.reported(kitchen, reported(lead: 60_000)))
        let wakes = harness.advance(.minutes(15)).wakes
        #expect(wakes.map(\.wake.leadMilliseconds) == [590_000])
        #expect(wakes.allSatisfy { $0.wake.budgetMilliseconds == 600_000 })
    }

    @Test func aForgottenNodeNeedsNoLongLead() throws {
        var harness = CoreHarness(at: "17:50:00")
        harness.join(kitchen)
        harness.send(.reported(kitchen, reported(lead: 22_000)))
        harness.send(.availability(kitchen, .offline))
        harness.commitAll()
        harness.request(ForgetRequest(node: kitchen))
        #expect(harness.deadline(.wake) == .wall(instant("17:59:45")))
    }

    @Test func aFailingStoreSilencesNoWake() throws {
        var harness = CoreHarness(at: "17:59:00")
        harness.send(.availability(kitchen, .online))
        harness.send(.commitFailed(try #require(harness.commit).id, reason: "no space"))
        #expect(harness.advance(.minutes(1)).wakes.map(\.wake.target) == [instant("18:00:00")])
    }

    @Test("a wake for which there was no room is named once and sent again, for as long as a node would act on it")
    func refused() throws {
        var harness = CoreHarness(at: "17:59:46")
        let wake = try #require(harness.wakes.first?.wake)
        func isNamed(_ effects: [CoordinatorEffect]) -> Bool {
            effects.contains {
                if case .log(.error, let text) = $0 {
                    text.contains("\(wake.target)") && text.contains("full")
                } else {
                    false
                }
            }
        }
        #expect(isNamed(harness.send(.wakeRefused(wake, reason: "the queue is full"))))
        let again = try #require(harness.advance(.milliseconds(200)).wakes.first)
        #expect(again.wake.target == wake.target && again.wake.notAfter == wake.notAfter)
        #expect(again.wake.sent == harness.now.wall && again.expirySeconds == 15)
        #expect(!isNamed(harness.send(.wakeRefused(again.wake, reason: "the queue is full"))))
        #expect(harness.advance(.milliseconds(200)).wakes.count == 1)
        // It was taken now: nothing more comes of it.
        #expect(harness.advance(.seconds(5)).wakes.isEmpty)

        _ = harness.send(.wakeRefused(again.wake, reason: "the queue is full"))
        _ = harness.setClock(to: "18:00:02.001")
        let late = harness.advance(.milliseconds(200))
        #expect(late.wakes.isEmpty)
        #expect(
            late.contains {
                if case .log(.error, let text) = $0 { text.contains("did not send the wake") } else { false }
            })
    }
}

import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// Requests of programs on the node's own machine, with and without a broker.
struct LocalRequestTests {
    private let due = noon + .minutes(1)
    private var occurrence: Occurrence { Occurrence(source: .alarm(AlarmID(number: 1)!), due: due) }

    /// A node with an alarm that rings.
    private func ringing(connected: Bool, _ change: (inout Alarm) -> Void = { _ in }) -> NodeDriver {
        var node = NodeDriver(
            at: noon - .minutes(1),
            state: state(document(alarms: [alarm(at: "12:01", change: change)]), through: noon - .minutes(1)))
        node.start(connected: connected)
        node.run(until: due + .seconds(20))
        node.forgetLog()
        return node
    }

    private func ask(_ action: LocalRequest.Action, _ source: RingSource? = nil, peer: Int = 3) -> NodeCore.Event {
        .asked(LocalRequest(action: action, source: source, by: "a button"), peer: peer)
    }

    @Test func aStopSilencesTheRoomWithoutABroker() throws {
        var node = ringing(connected: false)
        node.send(ask(.stop))
        #expect(node.soundingRings.isEmpty)
        #expect(node.lines.map(\.outcome) == [.rang])
        #expect(node.lines.map(\.reason) == [.stopped])
        #expect(node.lines.map(\.by) == ["a button"])
        let state = try #require(node.localStates.first)
        #expect(node.localStates.count == 1)
        #expect(state.done == [occurrence])
        #expect(state.node.rawValue == "kitchen" && !state.isConnected)
        #expect(state.reported.rings.isEmpty)
        #expect(node.told.isEmpty)
    }

    @Test func itIsAnsweredWhenItIsOnTheDisk() {
        var node = ringing(connected: false)
        node.disk = .hesitates
        node.send(ask(.stop))
        #expect(node.soundingRings.isEmpty)
        #expect(node.localStates.isEmpty)
        node.answerStores()
        #expect(node.localStates.map(\.done) == [[occurrence]])
    }

    @Test func aDiskThatFailsKeepsNobodyWaiting() {
        var node = ringing(connected: false)
        node.disk = .fails("no space left on device")
        node.send(ask(.stop))
        #expect(node.soundingRings.isEmpty)
        #expect(node.localStates.map(\.done) == [[occurrence]])
    }

    @Test func otherRoomsHearOfItAtOnceWhereThereIsABroker() {
        var node = ringing(connected: true)
        node.send(ask(.snooze))
        #expect(node.told.map(\.occurrence) == [occurrence])
        #expect(node.told.map(\.kind) == [.snooze])
        #expect(node.told.map(\.by) == ["a button"])
        #expect(node.localStates.first?.reported.rings.map(\.state) == [.snoozed])
    }

    @Test func otherRoomsHearOfItWhenTheBrokerIsBackAlsoOverACrash() throws {
        var node = ringing(connected: false)
        node.send(ask(.stop))
        node.crash(for: .minutes(2), starts: false)
        node.start(connected: false)
        node.run(for: .minutes(1))
        #expect(node.told.isEmpty)
        node.send(.brokerConnected)
        let action = try #require(node.told.first)
        #expect(node.told.count == 1)
        #expect(action.occurrence == occurrence && action.at == due + .seconds(20))

        // The broker may have lost it: it is published again.
        node.send(.brokerDisconnected)
        node.send(.brokerConnected)
        #expect(node.told == [action, action])
        // The broker shows it. Its line was written already.
        node.send(.ringAction(action))
        #expect(node.lines.count == 1)
    }

    /// After a power cut the machine's clock may show anything until somebody has told the time.
    @Test func aNodeThatDoesNotKnowTheTimeYetThrowsNoStopAway() {
        var node = ringing(connected: false)
        node.send(ask(.stop))
        node.now.sync = .unsynchronised
        node.crash(for: .minutes(1), wall: noon - .hours(24 * 200), reboots: true, starts: false)
        node.start(connected: false)
        node.send(.brokerConnected)
        #expect(node.told.map(\.occurrence) == [occurrence])
    }

    @Test func whatABrokerWouldNotKeepAnyMoreIsNotPublished() {
        var node = ringing(connected: false)
        node.send(ask(.stop))
        node.run(for: .hours(24))
        node.send(.brokerConnected)
        #expect(node.told.allSatisfy { $0.occurrence != occurrence })
    }

    /// The broker keeps one message of each node.
    @Test func eachMessageHasTheEarlierActionsOfTheDay() {
        var node = ringing(connected: true) { $0.ring.snoozeMinutes = 1 }
        node.send(ask(.snooze))
        node.run(for: .seconds(70))
        node.send(ask(.stop))
        let lists = node.effects.compactMap { effect -> [RingAction]? in
            if case .publish(.ringActions(let list)) = effect { list.actions } else { nil }
        }
        #expect(lists.map { $0.map(\.kind) } == [[.snooze], [.stop]])
    }

    @Test func aSourceThatDoesNotRingIsLeftAlone() {
        var node = ringing(connected: false)
        node.send(ask(.stop, RingSource("a2")))
        #expect(node.soundingRings.count == 1)
        #expect(node.localStates.map(\.done) == [[]])
        node.send(ask(.stop, RingSource("a1"), peer: 4))
        #expect(node.soundingRings.isEmpty)
    }

    @Test func aStopEndsASnoozeAndASnoozeOfWhatIsSnoozedDoesNothing() {
        var node = ringing(connected: false)
        node.send(ask(.snooze))
        node.send(ask(.snooze))
        #expect(node.localStates.map(\.done) == [[occurrence], []])
        node.send(ask(.stop))
        #expect(node.localStates.last?.done == [occurrence])
        #expect(node.lines.map(\.snoozes) == [1])
    }

    @Test func whatCannotBeSnoozedIsRefusedInWords() {
        var node = ringing(connected: false) { $0.ring.snoozeMinutes = 0 }
        node.send(ask(.snooze))
        #expect(node.soundingRings.count == 1)
        #expect(
            node.effects.contains(.answerLocal(.refused("a1 cannot be snoozed; stop it"), peer: 3)))
        #expect(node.localStates.isEmpty)
    }

    @Test func statusTellsWhatRingsAndChangesNothing() {
        var node = ringing(connected: false)
        node.send(ask(.status))
        #expect(node.localStates.first?.reported.rings.map(\.state) == [.ringing])
        #expect(node.localStates.map(\.done) == [[]])
        #expect(node.soundingRings.count == 1)
        #expect(node.stores.isEmpty)
    }

    @Test func whatIsToRingInAMomentIsNotMeant() {
        var node = NodeDriver(
            at: noon, state: state(document(alarms: [alarm(at: "12:01")]), through: noon))
        node.start(connected: false)
        node.run(until: due - .milliseconds(500))
        node.send(ask(.stop))
        node.run(until: due + .seconds(5))
        #expect(node.onsets == [due])
    }
}

extension NodeDriver {
    fileprivate var localStates: [LocalState] {
        effects.compactMap { if case .answerLocal(.told(let state), _) = $0 { state } else { nil } }
    }
    fileprivate var told: [RingAction] {
        effects.flatMap { effect -> [RingAction] in
            guard case .publish(.ringActions(let list)) = effect else { return [] }
            return list.actions
        }
    }
}

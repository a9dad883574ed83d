import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

@Suite struct SLOTests {
    private var harness = CoreHarness(at: "18:01:00")
    private let request = SLORequest(edges: [instant("10:00:00"), instant("18:00:00")], withinMicroseconds: 20_000)

    @Test mutating func theStoreIsAskedAndItsWordIsTheAnswer() {
        harness.request(request)
        #expect(harness.effects.contains(.readStore(CoreHarness.origin, .serviceLevels(request))))
        let result = SLOResult(site: [ServiceLevel()], nodes: [])
        harness.send(.storeRead(CoreHarness.origin, .success(result)))
        #expect(harness.replies == [.success(result)])
    }

    @Test mutating func aNodeThatIsNotKnownIsRefused() {
        var request = request
        request.node = NodeID("attic")
        harness.request(request)
        #expect(harness.refusal?.code == .unknownNode)
    }

    @Test mutating func whatDoesNotFitIntoAnAnswerIsRefused() {
        for number in 1...100 { harness.join(NodeID("room-\(number)")!) }
        harness.request(
            SLORequest(edges: (0...53).map { instant("10:00:00") + .hours($0) }, withinMicroseconds: 1))
        #expect(harness.refusal?.code == .invalid)
    }

    @Test(
        arguments: [
            #"{"v":1,"edges":["2026-11-21T10:00:00.000Z"],"within_us":1}"#,
            #"{"v":1,"edges":["2026-11-21T10:00:00.000Z","2026-11-21T09:00:00.000Z"],"within_us":1}"#,
            #"{"v":1,"edges":["2026-11-21T10:00:00.000Z","2026-11-21T11:00:00.000Z"],"within_us":0}"#,
        ])
    func whatIsNoSpanOfTimeIsRefused(text: String) {
        #expect(throws: WireError.self) { try WireCodec.decode(SLORequest.self, from: Array(text.utf8)) }
    }
}

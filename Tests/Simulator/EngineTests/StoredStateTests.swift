import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

@testable import ClockSimulator

/// The simulator decodes a sample of starting nodes' states from bytes; these tests decode every stored state.
@Suite struct StoredStateTests {
    @Test(arguments: [3, 12] as [UInt64])
    func everyStateThatIsStoredComesOutOfItsBytesAsItWas(_ seed: UInt64) {
        let reader = StateReader()
        var simulation = Simulation(plan: RandomPlan(seed: seed, days: 1, nodes: 3).make())
        simulation.run(observer: reader)
        #expect(reader.count > 100)
        #expect(reader.changed.isEmpty)
    }
}

private final class StateReader: SimulationObserver {
    let interests = Interests.storage
    private(set) var count = 0
    private(set) var changed: [NodeState] = []

    func observe(_ observation: borrowing Observation) {
        guard case .stateStored(let state, _) = observation.what else { return }
        count += 1
        let whole = state.wrappedValue
        do throws(WireError) {
            if try WireCodec.decode(from: WireCodec.encode(whole)) != whole { changed.append(whole) }
        } catch {
            Issue.record("\(error)")
        }
    }
}

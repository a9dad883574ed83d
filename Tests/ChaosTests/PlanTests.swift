import ClockDomain
import Testing

@testable import chaos

struct PlanTests {
    private let nodes = ["room1", "room2", "room3"]

    @Test func aSeedDecidesWhatGoesWrong() {
        func words(_ seed: UInt64) -> [String] {
            Plan(seed: seed, rounds: 5, nodes: nodes).rounds.map(\.description)
        }
        #expect(words(7) == words(7))
        #expect(words(7) != words(8))
    }

    @Test func aRunHasEveryFaultAndKillsWhatHasAFullDisk() {
        let rounds = (1...20 as ClosedRange<UInt64>).flatMap { Plan(seed: $0, rounds: 30, nodes: nodes).rounds }
        let names = Set(rounds.flatMap(\.faults).map(\.kind.name))
        #expect(names.count == 11)
        let killsAfterFullDisk = rounds.count { round in
            round.faults.contains { disk in
                disk.kind == .disk
                    && round.faults.contains { $0.kind == .kill && $0.host == disk.host && $0.from > disk.to }
            }
        }
        #expect(killsAfterFullDisk > 0)
    }

    @Test func oneFaultLastsUntilTheHealingAndNoneLonger() {
        for round in Plan(seed: 3, rounds: 50, nodes: nodes).rounds {
            #expect(round.faults.contains { $0.to == Plan.faultyLength })
            #expect(round.faults.allSatisfy { $0.from >= .zero && $0.from < $0.to && $0.to <= Plan.faultyLength })
            for (index, fault) in round.faults.enumerated() {
                #expect(!round.faults.dropFirst(index + 1).contains { $0.excludes(fault) || fault.excludes($0) })
            }
        }
    }
}

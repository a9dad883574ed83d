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

    @Test func withDatabasesOneFailsInEachRoundAndEveryOtherTimeRightBeforeTheHealing() {
        let rounds = Plan(seed: 5, rounds: 20, nodes: nodes, hasDatabases: true).rounds
        let failovers = rounds.map { $0.faults.filter { $0.kind == .failover } }
        #expect(failovers.allSatisfy { $0.count == 1 && $0[0].from > .zero && $0[0].from < $0[0].to })
        #expect(failovers.map { $0[0].to == Plan.faultyLength } == (0..<20).map { $0 % 2 == 0 })
        #expect(rounds.contains { $0.faults.contains { $0.host == Fault.secondCoordinator } })
    }

    @Test func withDatabasesTheCoordinatorThatWorksIsCutOffFromThemInEachRound() {
        let rounds = Plan(seed: 5, rounds: 40, nodes: nodes, hasDatabases: true).rounds
        let cuts = rounds.map { $0.faults.filter { [.severed, .noRoute].contains($0.kind) } }
        #expect(cuts.allSatisfy { $0.count == 1 && $0[0].from > .zero && $0[0].from < $0[0].to })
        // In the other rounds the failover lasts until then.
        #expect(cuts.map { $0[0].to == Plan.faultyLength } == (0..<40).map { $0 % 2 == 1 })
        #expect(Set(cuts.map { $0[0].kind }) == [.severed, .noRoute])
        // Some are short, and some are long enough for the other coordinator to take over.
        let lengths = cuts.map { $0[0].to - $0[0].from }
        #expect(lengths.min()! < .seconds(3) && lengths.max()! > .seconds(10))
        let without = Plan(seed: 5, rounds: 40, nodes: nodes).rounds
        #expect(without.flatMap(\.faults).allSatisfy { ![.severed, .noRoute].contains($0.kind) })
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

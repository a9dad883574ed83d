import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

@testable import ClockSimulator

/// The checker of two stores catches a program that takes people's definitions from a node.
struct AllegianceMutationTests {
    /// The kitchen has its own volume; half an hour later a coordinator with a new store starts.
    private let site = MutatedSite { plan in
        plan.set(SettingsPatch(volume: Volume(percent: 40)), at: MutatedSite.at(6, 55))
        plan.coordinators.append(CoordinatorPlan(startsAfter: .minutes(30), hasOwnName: true))
    }

    @Test func twoStoresBesideEachOtherBreakNothing() {
        #expect(site.violations() == [])
    }

    @Test func aNodeThatGoesByWhoeverSpeaksBreaks15() {
        let broken = site.mutatingNode { _, now, effects in
            effects.map { effect in
                guard case .store(var state, let ticket) = effect, now.wall > MutatedSite.at(7, 40) else {
                    return effect
                }
                state.wrappedValue.desired?.store = "ffffffffffffffff"
                return .store(state, ticket: ticket)
            }
        }
        #expect(broken.broken().contains(15))
    }

    @Test func aStoreThatTakesInWhatIsAnothersBreaks15() {
        var heard: LedgerBatch?
        let broken = site.mutatingCoordinator { event, now, effects in
            if case .broker(.ledger(_, let batch)) = event { heard = batch }
            return effects.map { effect in
                guard case .commit(let id, let operations) = effect, let heard, now.wall > MutatedSite.at(7, 30) else {
                    return effect
                }
                let taken = StoreOperation.appendLedger(
                    MutatedSite.kitchen, epoch: heard.epoch, heard.entries, received: now.wall)
                return .commit(id, operations + [taken])
            }
        }
        #expect(broken.broken().contains(15))
    }

    /// A person requests the replacement.
    @Test func whatSomebodyAskedForBreaksNothing() {
        var asked = site
        asked.plan.ask(AdoptRequest(store: nil, replace: true), at: MutatedSite.at(7, 40))
        #expect(!asked.broken().contains(15))
    }
}

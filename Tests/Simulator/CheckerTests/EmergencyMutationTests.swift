import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

@testable import ClockSimulator

/// Nodes that do wrong in an emergency, each with the checker that notices it.
struct EmergencyMutationTests {
    private let site = MutatedSite { plan in
        plan.people += [
            PlannedRequest(at: TrueTime(MutatedSite.at(7, 1)), what: .emergency(text: nil, nodes: [])),
            PlannedRequest(at: TrueTime(MutatedSite.at(7, 9)), what: .endEmergency),
        ]
    }

    @Test func anEmergencyBreaksNothing() {
        #expect(site.violations() == [])
    }

    @Test func aRoomThatFallsSilentBreaks17() {
        let found = site.mutatingNode { _, now, effects in
            guard now.wall > MutatedSite.at(7, 3) else { return effects }
            return effects.filter { if case .startAlert = $0 { false } else { true } }
        }.violations()
        #expect(found.contains { $0.invariant == 17 && $0.text.contains("was not heard since") }, "\(found)")
    }

    @Test func aRoomThatSoundsOnceMoreBreaks17() {
        var known: AlertOrder?
        let found = site.mutatingNode { _, now, effects in
            for case .startAlert(let order) in effects { known = order }
            guard now.wall > MutatedSite.at(7, 10), var again = known else { return effects }
            known = nil
            again.id = 1_000
            return effects + [.startAlert(again)]
        }.violations()
        #expect(found.contains { $0.invariant == 17 && $0.text.contains("its end is on the disk") }, "\(found)")
    }

    @Test func aRoomThatForgetsItInARestartBreaks17() {
        var site = site
        site.plan.fail(.crash, [.node(0)], from: MutatedSite.at(7, 3), to: MutatedSite.at(7, 3, 20))
        #expect(site.violations() == [])
        site.plan.fail(.partition(.both), [.node(0)], from: MutatedSite.at(7, 2), to: MutatedSite.at(7, 6))
        let found = site.mutatingNode { event, now, effects in
            guard now.wall > MutatedSite.at(7, 3) else { return effects }
            return effects.filter { if case .startAlert = $0 { false } else { true } }
        }.violations()
        #expect(found.contains { $0.invariant == 17 }, "\(found)")
    }
}

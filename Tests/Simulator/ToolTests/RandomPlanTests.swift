import ClockDomain
import ClockWire
import Testing

@testable import ClockSimulator

struct RandomPlanTests {
    @Test func aSeedAlwaysMakesTheSamePlan() {
        for seed in UInt64(1)...20 {
            let plan = RandomPlan(seed: seed, days: 3, nodes: 4)
            #expect(plan.make() == plan.make())
        }
    }

    @Test func plansOfTwoSeedsDiffer() {
        let plans = (UInt64(1)...50).map { RandomPlan(seed: $0, days: 3, nodes: 4).make() }
        #expect(Set(plans.map(\.start)).count == 50)
        #expect(Set(plans.map(\.faults)).count > 45)
    }

    /// So that a person can study a failure without half of its faults, and it is still the same failure.
    @Test(arguments: FaultClass.allCases) func leavingAClassOutLeavesTheOthersAsTheyAre(left: FaultClass) {
        for seed in UInt64(1)...10 {
            let all = RandomPlan(seed: seed, days: 2, nodes: 3).make()
            let others = Set(FaultClass.allCases).subtracting([left])
            let some = RandomPlan(seed: seed, days: 2, nodes: 3, classes: others).make()
            #expect(some.start == all.start && some.zones == all.zones)
            let rest = all.faults.filter { !some.faults.contains($0) }
            #expect(some.faults == all.faults.filter { !rest.contains($0) }, "seed \(seed)")
            // A person adopts after a store was lost: that request belongs to the loss.
            let adoption = PlannedRequest.What.asking(AdoptRequest())
            let people = all.people.filter { $0.what != adoption }
            if left != .people { #expect(some.people.filter { $0.what != adoption } == people, "seed \(seed)") }
        }
    }

    @Test func anotherNodeLeavesThoseThatWereThereAsTheyAre() {
        for seed in UInt64(1)...10 {
            let few = RandomPlan(seed: seed, days: 2, nodes: 3).make()
            let more = RandomPlan(seed: seed, days: 2, nodes: 4).make()
            #expect(few.nodes.map(\.clock) == more.nodes.prefix(3).map(\.clock))
        }
    }

    @Test func everyPlanNamesOnlyWhatItHas() {
        for seed in UInt64(1)...300 {
            let plan = RandomPlan(seed: seed, days: 1, nodes: Int(seed % 12) + 1).make()
            #expect(Set(plan.nodes.map(\.id)).count == plan.nodes.count)
            #expect(plan.nodes.allSatisfy { plan.zones.indices.contains($0.zone) })
            #expect(plan.people.allSatisfy { plan.clients.indices.contains($0.client) })
            for fault in plan.faults {
                #expect(fault.start >= plan.start && fault.start <= plan.healsAt)
                #expect(fault.end.map { $0 >= fault.start } ?? true)
                #expect(fault.hosts.allSatisfy { plan.has($0) })
                if case .zone(let index) = fault.kind { #expect(plan.zones.indices.contains(index)) }
            }
        }
    }

    /// Every kind of fault occurs, and so do runs in which a class is absent.
    @Test func allKindsOfTroubleComeUp() {
        let plans = (UInt64(1)...150).map { RandomPlan(seed: $0, days: 2, nodes: 3).make() }
        let kinds = Set(plans.flatMap(\.faults).map { String("\($0.kind)".prefix { $0 != "(" }) })
        #expect(
            kinds == [
                "link", "partition", "clog", "brokerDown", "clockStep", "drift", "timeServiceStops",
                "timeServiceWrong", "zone", "diskFull", "diskReadOnly", "diskSlow", "diskLies", "snapshotRestored",
                "outputSlow", "outputBusy", "outputMissing", "outputLost", "outputStuck", "outputUnderrun",
                "voiceIncomplete", "crash", "crashAtEffect", "powerCut", "powerCutAtEffect", "stop", "suspend",
            ])
        #expect(plans.contains { $0.coordinators.count == 2 })
        #expect(plans.contains { $0.faults.count < 20 } && plans.contains { $0.faults.count > 300 })
    }

    /// In half of the runs people request speech, give and remove packs, and learn; in the others nobody does.
    @Test func allThatPeopleDoComesUp() {
        let plans = (UInt64(1)...150).map { RandomPlan(seed: $0, days: 2, nodes: 3).make() }
        let asked = plans.map { plan in Set(plan.people.map { String("\($0.what)".prefix(80)) }) }
        func runs(with word: String) -> Int { asked.count { $0.contains { $0.contains(word) } } }
        for word in ["Say", "Play", "Pack", "Push", "Withdraw", "Score", "Scores", "Outcome"] {
            #expect((1...100).contains(runs(with: ".\(word)Request(")), "\(word)")
        }
        #expect(
            plans.contains { $0.people.contains { $0.what == .pause } && $0.people.contains { $0.what == .resume } })
        for word in ["Change", "Set", "Announce", "Status", "History"] {
            #expect(runs(with: ".\(word)Request(") > 100, "\(word)")
        }
    }

    /// A house keeps some dozen alarms, however long the run: a year's memory is bounded.
    @Test func somebodyRemovesOldAlarmsNowAndThen() {
        for seed in UInt64(1)...20 {
            // Bells stay: a school has as many as its programs. Reminders and alarms by rules go with the others, and bring
            // nobody to tidy.
            let people = RandomPlan(seed: seed, days: 40, nodes: 2).make().people.filter { person in
                !["school/", "\"spoken\"", ".recurring("].contains { "\(person.what)".contains($0) }
            }
            let made = people.reduce(0) { $0 + "\($1.what)".count(of: "addAlarm(") }
            // Alarms of scenes are counted separately.
            let staged = people.count { "\($0.what)".contains("\"Scene\"") && "\($0.what)".contains("addAlarm(") }
            let tidied = people.count { if case .tidy = $0.what { true } else { false } }
            #expect(tidied == (made - staged) / 20 + staged / 20, "seed \(seed)")
        }
    }

    /// Half of them lie beside a quarter hour, so that each event of that time meets every kind of fault.
    @Test func faultsGatherAroundQuarterHours() {
        let faults = (UInt64(1)...30).flatMap { RandomPlan(seed: $0, days: 3, nodes: 3).make().faults }
        let near = faults.count { fault in
            let after = fault.start.wall - QuarterHour.atOrBefore(fault.start.wall)
            return after <= .seconds(20) || after >= .seconds(860)
        }
        #expect(Double(near) > 0.45 * Double(faults.count) && Double(near) < 0.65 * Double(faults.count))
    }
}

extension String {
    /// The number of times that it contains `part`.
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}

extension SimulationPlan {
    fileprivate func has(_ host: Host) -> Bool {
        switch host {
        case .node(let index): nodes.indices.contains(index)
        case .coordinator(let index): coordinators.indices.contains(index)
        case .client(let index): clients.indices.contains(index)
        case .broker: true
        }
    }
}

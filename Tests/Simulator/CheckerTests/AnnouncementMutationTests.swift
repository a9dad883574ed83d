import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

@testable import ClockSimulator

/// Each checker of announcements catches a node that breaks its promise.
struct AnnouncementMutationTests {
    @Test func aQuietMorningBreaksNothing() {
        #expect(MutatedSite().violations() == [])
    }

    @Test func anAnnouncementThatIsMadeTwiceBreaks1() {
        let site = MutatedSite().mutatingNode { _, _, effects in
            effects.flatMap { effect in
                effect.play.map { order in [effect, .play(order.changed { $0.id += 1_000 })] } ?? [effect]
            }
        }
        #expect(site.broken().contains(1))
    }

    /// The clock is set back over the quarter hour, and the program that starts then lacks its decision.
    @Test func anAnnouncementThatIsForgottenOverARestartBreaks1() {
        let site = MutatedSite {
            $0.fail(.timeServiceStops, [.node(0)], from: MutatedSite.at(7, 15, 5), to: MutatedSite.at(7, 20))
            $0.fail(.clockStep(.seconds(-60)), [.node(0)], from: MutatedSite.at(7, 15, 6))
            $0.fail(.crash, [.node(0)], from: MutatedSite.at(7, 15, 8), to: MutatedSite.at(7, 15, 8))
        }
        #expect(site.violations() == [])
        let broken = site.mutatingNode { event, now, effects in
            guard case .started = event, now.wall > MutatedSite.at(7, 0) else { return effects }
            let plan = AnnouncementPlan.spokenTime(LocalTime(secondOfDay: 7 * 3600 + 900), chime: .none)
            return effects + [
                .play(.extra(plan, target: MutatedSite.at(7, 15), at: now))
            ]
        }
        #expect(broken.broken().contains(1))
    }

    /// A node that follows the coordinator's clock moves it while the announcement is on order; it sounds early, or
    /// later than the grace of two seconds.
    @Test(arguments: [-1_500, 2_500]) func aClockThatIsMovedUnderAnAnnouncementBreaks2(milliseconds: Int) {
        let site = MutatedSite { plan in
            plan.nodes = [NodePlan(id: MutatedSite.kitchen, clockSource: .coordinator)]
        }
        #expect(site.violations() == [])
        var clock: SteeredClock?
        let broken = site.mutatingNode { event, now, effects in
            for case .adjustClock(let steered) in effects { clock = steered }
            // Nor does it cancel the announcement, as a sound core would.
            let kept = effects.filter { if case .cancelPlay = $0 { false } else { true } }
            guard effects.contains(where: { $0.play?.target == MutatedSite.at(7, 15) }), let clock else { return kept }
            return kept + [
                .adjustClock(
                    SteeredClock(
                        boot: clock.boot, wall: clock.wall + .milliseconds(milliseconds), ratePPB: clock.ratePPB))
            ]
        }
        let found = broken.violations()
        #expect(found.contains { $0.invariant == 2 && $0.text.contains("after its target") }, "\(found)")
    }

    @Test(arguments: [-1_000, -20, 20, 1_000]) func anAnnouncementForAnotherInstantBreaks2(milliseconds: Int) {
        let site = MutatedSite().mutatingNode { _, _, effects in
            effects.map { effect in
                effect.play.map { order in
                    .play(order.moved(to: order.target + .milliseconds(milliseconds)))
                } ?? effect
            }
        }
        #expect(site.broken().contains(2))
    }

    @Test func aNodeThatNeedsTheBrokerBreaks3() {
        let site = MutatedSite {
            $0.fail(.brokerDown(.kept), [], from: MutatedSite.at(7, 5), to: MutatedSite.at(8, 40))
        }
        #expect(site.violations() == [])
        let broken = site.mutatingNode { _, _, effects in effects.filter { $0.timer != .selfWake } }
        #expect(broken.broken().contains(3))
    }

    @Test func aNodeThatStaysSilentBreaks3() {
        #expect(MutatedSite().mutatingNode { _, _, effects in effects.filter { $0.play == nil } }.broken().contains(3))
    }

    @Test func anAnnouncementAgainstItsOwnRecordBreaks7() {
        let site = MutatedSite { $0.set(SettingsPatch(mute: .on), at: MutatedSite.at(7, 5)) }
        #expect(site.violations() == [])
        let broken = site.mutatingNode { _, now, effects in
            let isSilent = effects.contains {
                guard case .quarter(let record)? = $0.stored?.ledger.pending.last?.event else { return false }
                return record.outcome == .silent && record.target > now.wall
            }
            guard isSilent else { return effects }
            let target = QuarterHour.after(now.wall)
            let plan = AnnouncementPlan(clips: [.word("now")])
            return effects + [.play(.extra(plan, target: target, at: now))]
        }
        #expect(broken.broken().contains(7))
    }

    @Test func aQuarterHourThatNobodyHearsForNoReasonBreaks7() {
        let site = MutatedSite { $0.set(SettingsPatch(mute: .on), at: MutatedSite.at(7, 5)) }
        let broken = site.mutatingNode { _, _, effects in
            effects.map { effect in
                effect.changingPending { event in
                    guard case .quarter(var record) = event else { return event }
                    record.reason = nil
                    return .quarter(record)
                }
            }
        }
        #expect(broken.violations().contains { $0.invariant == 7 && $0.text.contains("without a reason") })
    }

    /// A node that must be woken, and a wake with 20 s of budget: the node may speak until 17 s late.
    @Test func anAnnouncementWithoutAWakeBreaks7() {
        let site = MutatedSite {
            $0.set(SettingsPatch(selfWake: false), at: MutatedSite.at(6, 55))
            $0.fail(.brokerDown(.kept), [], from: MutatedSite.at(7, 5), to: MutatedSite.at(8, 40))
        }
        #expect(site.violations() == [])
        let broken = site.mutatingNode { event, now, effects in
            guard case .timer(let token) = event, token.kind == .selfWake else { return effects }
            let plan = AnnouncementPlan(clips: [.word("now")])
            let target = QuarterHour.after(now.wall)
            return effects + [.play(.extra(plan, target: target, at: now))]
        }
        #expect(broken.broken().contains(7))
    }

    @Test func aWakeWhoseBudgetIsOverIsHeardByNobodyOr7IsBroken() {
        // The wake comes 15 s ahead; a node accepts a budget of 12 s only while it lacks a better clock.
        let site = MutatedSite {
            $0.coordinators[0].budget = .seconds(12)
            $0.nodes[0].clock.timeService = nil
            $0.nodes[0].clock.initialOffset = .seconds(-3)
            $0.set(SettingsPatch(selfWake: false), at: MutatedSite.at(6, 55))
        }
        #expect(site.violations().allSatisfy { $0.invariant != 7 })
        let broken = site.mutatingNode { event, now, effects in
            guard case .wake(let wake) = event else { return effects }
            let plan = AnnouncementPlan(clips: [.word("now")])
            return effects + [.play(.extra(plan, target: wake.target, at: now))]
        }
        #expect(broken.broken().contains(7))
    }

    @Test func aNodeThatSpeaksUntrustedBreaks8() {
        let site = MutatedSite {
            // No time service sets its clock, and no coordinator is there for comparison until everything heals.
            $0.nodes[0].clock.timeService = nil
            $0.fail(.partition(.both), [.node(0)], from: MutatedSite.start)
        }
        #expect(site.violations() == [])
        let broken = site.mutatingNode { _, now, effects in
            let target = QuarterHour.after(now.wall)
            guard now.sync == .unsynchronised, (Duration.seconds(2) ... .seconds(10)).contains(target - now.wall) else {
                return effects
            }
            let plan = AnnouncementPlan(clips: [.word("now")])
            return effects + [.play(.extra(plan, target: target, at: now))]
        }
        #expect(broken.broken().contains(8))
    }

    @Test func aNodeThatSpeaksOnAfterItsClockWasSetBreaks8() {
        // Trusted only by its coordinator, with the broker away: after a step of an hour no trust is left.
        let site = MutatedSite {
            $0.nodes[0].clock.timeService = nil
            $0.fail(.partition(.both), [.node(0)], from: MutatedSite.at(7, 5))
            $0.fail(.clockStep(.seconds(3600)), [.node(0)], from: MutatedSite.at(7, 20))
        }
        #expect(site.violations() == [])
        let broken = site.mutatingNode { _, now, effects in
            let target = QuarterHour.after(now.wall)
            guard now.wall > MutatedSite.at(8, 20), now.sync == .unsynchronised,
                (Duration.seconds(2) ... .seconds(10)).contains(target - now.wall)
            else { return effects }
            let plan = AnnouncementPlan(clips: [.word("now")])
            return effects + [.play(.extra(plan, target: target, at: now))]
        }
        #expect(broken.broken().contains(8))
    }

    @Test func anAnnouncementThatIsNotTakenBackWhenTheClockIsSetBreaks8() {
        let site = MutatedSite {
            // Ordered at 07:29:58 while the time service vouches; then that stops, and somebody sets the clock.
            $0.fail(.partition(.both), [.node(0)], from: MutatedSite.start)
            $0.fail(
                .timeServiceStops, [.node(0)], from: MutatedSite.at(7, 29, 58) + .milliseconds(300),
                to: MutatedSite.at(7, 40))
            $0.fail(.clockStep(.milliseconds(200)), [.node(0)], from: MutatedSite.at(7, 29, 58) + .milliseconds(500))
        }
        #expect(site.violations() == [])
        let broken = site.mutatingNode { _, _, effects in
            effects.filter { if case .cancelPlay = $0 { false } else { true } }
        }
        #expect(broken.broken().contains(8))
    }

    @Test func aNodeThatDoesNotFollowASetClockBreaks13() {
        let site = MutatedSite {
            $0.fail(
                .timeServiceWrong(by: .seconds(-7200)), [.node(0)], from: MutatedSite.at(7, 20),
                to: MutatedSite.at(8, 40))
        }
        #expect(site.violations() == [])
        let broken = site.mutatingNode { event, _, effects in
            if case .clockSet = event { [] } else { effects }
        }
        #expect(broken.broken().contains(13))
    }

    @Test func anAnnouncementAtAnotherVolumeBreaks13() {
        let site = MutatedSite().mutatingNode { _, _, effects in
            effects.map { effect in
                effect.play.map { order in .play(order.changed { $0.volume = Volume(percent: 11) ?? .standard }) }
                    ?? effect
            }
        }
        #expect(site.broken().contains(13))
    }

    @Test func anAnnouncementThatSaysAnotherTimeBreaks13() {
        let site = MutatedSite().mutatingNode { _, _, effects in
            effects.map { effect in
                effect.play.map { order in
                    .play(order.changed { $0.plan = AnnouncementPlan(clips: [.word("three"), .word("AM")]) })
                } ?? effect
            }
        }
        #expect(site.broken().contains(13))
    }

    /// An alarm rings from a minute before the quarter hour.
    @Test func anAnnouncementWhileSomethingRingsBreaks13() {
        var draft = AlarmDraft.atSeven()
        draft.schedule.time = LocalTime(secondOfDay: 7 * 3600 + 14 * 60)
        let site = MutatedSite { $0.change(.addAlarm(draft), at: MutatedSite.at(6, 55)) }
        #expect(site.violations() == [])
        var order: PlayOrder?
        var isRepeated = false
        let found = site.mutatingNode { _, now, effects in
            order = effects.compactMap(\.play).last ?? order
            guard let known = order, !isRepeated, now.wall > MutatedSite.at(7, 14, 50), now.wall < MutatedSite.at(7, 15)
            else { return effects }
            isRepeated = true
            let another = known.moved(to: MutatedSite.at(7, 15)).changed { $0.id = 1_000 }
            return effects + [.play(another)]
        }.violations()
        #expect(isRepeated)
        #expect(found.contains { $0.invariant == 13 && $0.text.contains("was ordered while a1") }, "\(found)")
    }
}

extension PlayOrder {
    /// An order that no core gave.
    fileprivate static func extra(_ plan: AnnouncementPlan, target: WallTime, at now: Now) -> PlayOrder {
        PlayOrder(
            id: 1_000, plan: plan, target: target, audibleAt: now.boot + (target - now.wall), volume: .standard)
    }
}

import ClockDomain
import ClockWire
import Testing

@testable import ClockSite
@testable import ClockctlKit

@Suite("Will it ring tonight")
struct PreflightTests {
    private let words = TimeWords(zone: Zones.berlin.local, now: Sample.now)
    private let alarm = Sample.alarm(1, "Early", "05:30", .weekly(.everyDay))
    private let upcoming = UpcomingRing(
        occurrence: Occurrence(
            source: .alarm(AlarmID(uncheckedNumber: 1)), due: Sample.instant("2026-11-22T04:30:00Z")), label: "Early")

    private func report(
        _ alarm: AlarmDefinition? = nil, examination: DoctorReport? = nil,
        _ change: (inout NodeStatus) -> Void = { _ in }
    ) -> (checks: [DoctorCheck], due: [Preflight.Due]) {
        let node = Sample.node("bedroom") { node in
            node.alarms = [upcoming]
            change(&node)
        }
        let plan = Sample.plan(Sample.status([node]), alarms: [alarm ?? self.alarm])
        let examination =
            examination
            ?? DoctorReport(checks: [.init(subject: "bedroom audio", verdict: .ok, finding: "default is ok")])
        return Preflight(plan: plan, examination: examination, words: words, within: .hours(24)).report(plan.allNodes)
    }

    private func troubles(_ report: (checks: [DoctorCheck], due: [Preflight.Due])) -> [String] {
        report.checks.filter { $0.verdict != .ok }.map { "\($0.verdict.rawValue) \($0.subject): \($0.finding)" }
    }

    @Test("When all is well, every link is named and nothing else")
    func well() {
        let report = report()
        #expect(
            report.checks.map(\.subject) == [
                "bedroom", "bedroom alarms", "bedroom clock", "bedroom audio", "bedroom a1 Early",
            ])
        #expect(report.checks.last?.finding == "tomorrow 05:30, bells at 80 %")
        #expect(troubles(report) == [])
        #expect(report.due.map(\.verdict) == [.ok])
    }

    @Test("What puts the whole list in question is told, whether anything is due or not")
    func question() {
        let checks = [
            DoctorCheck(subject: "store", verdict: .ok, finding: "/store, sound"),
            DoctorCheck(subject: OtherCoordinator.subject, verdict: .failed, finding: "another one", fix: "stop one"),
            DoctorCheck(subject: "store ffff", verdict: .failed, finding: "bedroom holds 14 alarms", fix: "adopt"),
        ]
        let plan = Sample.plan(Sample.status([]), alarms: [])
        let preflight = Preflight(
            plan: plan, examination: DoctorReport(checks: checks), words: words, within: .hours(24))
        #expect(preflight.siteChecks == Array(checks.dropFirst()))
        #expect(preflight.report(plan.allNodes).checks.isEmpty)
    }

    @Test("Each link that is broken is told, with what to do")
    func broken() {
        #expect(
            troubles(report { $0.availability = .offline }).first?.hasPrefix("failed bedroom: offline since") ?? false)
        #expect(
            troubles(report { $0.revision.applied = 6 }) == [
                "failed bedroom alarms: still goes by revision 6 of 7: what was changed since is not there yet"
            ])
        #expect(
            troubles(report { $0.revision.stored = 6 }) == [
                "failed bedroom alarms: goes by revision 7, and only 6 is on its disk: it rings, unless it crashes"
            ])
        #expect(
            troubles(report { ($0.revision.applied, $0.alarms) = (6, []) }).last
                == "failed bedroom a1 Early: tomorrow 05:30: the node does not have it yet")
        #expect(troubles(report { $0.clock?.trusted = false }).first?.hasPrefix("failed bedroom clock") ?? false)
        #expect(
            troubles(report { $0.alarms = [] }) == [
                "failed bedroom a1 Early: tomorrow 05:30: the node does not mean to ring then"
            ])
        #expect(
            troubles(report { $0.settings.volume = Volume(percent: 12) ?? .standard }) == [
                "warning bedroom a1 Early: tomorrow 05:30: the node's volume is 12 %, which may not be heard in bed: "
                    + "it rings at 30 %"
            ])
        let soft = Sample.alarm(1, "Early", "05:30", .weekly(.everyDay)) { $0.ring.volume = Volume(percent: 29) }
        #expect(troubles(report(soft)).first?.contains("its volume is 29 %") ?? false)
        #expect(
            troubles(report { $0.settings.volumeCeiling = Volume(percent: 12) ?? .full }) == [
                "warning bedroom a1 Early: tomorrow 05:30: the node's volume ceiling keeps it at 12 %, which may not be "
                    + "heard in bed"
            ])
        let silent = Sample.alarm(1, "Early", "05:30", .weekly(.everyDay)) { $0.ring.volume = Volume(percent: 0) }
        #expect(troubles(report(silent)).first?.contains("nothing will be heard") ?? false)
        let file = Sample.alarm(1, "Early", "05:30", .weekly(.everyDay)) { $0.ring.sound = "rooster" }
        #expect(
            troubles(report(file)) == [
                "warning bedroom a1 Early: tomorrow 05:30: the node has not told whether it has sound \"rooster\""
            ])
        let busy = DoctorReport(checks: [
            .init(subject: "bedroom audio", verdict: .failed, finding: "default is busy", fix: "End it.")
        ])
        let held = report(examination: busy)
        #expect(troubles(held) == ["failed bedroom audio: default is busy"])
        #expect(held.due.map(\.verdict) == [.failed])
        for report in [held, report { $0.availability = .offline }, report(silent)] {
            #expect(report.checks.allSatisfy { ($0.verdict == .ok) == ($0.fix == nil) })
        }
    }

    @Test("What has not reached a node fails, also where no alarm is due there, and what it rings for want of a word")
    func unheard() {
        let ends = Sample.now + .minutes(10)
        let timer = Sample.timer(3, "pasta", 600, .running(ends: ends), nodes: ["bedroom"])
        func troubles(timers: [TimerDefinition], _ change: (inout NodeStatus) -> Void) -> [String] {
            let node = Sample.node("bedroom") { node in
                node.revision = .init(desired: 8, applied: 7)
                change(&node)
            }
            let plan = Sample.plan(Sample.status([node]), alarms: [], timers: timers)
            return self.troubles(
                Preflight(plan: plan, examination: nil, words: words, within: .hours(24)).report(plan.allNodes))
        }
        let missing = "failed bedroom t3 pasta: today 14:51: the node does not have it yet"
        #expect(troubles(timers: [timer]) { $0.availability = .offline }.contains(missing))
        #expect(troubles(timers: [timer]) { _ in }.contains(missing))
        let counted = TimerReport(id: timer.timer.id, revision: 1, name: "pasta", state: timer.timer.state)
        #expect(!troubles(timers: [timer]) { $0.timers = [counted] }.contains(missing))
        #expect(troubles(timers: [timer]) { $0.revision.applied = 8 } == [])
        let stray = "the node still means to ring then: that it was changed has not reached it"
        #expect(
            troubles(timers: []) { ($0.alarms, $0.timers) = ([upcoming], [counted]) }.suffix(2) == [
                "failed bedroom a1 Early: tomorrow 05:30: \(stray)", "failed bedroom t3 pasta: today 14:51: \(stray)",
            ])
    }

    @Test("A sound of the node's own fails where the node says that it is missing or not as it should be")
    func ownSound() {
        let file = Sample.alarm(1, "Early", "05:30", .weekly(.everyDay)) { $0.ring.sound = "rooster" }
        func told(_ names: [String], _ problems: [SoundProblem]) -> [String] {
            let report = report(file) {
                $0.sounds = SoundsReport(folder: "/sounds", names: names, problems: problems)
            }
            #expect(report.checks.allSatisfy { ($0.verdict == .ok) == ($0.fix == nil) })
            return troubles(report)
        }
        #expect(told(["rooster"], []) == [])
        #expect(
            told([], [SoundProblem(sound: "rooster", finding: "/sounds/rooster.wav: is silent", fix: "replace it")])
                == [
                    "failed bedroom a1 Early: tomorrow 05:30: a built-in tone would ring, as sound \"rooster\" cannot: "
                        + "/sounds/rooster.wav: is silent"
                ])
        #expect(
            told(["gong"], []) == [
                "failed bedroom a1 Early: tomorrow 05:30: a built-in tone would ring, as sound \"rooster\" is not in "
                    + "/sounds"
            ])
    }

    @Test("The floor makes a ring audible, and the ceiling bounds it")
    func bounds() {
        let silent = Sample.alarm(1, "Early", "05:30", .weekly(.everyDay)) { $0.ring.volume = Volume(percent: 0) }
        #expect(troubles(report(silent) { $0.settings.volumeFloor = Volume(percent: 30) ?? .silent }) == [])
        #expect(
            troubles(report(silent) { $0.settings.volumeFloor = Volume(percent: 20) ?? .silent }) == [
                "warning bedroom a1 Early: tomorrow 05:30: its volume is 0: it rings at the node's floor of 20 %, which "
                    + "may not be heard in bed"
            ])
        let bounded = report { $0.settings.volumeCeiling = Volume(percent: 40) ?? .full }
        #expect(bounded.checks.last?.finding == "tomorrow 05:30, bells at 40 %")
    }

    @Test("What is left out on purpose warns, what is off or not due says nothing, a node that is not there fails")
    func others() {
        let skipped = Sample.alarm(1, "Early", "05:30", .weekly(.everyDay)) {
            $0.schedule.skips = [Sample.date("2026-11-22")]
        }
        #expect(
            troubles(report(skipped) { $0.alarms = [] }) == [
                "warning bedroom a1 Early: does not ring tomorrow 05:30: skip"
            ])
        #expect(report(Sample.alarm(1) { $0.isEnabled = false }).checks.isEmpty)
        #expect(report(Sample.alarm(1, "Monday", "07:00")).due.isEmpty)
        let nowhere = Sample.alarm(1, "Early", "05:30", .weekly(.everyDay), nodes: ["attic"]) {
            $0.schedule.zone = "Europe/Berlin"
        }
        #expect(troubles(report(nowhere)) == ["failed attic: there is no such node at this site yet"])
    }

    @Test("A node tells only its next few: an alarm after these is not missed")
    func fullList() {
        let full = (0..<Reported.maximumUpcoming).map { index in
            UpcomingRing(
                occurrence: Occurrence(
                    source: .alarm(AlarmID(uncheckedNumber: 50 + index)), due: Sample.now + .minutes(index + 1)),
                label: "")
        }
        #expect(troubles(report { $0.alarms = full }) == [])
    }
}

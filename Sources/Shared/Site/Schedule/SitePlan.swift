package import ClockDomain
package import ClockWire

/// A site's definitions together with the nodes they are for; it computes the time and place of each ring.
package struct SitePlan: Sendable {
    package private(set) var schedule: SiteSchedule
    /// By id; a node that alarms name need not be here.
    package let nodes: [NodeID: NodeStatus]
    /// The coordinator's store; `nil` where it did not say.
    package let store: String?
    /// The site's clock.
    package let now: WallTime
    /// The rings and snoozes, with their nodes.
    package let rings: [RingSource: [(node: NodeID, ring: RingReport)]]

    /// Of the nodes' and alarms' zones, as far as this computer knows them.
    package private(set) var namedRules: [String: TimeZoneRules]
    private let holidays: [String: [HolidayCalendar.Day]]
    /// By name.
    package let timetables: [String: TimetableDays]
    private let plans: [String: [DayPlan]]
    /// The days of the schedule's bells, which every room of a school asks for. Bells of one time share them.
    private let bellDays: [BellTime: [BellDays]]

    private struct BellTime: Hashable {
        var program: ProgramName
        var time: LocalTime
    }

    /// - Parameter zones: the source of the rules of the nodes' and alarms' zones.
    package init(_ schedule: SiteSchedule, _ status: SiteStatus, zones: Zones) {
        self.init(schedule, now: status.now, nodes: status.nodes, store: status.coordinator.store, zones: zones)
    }

    /// - Parameters:
    ///   - now: the site's clock.
    ///   - nodes: that the site has.
    ///   - store: the coordinator's.
    package init(_ schedule: SiteSchedule, now: WallTime, nodes: [NodeStatus], store: String? = nil, zones: Zones) {
        self.store = store
        self.schedule = schedule
        self.now = now
        self.nodes = Dictionary(nodes.map { ($0.id, $0) }) { first, _ in first }
        rings = Dictionary(
            grouping: nodes.flatMap { node in node.rings.map { (node: node.id, ring: $0) } },
            by: \.ring.occurrence.source)
        let names = Set(nodes.compactMap(\.zone) + schedule.alarms.compactMap(\.alarm.schedule.zone))
        namedRules = names.reduce(into: [:]) { $0[$1] = zones.named($1) }
        let holidays = Dictionary(schedule.holidays.map { ($0.name, $0.days) }) { first, _ in first }
        self.holidays = holidays
        let timetables = Dictionary(
            schedule.timetables.map { timetable in
                (timetable.name, TimetableDays(timetable) { holidays[$0] ?? [] })
            }, uniquingKeysWith: { first, _ in first })
        self.timetables = timetables
        // Bells are planned as far as the search for a next ring goes.
        let today = now.seconds.flooredQuotient(by: 86_400)
        let plans = timetables.mapValues {
            $0.plans(
                CivilDate(daysSinceEpoch: today - 8),
                CivilDate(daysSinceEpoch: today + Int64(AlarmSchedule.lookAheadDays)))
        }
        self.plans = plans
        let times = Set(
            schedule.alarms.compactMap { definition in
                definition.program.map { BellTime(program: $0, time: definition.alarm.schedule.time) }
            })
        bellDays = times.reduce(into: [:]) { $0[$1] = Self.days(of: $1, timetables, plans) }
    }

    /// With nothing but the nodes, groups and calendars.
    package var withoutAlarms: SitePlan {
        var plan = self
        plan.schedule.alarms = []
        return plan
    }

    /// With an alarm in place of the one with its id, or as a further one.
    package func adding(_ definition: AlarmDefinition, zones: Zones) -> SitePlan {
        var plan = self
        plan.schedule.alarms.removeAll { $0.alarm.id == definition.alarm.id }
        plan.schedule.alarms.append(definition)
        if let name = definition.alarm.schedule.zone, plan.namedRules[name] == nil {
            plan.namedRules[name] = zones.named(name)
        }
        return plan
    }

    /// The alarm as its nodes get it, holidays and the dates of a bell put in.
    package func alarm(_ definition: AlarmDefinition) -> Alarm {
        var alarm = definition.alarm
        if let names = definition.holidays?.names {
            alarm.schedule.holidays = names.flatMap { holidays[$0] ?? [] }.compactMap {
                $0.span(at: alarm.schedule.time)
            }
        }
        if let program = definition.program {
            let bell = BellTime(program: program, time: alarm.schedule.time)
            alarm.schedule.bellDays = bellDays[bell] ?? Self.days(of: bell, timetables, plans) ?? []
        }
        return alarm
    }

    /// `nil` for a timetable that the site does not have.
    private static func days(
        of bell: BellTime, _ timetables: [String: TimetableDays], _ plans: [String: [DayPlan]]
    ) -> [BellDays]? {
        timetables[bell.program.timetable]?.days(
            of: bell.program.program, at: bell.time, in: plans[bell.program.timetable] ?? [])
    }

    /// The site's nodes and those that alarms name, ascending.
    package var allNodes: [NodeID] {
        let named = schedule.alarms.flatMap { $0.targets.nodes } + schedule.groups.flatMap(\.nodes)
        return Set(named + nodes.keys).sorted()
    }

    /// `nil` for a zone that no node and no alarm is in, or that this computer does not know.
    package func rules(named name: String) -> TimeZoneRules? { namedRules[name] }

    /// The rules of an alarm's zone on a node; `nil` if the node has not reported its zone or this computer does not
    /// know it.
    package func rules(for alarm: Alarm, on node: NodeID) -> TimeZoneRules? {
        (alarm.schedule.zone ?? nodes[node]?.zone).flatMap { namedRules[$0] }
    }

    /// The rules of all zones of an alarm, each once.
    package func rules(for definition: AlarmDefinition) -> [TimeZoneRules] {
        if let name = definition.alarm.schedule.zone { return namedRules[name].map { [$0] } ?? [] }
        var names: [String] = []
        for node in schedule.nodes(of: definition.targets) {
            guard let name = nodes[node]?.zone, !names.contains(name) else { continue }
            names.append(name)
        }
        return names.compactMap { namedRules[$0] }
    }

    /// True when an alarm was for one time, which is over. A person who switches it on again means another time.
    package func isUsedUp(_ definition: AlarmDefinition) -> Bool {
        guard definition.alarm.schedule.isOnce else { return false }
        // Without a zone nothing is known, and an alarm that rings or is snoozed is not over.
        guard !rules(for: definition).isEmpty, (rings[.alarm(definition.alarm.id)] ?? []).isEmpty else { return false }
        return next(definition, after: now, includingSkipped: true) == nil
    }

    /// The first occurrence after `instant` on any of its nodes.
    package func next(
        _ definition: AlarmDefinition, after instant: WallTime, includingSkipped: Bool = false
    ) -> ScheduledOccurrence? {
        let alarm = alarm(definition)
        return rules(for: definition).compactMap {
            alarm.schedule.next(after: instant, zone: $0, includingSkipped: includingSkipped)
        }.min { $0.due < $1.due }
    }
}

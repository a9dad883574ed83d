package import ClockDomain
package import ClockWire

package struct DayBell: Sendable {
    package var definition: AlarmDefinition
    package var due: WallTime
    /// By the clocks of its first room, the delay included.
    package var time: LocalTime
    /// Negative: earlier.
    package var delayMinutes: Int
    /// The reason for silence; `nil` when it rings.
    package var silence: RingReason?
}

extension AlarmDefinition {
    /// The program of a bell; `nil` for an alarm with days of its own.
    package var program: ProgramName? { alarm.schedule.program }
}

extension SiteSchedule {
    /// The bells of a timetable, ascending by time.
    package func bells(ofTimetable name: String) -> [AlarmDefinition] {
        alarms.filter { $0.program?.timetable == name }.sorted {
            ($0.alarm.schedule.time, $0.alarm.id) < ($1.alarm.schedule.time, $1.alarm.id)
        }
    }
}

extension SitePlan {
    /// Returns the rules of the zone in which a timetable's days count: that of the first room of its bells.
    ///
    /// - Parameter other: for a timetable whose rooms have reported no zone.
    package func rules(ofTimetable name: String, otherwise other: TimeZoneRules) -> TimeZoneRules {
        schedule.bells(ofTimetable: name).lazy.compactMap { self.rules(for: $0).first }.first ?? other
    }

    /// Returns the bells of a timetable on a date, those that are over included, ascending by instant.
    ///
    /// - Parameter other: the zone of bells whose rooms have reported none.
    package func bells(ofTimetable name: String, on date: CivilDate, otherwise other: TimeZoneRules) -> [DayBell] {
        guard let plan = timetables[name]?.plan(date) else { return [] }
        return schedule.bells(ofTimetable: name).filter(\.alarm.isEnabled).compactMap { definition in
            let schedule = definition.alarm.schedule
            guard let program = definition.program, let delay = plan.delay(of: schedule.time, in: program.program)
            else { return nil }
            let zone = rules(for: definition).first ?? other
            var alarm = alarm(definition)
            alarm.schedule.bellDays = [BellDays(span: DateSpan(first: date, last: date), delayMinutes: delay)]
            // The walk examines that date alone, and finds nothing where the bell was added later that day.
            let before = zone.instant(of: LocalDateTime(date: date, time: .midnight)) - .hours(24)
            guard let found = alarm.schedule.next(after: before, zone: zone, includingSkipped: true) else { return nil }
            return DayBell(
                definition: definition, due: found.due, time: zone.localTime(at: found.due).time, delayMinutes: delay,
                silence: found.silence)
        }.sorted { ($0.due, $0.definition.alarm.id) < ($1.due, $1.definition.alarm.id) }
    }

    /// True when a change by hand has made a difference to bells of a date up to a time: then that part of the day
    /// stays as it was.
    package func handHasRung(_ timetable: String, on date: CivilDate, before time: LocalTime) -> Bool {
        guard time > .midnight, let plan = timetables[timetable]?.plan(date), !plan.parts.isEmpty else { return false }
        var ruled = plan
        ruled.parts = []
        return schedule.bells(ofTimetable: timetable).contains { bell in
            guard let program = bell.program?.program else { return false }
            let own = bell.alarm.schedule.time
            func rings(_ plan: DayPlan) -> Int? {
                guard let delay = plan.delay(of: own, in: program) else { return nil }
                let second = own.secondOfDay + delay * 60
                return second < time.secondOfDay ? second : nil
            }
            return rings(plan) != rings(ruled)
        }
    }
}

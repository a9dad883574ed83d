internal import ClockDomain
internal import ClockWire

extension Definitions.Draft {
    /// Takes over what nodes hold of another store.
    ///
    /// Nodes remember by its id how an alarm went, so everything keeps its own. What this store has under the same id gets
    /// another one.
    ///
    /// - Parameter isKnown: whether this store has taken over that one before, so that what has the same id is the same.
    mutating func adopt(_ held: HeldDefinitions, isKnown: Bool) throws(RequestError) {
        let (alarms, timers) = (held.alarms, held.timers)
        if !isKnown {
            skipNumbers(
                beyond: alarms.last?.object.id.number ?? 0, timer: timers.last?.object.id.number ?? 0)
        }
        for alarm in alarms {
            let id = alarm.object.id
            guard var own = definitions.alarms[id] else {
                put(alarm.definition)
                continue
            }
            guard isKnown else {
                set(.alarm(id), nil)
                own.alarm.id = try nextAlarm()
                put(.alarm(own))
                put(alarm.definition)
                continue
            }
            let missing = alarm.nodes.filter { !definitions.rings(own.targets, on: $0) }
            guard !missing.isEmpty || alarm.object.revision > own.alarm.revision else { continue }
            let revision = max(own.alarm.revision, alarm.object.revision) + 1
            if alarm.object.revision > own.alarm.revision { own.alarm = alarm.object.withHolidaysAsExceptions }
            own.alarm.revision = revision
            own.targets = RingTargets(nodes: own.targets.nodes + missing, groups: own.targets.groups)
            put(.alarm(own))
        }
        for timer in timers {
            let id = timer.object.id
            let definition = SiteObject.timer(
                TimerDefinition(timer: timer.object, targets: RingTargets(nodes: timer.nodes)))
            guard var own = definitions.timers[id] else {
                put(definition)
                continue
            }
            guard !isKnown else { continue }
            set(.timer(id), nil)
            own.timer.id = try nextTimer()
            put(.timer(own))
            put(definition)
        }
    }
}

extension HeldDefinitions.Held<Alarm> {
    fileprivate var definition: SiteObject {
        .alarm(AlarmDefinition(alarm: object.withHolidaysAsExceptions, targets: RingTargets(nodes: nodes)))
    }
}

// The tz database is the machine's, and changes: a package update brings new rules, somebody moves the machine to another
// zone. The core asks for its zones again and again and derives everything anew when one has changed.

internal import ClockDomain
internal import ClockWire

extension NodeCore {
    /// How often the tz database is looked at.
    static let zoneInterval: Duration = .hours(1)

    /// Asks for the node's own zone and those that alarms name.
    mutating func loadZones(at now: Now, _ effects: inout [Effect]) {
        effects.append(.loadZone(name: nil))
        loadNamedZones(&effects)
        set(.zones, .boot(now.boot + NodeCore.zoneInterval), &effects)
    }

    mutating func loadNamedZones(_ effects: inout [Effect]) {
        let wanted = wantedZones
        namedZones = namedZones.filter { wanted.contains($0.key) }
        effects += wanted.sorted().map { .loadZone(name: $0) }
    }

    private var wantedZones: Set<String> {
        Set((state.desired?.alarms ?? []).lazy.filter(\.isEnabled).compactMap(\.schedule.zone))
    }

    /// Whether the rules of a zone that an alarm names have not come yet.
    var namedZonesAreAwaited: Bool {
        (state.desired?.alarms ?? []).contains { alarm in
            guard alarm.isEnabled, let name = alarm.schedule.zone else { return false }
            return namedZones[name] == nil
        }
    }

    mutating func receive(zone name: String?, _ rules: TimeZoneRules?, at now: Now, _ effects: inout [Effect]) {
        guard let name else {
            guard let rules, rules != zone else { return }
            deriveAlarms(at: now, &effects)
            effects.append(.log(.notice, "the zone is \(rules.name), by other rules than before"))
            zone = rules
            return zonesChanged(at: now, &effects)
        }
        let known = namedZones[name]
        // While the database is replaced a file may be missing for a moment.
        let better = rules ?? known.flatMap(\.self)
        guard known != .some(better) else { return }
        deriveAlarms(at: now, &effects)
        namedZones[name] = .some(better)
        if better == nil {
            effects.append(.log(.error, "the tz database has no zone \(name); alarms that name it cannot ring"))
        }
        zonesChanged(at: now, &effects)
    }

    private mutating func zonesChanged(at now: Now, _ effects: inout [Effect]) {
        agenda = nil
        forgetOutlook()
        isReportDue = true
        // Another local time has another chime.
        armSelfWake(&effects)
        lookAtClock(at: now, &effects)
        deriveAlarms(at: now, &effects)
        tendRings(at: now, &effects)
    }

    /// What keeps alarms from ringing that a person must mend.
    var zoneProblem: String? {
        guard let first = namedZones.lazy.filter({ $0.value == nil }).map(\.key).min() else { return nil }
        return
            "alarms in the time zone \(first.line(maximumBytes: 64)) cannot ring: this node's tz database has no such zone; "
            + "install tzdata, or name another zone"
    }
}

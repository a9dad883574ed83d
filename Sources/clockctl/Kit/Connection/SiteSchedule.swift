internal import ClockDomain
internal import ClockWire

/// What is defined at a site, all pages as one.
struct SiteSchedule: Sendable {
    /// Ascending by id.
    var alarms: [AlarmDefinition] = []
    /// Ascending by id.
    var timers: [TimerDefinition] = []
    /// Ascending by id.
    var stopwatches: [Stopwatch] = []
    /// Ascending by id.
    var groups: [NodeGroup] = []
    /// Ascending by name.
    var holidays: [HolidayCalendar] = []
    /// The coordinator's clock at its first answer.
    var now: WallTime

    init(_ page: SchedulePage) {
        alarms = page.alarms
        timers = page.timers
        stopwatches = page.stopwatches
        groups = page.groups
        holidays = page.holidays
        now = page.now
    }

    /// The nodes that `targets` name, groups taken apart; ascending, each once.
    func nodes(of targets: RingTargets) -> [NodeID] {
        guard !targets.groups.isEmpty else { return targets.nodes }
        let members = groups.filter { targets.groups.contains($0.id) }.flatMap(\.nodes)
        return Set(targets.nodes + members).sorted()
    }
}

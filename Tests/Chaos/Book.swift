import ClockDomain
import ClockWire

/// The changes that people know are done, and those that they are unsure of.
actor Book {
    private(set) var alarms: [AlarmID: AlarmDefinition] = [:]
    /// The due time of each alarm that never changed since it was set.
    private(set) var due: [AlarmID: WallTime] = [:]
    private(set) var timers: [TimerID: TimerDefinition] = [:]
    private(set) var cancelled: Set<TimerID> = []
    /// Alarms whose last change was not answered.
    private(set) var uncertainAlarms: Set<AlarmID> = []
    private(set) var uncertainTimers: Set<TimerID> = []
    /// The possible settings of each node: the last answered one, and those asked for without an answer.
    private(set) var volumes: [NodeID: Set<Int>] = [:]
    private(set) var mutes: [NodeID: Set<Bool>] = [:]

    private(set) var answered = 0
    private(set) var refused = 0
    private(set) var unanswered = 0
    private var lines: [String] = []

    var diary: String { lines.joined(separator: "\n") }

    func note(_ line: String) { lines.append(line) }

    func take(_ result: ChangeResult, due minute: WallTime? = nil) {
        answered += 1
        for event in result.events {
            switch (event.old, event.new) {
            case (let old, .alarm(let definition)?):
                let id = definition.alarm.id
                alarms[id] = definition
                due[id] = old == nil ? minute : nil
            case (.alarm(let definition)?, nil): forget(definition.alarm.id)
            case (_, .timer(let definition)?): timers[definition.timer.id] = definition
            case (.timer(let definition)?, nil): cancelled.insert(definition.timer.id)
            default: break
            }
        }
    }

    func forget(_ id: AlarmID) {
        alarms[id] = nil
        due[id] = nil
    }

    func take(_ result: SetResult) {
        answered += 1
        for node in result.nodes {
            volumes[node.node] = [node.settings.volume.percent]
            mutes[node.node] = [node.settings.mute == .on]
        }
    }

    func countRefusal() { refused += 1 }

    func lose(alarm id: AlarmID?) {
        unanswered += 1
        if let id { uncertainAlarms.insert(id) }
    }

    func lose(timer id: TimerID?) {
        unanswered += 1
        if let id { uncertainTimers.insert(id) }
    }

    func lose(volume: Int, of node: NodeID) {
        unanswered += 1
        volumes[node, default: []].insert(volume)
    }

    func lose(muted: Bool, of node: NodeID) {
        unanswered += 1
        mutes[node, default: []].insert(muted)
    }

    /// Begins a round with the present state, which resolves all uncertain changes.
    func begin(alarms: [AlarmDefinition], status: SiteStatus) {
        self.alarms = Dictionary(uniqueKeysWithValues: alarms.map { ($0.alarm.id, $0) })
        due = [:]
        timers = [:]
        cancelled = []
        uncertainAlarms = []
        uncertainTimers = []
        for node in status.nodes {
            volumes[node.id] = [node.volume]
            mutes[node.id] = [node.muted]
        }
    }
}

internal import ClockDomain
internal import ClockWire

/// Everything that people defined for the site apart from its nodes: as it was last decided, and as it is committed; and the
/// time zones that it is in.
///
/// A change is decided upon `pending`, which the commits under way lead to. When one fails, everything that was decided
/// since the last one that did not is taken back. Nobody is told but what is `committed`. A request that names a zone waits
/// until the zone's rules are known.
struct Definitions: Sendable {
    private(set) var pending: SiteDefinitions
    private(set) var committed: SiteDefinitions
    private(set) var state: DefinitionNumbers
    private(set) var committedState: DefinitionNumbers
    /// What the waiting commits will bring as ``state``.
    private var savedState: DefinitionNumbers
    /// Objects that may not be in `committed` as they are in `pending`.
    private var unsettled: Set<SiteObjectID> = []
    /// Marks the ids that are given.
    private let tag: GenerationTag?
    private(set) var zones = ZoneCache()
    private var parked: [ParkedChange] = []
    /// Whether a timer or stopwatch may count by a clock that nobody vouched for.
    var hasUnvouched = true

    /// - Parameter tag: of the generation in which changes are made.
    init(objects: [SiteObject], state: DefinitionNumbers, tag: GenerationTag?) {
        self.tag = tag
        pending = SiteDefinitions(objects)
        committed = SiteDefinitions(objects)
        self.state = state
        committedState = state
        savedState = state
    }

    /// Whether everything that was decided is committed.
    var isSettled: Bool { unsettled.isEmpty }

    /// The state that is to be saved with the next commit; `nil` when it is already.
    mutating func stateToSave() -> DefinitionNumbers? {
        guard savedState != state else { return nil }
        savedState = state
        return state
    }

    /// The number of the next change event.
    mutating func nextChange() -> Int {
        state.lastChange += 1
        return state.lastChange
    }

    /// One object as it was and is to be. At least one of the two is there.
    struct Edit: Sendable, Equatable {
        var old: SiteObject?
        var new: SiteObject?
    }

    /// What was decided together.
    struct Decision: Sendable {
        /// In order; what changes nothing is not among them.
        var edits: [Edit] = []
        /// Nodes whose documents are others now.
        var concerned: Set<NodeID> = []
    }

    /// Decides changes, all of them or none.
    ///
    /// - Throws: why not, as it is answered. Everything is then as it was.
    mutating func decide(
        _ changes: (inout Draft) throws(RequestError) -> Void
    ) throws(RequestError) -> Decision {
        var draft = Draft(definitions: pending, state: state, tag: tag)
        // The draft owns the definitions, so that changing them copies nothing.
        pending = SiteDefinitions()
        defer { pending = draft.definitions }
        do {
            try changes(&draft)
            try DefinitionLimits.check(draft.definitions, against: committed, draft.decision)
        } catch {
            draft.undo()
            throw error
        }
        state = draft.state
        if !draft.decision.edits.isEmpty { hasUnvouched = true }
        for edit in draft.decision.edits {
            if let id = edit.new?.id ?? edit.old?.id { unsettled.insert(id) }
        }
        return draft.decision
    }

    /// An object's operation is in the store.
    mutating func commit(_ id: SiteObjectID, _ object: SiteObject?) {
        committed.set(id, object)
        if pending[id] == object { unsettled.remove(id) }
    }

    mutating func commit(_ state: DefinitionNumbers) { committedState = state }

    /// Back to what is committed.
    mutating func rollBack() {
        for id in unsettled { pending.set(id, committed[id]) }
        unsettled = []
        hasUnvouched = true
        state = committedState
        savedState = committedState
    }

    /// The nodes that lack holidays, ascending: those further ahead than they were told, so that they know two years, or
    /// nearer ones that a clock left out which was far ahead.
    mutating func reviewHolidays(at now: WallTime) -> [NodeID] {
        guard !pending.calendars.isEmpty else { return [] }
        let ahead = now.date(inDays: HolidaySpans.aheadDays)
        guard let told = state.holidaysThrough else {
            state.holidaysThrough = ahead
            return []
        }
        let days = ahead.daysSinceEpoch - told.daysSinceEpoch
        guard days.magnitude >= HolidaySpans.renewalDays else { return [] }
        state.holidaysThrough = ahead
        let yesterday = now.date(inDays: -1)
        let toldFrom = HolidaySpans.firstTold(with: told)
        var concerned: Set<NodeID> = []
        for name in pending.calendars.keys.sorted() {
            guard let spans = pending.holidays(name),
                spans.start(after: told, through: ahead) || spans.end(from: yesterday, before: toldFrom)
            else { continue }
            for alarm in pending.alarms(naming: name) { concerned.formUnion(pending.nodes(of: alarm.targets)) }
        }
        return concerned.sorted()
    }

    // MARK: Zones

    /// Has the rules of a zone read, unless they are known.
    mutating func askForZone(_ name: String, _ out: inout Outbox) {
        if zones.ask(name) { out.perform(.loadZone(name)) }
    }

    /// The tz database may have been updated: has the rules read again.
    ///
    /// - Parameter others: zones that are used besides those of alarms.
    mutating func renewZones(besides others: [String], _ out: inout Outbox) {
        let used = pending.alarms.values.compactMap(\.alarm.schedule.zone) + others
        for name in zones.renew(used: Set(used)) { out.perform(.loadZone(name)) }
    }

    /// - Returns: whether the rules are others than before.
    mutating func take(_ rules: TimeZoneRules?, ofZone name: String) -> Bool { zones.take(name, rules) }

    /// Has a request wait until the rules of the zones that it names are known.
    ///
    /// - Returns: whether they are known already.
    /// - Throws: when too many requests wait.
    mutating func awaitZones(
        of request: ChangeRequest, from origin: RequestOrigin, _ out: inout Outbox
    ) throws(RequestError) -> Bool {
        let names = Set(request.changes.compactMap(\.zone)).sorted()
        for name in names { askForZone(name, &out) }
        guard names.contains(where: { zones.isAwaited($0) }) else { return true }
        guard parked.count < ParkedChange.maximum else {
            throw RequestError(.unavailable, "too many changes wait for time zones: ask again in a moment")
        }
        parked.append(ParkedChange(origin: origin, request: request))
        return false
    }

    /// The requests that waited, in their order. Those whose zones are not known yet are to wait again.
    mutating func takeParked() -> [ParkedChange] {
        defer { parked = [] }
        return parked
    }
}

extension Definitions {
    /// The definitions while changes are being decided.
    struct Draft: Sendable {
        fileprivate(set) var definitions: SiteDefinitions
        fileprivate(set) var state: DefinitionNumbers
        fileprivate(set) var decision = Decision()
        private let tag: GenerationTag?
        private var undoing: [(id: SiteObjectID, old: SiteObject?)] = []

        fileprivate init(definitions: SiteDefinitions, state: DefinitionNumbers, tag: GenerationTag?) {
            self.tag = tag
            self.definitions = definitions
            self.state = state
        }

        /// Puts the object there, or takes it away; nothing when it is like this already.
        mutating func set(_ id: SiteObjectID, _ object: SiteObject?) {
            let old = definitions[id]
            guard old != object else { return }
            undoing.append((id, old))
            decision.edits.append(Edit(old: old, new: object))
            decision.concerned.formUnion(definitions.set(id, object))
        }

        mutating func put(_ object: SiteObject) { set(object.id, object) }

        mutating func nextAlarm() throws(RequestError) -> AlarmID {
            let taken = definitions.alarms
            return try next(\.lastAlarm, "alarm") { taken[$0] != nil }
        }
        mutating func nextTimer() throws(RequestError) -> TimerID {
            let taken = definitions.timers
            return try next(\.lastTimer, "timer") { taken[$0] != nil }
        }
        mutating func nextStopwatch() throws(RequestError) -> StopwatchID {
            let taken = definitions.stopwatches
            return try next(\.lastStopwatch, "stopwatch") { taken[$0] != nil }
        }

        private mutating func next<ID: NumberedID>(
            _ last: WritableKeyPath<DefinitionNumbers, Int>, _ kind: String, isTaken: (ID) -> Bool
        ) throws(RequestError) -> ID {
            var number = state[keyPath: last] + 1
            while let id = ID(number: number, tag: tag) {
                guard isTaken(id) else {
                    state[keyPath: last] = number
                    return id
                }
                number += 1
            }
            throw RequestError(.unavailable, "this site has given every id that there is for a \(kind)")
        }

        /// Goes on after these numbers, or after its own where they are higher.
        mutating func raiseNumbers(alarm: Int, timer: Int) {
            state.lastAlarm = max(state.lastAlarm, alarm)
            state.lastTimer = max(state.lastTimer, timer)
        }

        fileprivate mutating func undo() {
            for step in undoing.reversed() { definitions.set(step.id, step.old) }
        }
    }
}

internal import ClockDomain
internal import ClockWire

/// People's definitions for the site, apart from its nodes, both decided and committed; and the site's time zones.
///
/// A change is decided upon `pending`, which the commits under way lead to. When a commit fails, every decision since
/// the last successful one is undone. The coordinator publishes only `committed`. A request that names a zone waits for
/// the zone's rules.
struct Definitions: Sendable {
    private(set) var pending: SiteDefinitions
    private(set) var committed: SiteDefinitions
    private(set) var state: DefinitionNumbers
    private(set) var committedState: DefinitionNumbers
    /// The value of ``state`` after the waiting commits.
    private var savedState: DefinitionNumbers
    /// Objects that may differ between `committed` and `pending`.
    private var unsettled: Set<SiteObjectID> = []
    /// Tells who decides upon an older state than the present one.
    private var changeNumbers: ChangeNumbers
    /// Marks new ids.
    private let tag: GenerationTag?
    private(set) var zones = ZoneCache()
    /// The site's, for alarms that follow the sun.
    let position: Position?
    private var parked: [ParkedChange] = []
    /// True if a timer or stopwatch may count by a clock that nobody vouched for.
    var hasUnvouched = true
    /// Timers and stopwatches that the store still has by the clock of the former run.
    private var returned: [SiteObjectID] = []

    /// Returns the instants of timers and stopwatches to those that a vouched clock named: the clock that the former run
    /// followed may have been set since.
    ///
    /// - Parameter tag: the tag of the generation in which changes are made.
    init(objects: [SiteObject], state: DefinitionNumbers, tag: GenerationTag?, position: Position?) {
        self.position = position
        self.tag = tag
        var objects = objects
        for index in objects.indices where objects[index].returnToVouchedInstant() {
            returned.append(objects[index].id)
        }
        pending = SiteDefinitions(objects)
        committed = SiteDefinitions(objects)
        self.state = state
        committedState = state
        savedState = state
        changeNumbers = ChangeNumbers(atStart: state.lastChange)
    }

    /// True if every decision is committed.
    var isSettled: Bool { unsettled.isEmpty }

    /// Returns the state to save with the next commit; `nil` when it is saved already.
    mutating func stateToSave() -> DefinitionNumbers? {
        guard savedState != state else { return nil }
        savedState = state
        return state
    }

    /// Returns the number of the next change event.
    mutating func nextChange() -> Int {
        state.lastChange += 1
        return state.lastChange
    }

    /// The old and the new form of one object. At least one of the two is not `nil`.
    struct Edit: Sendable, Equatable {
        var old: SiteObject?
        var new: SiteObject?
        /// The change that the edit takes back.
        var undoes: ChangeEvent?
    }

    /// Changes decided together.
    struct Decision: Sendable {
        /// The edits in order, without those that change nothing.
        var edits: [Edit] = []
        /// Nodes whose documents change.
        var concerned: Set<NodeID> = []
    }

    /// Decides changes, all of them or none.
    ///
    /// - Throws: the error to answer. The definitions are then as before.
    mutating func decide(_ changes: (inout Draft) throws(RequestError) -> Void) throws(RequestError) -> Decision {
        var draft = Draft(definitions: pending, state: state, tag: tag)
        // The draft owns the definitions, so that a change copies nothing.
        pending = SiteDefinitions()
        defer { pending = draft.definitions }
        do {
            try changes(&draft)
            try DefinitionLimits.check(draft.definitions, against: committed, draft.decision)
        } catch {
            draft.rollBack()
            throw error
        }
        state = draft.state
        if !draft.decision.edits.isEmpty { hasUnvouched = true }
        for edit in draft.decision.edits {
            guard let id = edit.new?.id ?? edit.old?.id else { continue }
            unsettled.insert(id)
            changeNumbers.note(id, atMost: state.lastChange + draft.decision.edits.count)
        }
        return draft.decision
    }

    /// The timers and stopwatches for the store that the start returned to a vouched clock's instants.
    var returnedObjects: [SiteObject] { returned.compactMap { pending[$0] } }

    /// Records that the store has an object's operation.
    mutating func commit(_ id: SiteObjectID, _ object: SiteObject?) {
        if !returned.isEmpty { returned.removeAll { $0 == id } }
        committed.set(id, object)
        if pending[id] == object { unsettled.remove(id) }
    }

    /// - Returns: true when the dates of bells go further than before.
    mutating func commit(_ state: DefinitionNumbers) -> Bool {
        defer { committedState = state }
        return committedState.holidaysThrough != state.holidaysThrough
    }

    /// Restores the committed definitions.
    mutating func rollBack() {
        for id in unsettled { pending.set(id, committed[id]) }
        unsettled = []
        hasUnvouched = true
        state = committedState
        savedState = committedState
        changeNumbers.rollBack(to: state.lastChange)
    }

    /// - Throws: a conflict if the asker has not seen the present form of what it changes.
    func checkSeen(by request: ChangeRequest) throws(RequestError) {
        guard let after = request.after else { return }
        let changed = request.changes.lazy.compactMap(\.replaced).first {
            changeNumbers.hasChanged($0, after: after, newest: state.lastChange)
        }
        if let changed { throw pending.conflict(about: changed) }
    }

    /// True once nodes have had days of bells or holidays.
    var hasReviewed: Bool { state.holidaysThrough != nil }

    /// Returns, ascending, the nodes that lack days of bells, or holidays: further ones, so that they have two years, or
    /// nearer ones that a clock far ahead left out.
    mutating func reviewHolidays(of nodes: Nodes, at now: WallTime) -> [NodeID] {
        guard !pending.calendars.isEmpty || !pending.timetables.isEmpty else { return [] }
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
                spans.start(after: told, through: ahead) || spans.endsWithin(from: yesterday, before: toldFrom)
            else { continue }
            concerned.formUnion(nodes.heeding(name))
            for alarm in pending.alarms(naming: name) { concerned.formUnion(pending.nodes(of: alarm.targets)) }
        }
        for name in pending.timetables.keys {
            for bell in pending.bells(of: name) { concerned.formUnion(pending.nodes(of: bell.targets)) }
        }
        return concerned.sorted()
    }

    // MARK: Zones

    /// Requests the rules of a zone, unless they are known.
    mutating func askForZone(_ name: String, _ out: inout Outbox) {
        if zones.ask(name) { out.perform(.loadZone(name)) }
    }

    /// Requests all rules again, because the tz database may have been updated.
    ///
    /// - Parameter others: used zones besides those of alarms.
    mutating func renewZones(besides others: [String], _ out: inout Outbox) {
        let used = pending.alarms.values.compactMap(\.alarm.schedule.zone) + others
        for name in zones.renew(used: Set(used)) { out.perform(.loadZone(name)) }
    }

    /// - Returns: true if the rules have changed.
    mutating func apply(_ rules: TimeZoneRules?, ofZone name: String) -> Bool { zones.apply(name, rules) }

    /// Parks a request until the rules of its zones are known.
    ///
    /// - Returns: true if they are known already.
    /// - Throws: when too many requests wait.
    mutating func awaitZones(
        of request: ChangeRequest, undoing undone: [ChangeEvent], from origin: RequestOrigin, _ out: inout Outbox
    ) throws(RequestError) -> Bool {
        let names = Set(request.changes.compactMap(\.zone) + undone.compactMap(\.old?.zone)).sorted()
        for name in names { askForZone(name, &out) }
        guard names.contains(where: { zones.isAwaited($0) }) else { return true }
        guard parked.count < ParkedChange.maximum else {
            throw RequestError(.unavailable, "too many changes wait for time zones: ask again in a moment")
        }
        parked.append(ParkedChange(origin: origin, request: request, undone: undone))
        return false
    }

    /// Removes and returns the parked requests, in their order. The caller parks those again whose zones are still
    /// unknown.
    mutating func takeParked() -> [ParkedChange] {
        defer { parked = [] }
        return parked
    }
}

extension Definitions {
    /// The definitions during the decision about changes.
    struct Draft: Sendable {
        fileprivate(set) var definitions: SiteDefinitions
        fileprivate(set) var state: DefinitionNumbers
        fileprivate(set) var decision = Decision()
        private let tag: GenerationTag?
        private var former: [(id: SiteObjectID, old: SiteObject?)] = []
        /// The change that the next edits take back.
        var undone: ChangeEvent?

        fileprivate init(definitions: SiteDefinitions, state: DefinitionNumbers, tag: GenerationTag?) {
            self.tag = tag
            self.definitions = definitions
            self.state = state
        }

        /// Puts or removes an object; does nothing when it is like this already.
        mutating func set(_ id: SiteObjectID, _ object: SiteObject?) {
            let old = definitions[id]
            guard old != object else { return }
            former.append((id, old))
            decision.edits.append(Edit(old: old, new: object, undoes: undone))
            decision.concerned.formUnion(definitions.set(id, object))
        }

        mutating func put(_ object: SiteObject) { set(object.id, object) }

        /// Nodes whose documents change, beside those that ring an object.
        mutating func concern(_ nodes: [NodeID]) { decision.concerned.formUnion(nodes) }

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

        /// Makes the next numbers follow these, or the own ones if they are higher.
        mutating func raiseNumbers(alarm: Int, timer: Int) {
            state.lastAlarm = max(state.lastAlarm, alarm)
            state.lastTimer = max(state.lastTimer, timer)
        }

        fileprivate mutating func rollBack() {
            for step in former.reversed() { definitions.set(step.id, step.old) }
        }
    }
}

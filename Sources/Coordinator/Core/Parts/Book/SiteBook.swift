internal import ClockDomain
internal import ClockWire

/// Everything that people defined for the site apart from its nodes: as it was last decided, and as it is committed.
///
/// A change is decided upon `pending`, which the commits under way lead to. When one fails, everything that was decided
/// since the last one that did not is taken back. Nobody is told but what is `committed`.
struct SiteBook: Sendable {
    private(set) var pending: SiteDefinitions
    private(set) var committed: SiteDefinitions
    private(set) var state: BookState
    private(set) var committedState: BookState
    /// What the waiting commits will bring as the book's state.
    private var savedState: BookState
    /// Objects that may not be in `committed` as they are in `pending`.
    private var unsettled: Set<SiteObjectID> = []

    init(objects: [SiteObject], state: BookState) {
        pending = SiteDefinitions(objects)
        committed = SiteDefinitions(objects)
        self.state = state
        committedState = state
        savedState = state
    }

    /// Whether everything that was decided is committed.
    var isSettled: Bool { unsettled.isEmpty }

    /// The state that is to be saved with the next commit; `nil` when it is already.
    mutating func stateToSave() -> BookState? {
        guard savedState != state else { return nil }
        savedState = state
        return state
    }

    /// The number of the next change event.
    mutating func nextChange() -> Int {
        state.lastChange += 1
        return state.lastChange
    }

    mutating func tellHolidays(through day: CivilDate) { state.holidaysThrough = day }

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
    /// - Throws: why not, as it is answered. The book is then as it was.
    mutating func decide(
        _ changes: (inout Draft) throws(RequestError) -> Void
    ) throws(RequestError) -> Decision {
        var draft = Draft(definitions: pending, state: state)
        // The draft owns the definitions, so that changing them copies nothing.
        pending = SiteDefinitions()
        defer { pending = draft.definitions }
        do {
            try changes(&draft)
            try BookLimits.check(draft.definitions, against: committed, draft.decision)
        } catch {
            draft.undo()
            throw error
        }
        state = draft.state
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

    mutating func commit(_ state: BookState) { committedState = state }

    /// Back to what is committed.
    mutating func rollBack() {
        for id in unsettled { pending.set(id, committed[id]) }
        unsettled = []
        state = committedState
        savedState = committedState
    }
}

extension SiteBook {
    /// The book while changes are being decided.
    struct Draft: Sendable {
        fileprivate(set) var definitions: SiteDefinitions
        fileprivate(set) var state: BookState
        fileprivate(set) var decision = Decision()
        private var undoing: [(id: SiteObjectID, old: SiteObject?)] = []

        fileprivate init(definitions: SiteDefinitions, state: BookState) {
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

        mutating func nextAlarm() throws(RequestError) -> AlarmID { try next(\.lastAlarm, "alarm") }
        mutating func nextTimer() throws(RequestError) -> TimerID { try next(\.lastTimer, "timer") }
        mutating func nextStopwatch() throws(RequestError) -> StopwatchID { try next(\.lastStopwatch, "stopwatch") }

        private mutating func next<ID: NumberedID>(
            _ last: WritableKeyPath<BookState, Int>, _ kind: String
        ) throws(RequestError) -> ID {
            guard let id = ID(number: state[keyPath: last] + 1) else {
                throw RequestError(.unavailable, "this site has given every id that there is for a \(kind)")
            }
            state[keyPath: last] += 1
            return id
        }

        /// Goes on well beyond the numbers that another store may have given, and those of changes that nobody was told.
        mutating func skipNumbers(beyond alarm: Int, timer: Int) {
            state.lastAlarm = max(state.lastAlarm, alarm) + BookState.skipped
            state.lastTimer = max(state.lastTimer, timer) + BookState.skipped
            state.lastStopwatch += BookState.skipped
            state.lastChange += BookState.skipped
        }

        fileprivate mutating func undo() {
            for step in undoing.reversed() { definitions.set(step.id, step.old) }
        }
    }
}

internal import ClockDomain
internal import ClockWire

extension Definitions.Draft {
    /// The most by which plausible numbers and revisions exceed this store's own: new ids do not follow higher ones.
    private static let plausibleNumbers = 1_000_000

    /// Adopts definitions that nodes hold and this store does not know. Afterwards each of these nodes rings by its own
    /// document, and no other node rings differently from before.
    ///
    /// Nodes remember by its id how an alarm went, so everything keeps its id if possible. One of two forms under one
    /// id gets another id: a form that fewer nodes hold, or the store's form for nodes that did not show theirs.
    ///
    /// - Parameter isKnown: true if this store and the nodes' definitions share one history, so that the same id means
    ///   the same object.
    mutating func adopt(_ held: HeldDefinitions, isKnown: Bool) throws(RequestError) {
        let shown = Set(held.nodes)
        let (alarms, timers) = (held.alarms, held.timers)
        raiseNumbers(
            alarm: Self.plausible(alarms, beyond: state.lastAlarm),
            timer: Self.plausible(timers, beyond: state.lastTimer))
        try adopt(
            alarms, shown, isKnown: isKnown, own: Set(definitions.alarms.keys),
            find: { $0.definitions.alarms[$1].map { ($0.alarm, $0.targets) } },
            put: { draft, id, alarm, targets in
                let known = draft.definitions.alarms[id]
                // An unchanged alarm keeps its calendar.
                let isSame = known?.alarm.content == alarm.content
                draft.put(
                    .alarm(
                        AlarmDefinition(
                            alarm: isSame ? alarm.without(holidaysOf: known) : alarm.withHolidaysAsExceptions,
                            targets: targets, holidays: isSame ? known?.holidays : nil,
                            changed: isSame ? known?.changed : nil)))
            },
            remove: { $0.set(.alarm($1), nil) }, next: { draft throws(RequestError) in try draft.nextAlarm() })
        try adopt(
            timers, shown, isKnown: isKnown, own: Set(definitions.timers.keys),
            find: { $0.definitions.timers[$1].map { ($0.timer, $0.targets) } },
            put: { draft, _, timer, targets in draft.put(.timer(TimerDefinition(timer: timer, targets: targets))) },
            remove: { $0.set(.timer($1), nil) }, next: { draft throws(RequestError) in try draft.nextTimer() })
    }

    private static func plausible(_ held: [HeldDefinitions.Held<some HeldObject>], beyond last: Int) -> Int {
        held.map(\.id.number).filter { $0 <= last + plausibleNumbers }.max() ?? 0
    }

    private mutating func adopt<Object: HeldObject>(
        _ held: [HeldDefinitions.Held<Object>], _ shown: Set<NodeID>, isKnown: Bool, own: Set<Object.ID>,
        find: (Self, Object.ID) -> (object: Object, targets: RingTargets)?,
        put: (inout Self, Object.ID, Object, RingTargets) -> Void, remove: (inout Self, Object.ID) -> Void,
        next: (inout Self) throws(RequestError) -> Object.ID
    ) throws(RequestError) {
        let forms = Dictionary(uniqueKeysWithValues: held.map { ($0.id, $0.forms) })
        var moved: [(object: Object, targets: RingTargets)] = []
        for id in own.union(forms.keys).sorted() {
            var forms = forms[id] ?? []
            let known = find(self, id)
            if let known {
                let ringing = definitions.nodes(of: known.targets)
                let others = ringing.subtracting(shown)
                // For nodes that have not shown theirs, the object stays the same.
                let isMet = isKnown && !forms.isEmpty
                let place = isMet ? forms.firstIndex { $0.object.isSame(as: known.object) } : nil
                let kept = place ?? (isMet && others.isEmpty ? 0 : nil)
                let form = kept.map { forms.remove(at: $0) }
                let nodes = others.union(form?.nodes ?? [])
                var object = known.object
                if let form, place == nil {
                    object = form.object
                    object.revision = max(known.object.revision, form.object.plausibleRevision) + 1
                }
                let targets = nodes == ringing ? known.targets : RingTargets(nodes: Array(nodes))
                if nodes != ringing, place != nil || form == nil { object.revision += 1 }
                if nodes.isEmpty {
                    remove(&self, id)
                } else if form == nil, !isKnown, !forms.isEmpty {
                    // The store has a different object under the nodes' id.
                    remove(&self, id)
                    moved.append((object, targets))
                } else if nodes != ringing || object != known.object {
                    put(&self, id, object, targets)
                }
            }
            if !forms.isEmpty, find(self, id) == nil {
                var form = forms.removeFirst()
                // An id and a revision must always name the same object.
                form.object.revision = max(form.object.plausibleRevision, known.map { $0.object.revision + 1 } ?? 1)
                put(&self, id, form.object, RingTargets(nodes: form.nodes))
            }
            moved += forms.map { ($0.object, RingTargets(nodes: $0.nodes)) }
        }
        for (object, targets) in moved {
            var object = object
            object.id = try next(&self)
            object.revision = 1
            put(&self, object.id, object, targets)
        }
    }
}

extension HeldObject {
    /// A revision that leaves room for all later ones.
    fileprivate var plausibleRevision: Int { min(revision, 1_000_000_000) }
}

extension Alarm {
    /// The alarm as this store has it, apart from the revision.
    fileprivate func without(holidaysOf known: AlarmDefinition?) -> Alarm {
        guard var copy = known?.alarm else { return self }
        copy.revision = revision
        return copy
    }
}

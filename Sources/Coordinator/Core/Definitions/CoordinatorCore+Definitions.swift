internal import ClockDomain
internal import ClockWire

// Stores definitions, raises the revision of the nodes that they concern, and publishes the change once it is
// committed.

extension CoordinatorCore {
    /// Applies all changes of a `change` request or none, and answers when they are committed.
    ///
    /// - Parameter undone: changes that it takes back before, the newest first.
    mutating func change(
        _ request: ChangeRequest, undoing undone: [ChangeEvent] = [], origin: RequestOrigin, at now: Now
    ) {
        guard (1...ChangeRequest.maximumChanges).contains(request.changes.count + undone.count) else {
            return out.fail(
                origin, .invalid,
                "a request of \(request.changes.count) changes is not in 1...\(ChangeRequest.maximumChanges)")
        }
        let decision: Definitions.Decision
        do throws(RequestError) {
            guard try definitions.awaitZones(of: request, undoing: undone, from: origin, &out) else { return }
            if let refusal = store.refusal { throw refusal }
            if let refusal = nodes.refusalAsStranger { throw refusal }
            try definitions.checkSeen(by: request)
            decision = try definitions.decide(
                request.changes, undoing: undone, by: request.by, nodes, clock,
                isVouched: isClockVouched(at: now), at: now)
        } catch {
            return out.fail(origin, error)
        }
        write(absences.rings.lines(lostBy: decision, view, at: now))
        let events = record(decision, by: request.by, at: now)
        let revisions = decision.concerned.sorted().compactMap { id in
            nodes[id].map { DocumentRevision(node: id, revision: $0.definition.revision) }
        }
        let result = CoordinatorAnswer.success(ChangeResult(events: events, nodes: revisions))
        if definitions.isSettled { out.reply(result, to: origin) } else { store.add(result, to: origin) }
    }

    /// Stores a decision, makes new documents for its nodes, and publishes its change events once it is committed.
    @discardableResult
    mutating func record(_ decision: Definitions.Decision, by person: String? = nil, at now: Now) -> [ChangeEvent] {
        for operation in decision.operations { store.add(operation) }
        for node in decision.concerned.sorted() { define(node) { _ in } }
        reviewHolidays(at: now)
        return decision.edits.map { report($0.old?.defined, $0.new?.defined, by: person, undoes: $0.undoes, at: now) }
    }

    /// Changes a node's definition: one more revision, published when it is committed.
    mutating func define(_ id: NodeID, _ change: (inout NodeDefinition) -> Void) {
        if let operation = nodes.define(id, change) { store.add(operation) }
    }

    /// Stores a change event with the change, and publishes it once both are committed.
    @discardableResult
    mutating func report(
        _ old: DefinedObject?, _ new: DefinedObject?, by person: String? = nil, undoes: ChangeEvent? = nil, at now: Now
    ) -> ChangeEvent {
        let event = ChangeEvent(
            number: definitions.nextChange(), at: now.wall.truncatedToMilliseconds, old: old, new: new,
            by: person?.line(maximumBytes: RingRecord.maximumNameBytes), undoes: undoes.map(UndoneChange.init))
        store.add(History.save(event))
        return event
    }

    /// Raises the revision of nodes whose documents need holidays and bells further ahead. By a clock that may be months
    /// ahead no node loses those of today.
    mutating func reviewHolidays(at now: Now) {
        guard !clock.isDoubtful(at: now, nodes) || !definitions.hasReviewed else { return }
        for node in definitions.reviewHolidays(of: nodes, at: now.wall) { define(node) { _ in } }
    }

    /// Follows the rules of a zone; `nil` when there is no such zone.
    mutating func apply(_ rules: TimeZoneRules?, ofZone name: String, at now: Now) {
        if definitions.apply(rules, ofZone: name) {
            absences.rings.expect(inZone: name, view)
            armRings(at: now)
            readers.post(.times)
        }
        // The due times of alarms in the zone are now known, or the zone is known not to exist.
        checkEndings(at: now)
        for parked in definitions.takeParked() {
            change(parked.request, undoing: parked.undone, origin: parked.origin, at: now)
        }
    }

    /// True if a time service or the configuration vouches for this machine's clock.
    func isClockVouched(at now: Now) -> Bool { settings.isClockVouched || now.sync != .unsynchronised }

    /// Moves timers and stopwatches with a clock that was set. It also publishes the new setting to every node, so that
    /// it measures the clock again.
    mutating func followClock(at now: Now) {
        // A failing store accepts nothing: the core follows the clock when the store works again.
        guard !store.isFailing else { return }
        if let step = clock.step(at: now) {
            let before = clock.follow(step, at: now)
            let decision = definitions.follow(step, before)
            let mutes = nodes.followMutes(at: now)
            if decision.edits.isEmpty {
                if link.isUp { for id in nodes.ids { publishDocument(of: id, at: now) } }
            } else {
                for operation in decision.operations { store.add(operation) }
                store.addRetold(Set(nodes.ids))
                for edit in decision.edits { report(edit.old?.defined, edit.new?.defined, at: now) }
            }
            for (id, mute) in mutes {
                let before = nodes[id]?.definition.object
                define(id) { $0.settings.mute = mute }
                report(before, nodes[id]?.definition.object, at: now)
            }
            if !decision.edits.isEmpty || !mutes.isEmpty { store.addFollowed(from: before) }
        }
        guard isClockVouched(at: now) else { return }
        let counts = clock.setting.wasVouched
        clock.vouch()
        let vouched = definitions.vouch()
        for operation in vouched.operations { store.add(operation) }
        for edit in vouched.edits { report(edit.old?.defined, edit.new?.defined, at: now) }
        if !counts { armRings(at: now) }
    }

    /// Has alarms count from now that a clock far ahead made: they would leave out what comes before. A clock that may
    /// itself be behind changes none.
    mutating func reviewAlarms(at now: Now) {
        guard !store.isFailing, isClockVouched(at: now) || nodes.wereAtWork(within: .minutes(20), of: now.wall),
            !nodes.wereAtWork(after: now.wall)
        else { return }
        let decision = definitions.restoreAhead(of: now.wall)
        if !decision.edits.isEmpty { record(decision, at: now) }
    }

    // MARK: Endings

    /// Checks every source that rings once and has a line.
    mutating func checkEndings(at now: Now) { checkEndings(of: absences.rings.sourcesWithLines, at: now) }

    mutating func checkEndings(of sources: [RingSource], at now: Now) {
        for source in sources {
            if let ending = absences.rings.ending(of: source, view, at: now) { expire(ending, at: now) }
        }
    }

    /// Deletes a timer, or switches an alarm off.
    mutating func expire(_ ending: RingEndings.Ending, at now: Now) {
        let decision = definitions.expire([ending], at: now.wall)
        if !decision.edits.isEmpty { out.log(.debug, "\(ending)") }
        record(decision, at: now)
    }

    /// Deletes timers that ran out so long ago that nobody will ring for them.
    ///
    /// - Returns: the missing lines of these timers.
    mutating func endTimers(at now: Now) -> [RingAbsence] {
        let over = absences.rings.timersLongOver(definitions.pending, clock.setting, at: now)
        guard !over.isEmpty else { return [] }
        let lines = over.flatMap {
            absences.rings.lines(of: $0, on: definitions.committed.nodes(of: $0.targets), view, at: now)
        }
        out.log(.debug, "timers ran out over a day ago")
        record(definitions.expire(over.map { .over($0.timer.id) }, at: now.wall), at: now)
        return lines
    }
}

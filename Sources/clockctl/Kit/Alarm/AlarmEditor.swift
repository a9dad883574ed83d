internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// Changes alarms from their present state, and explains a conflict with somebody else's change.
struct AlarmEditor {
    let maker: AlarmMaker
    let console: Console

    /// Reads the alarms, changes them, and sends all changes in one request with the revisions that it read.
    ///
    /// - Parameters:
    ///   - revision: the expected revision of the alarms; `nil` for the one that the person has seen last.
    ///   - explains: true to show the second next time too.
    ///   - change: changes a draft; its plan has that alarm and no other.
    func edit(
        _ ids: [AlarmID], revision: Int? = nil, explains: Bool = false,
        _ change: (inout AlarmDraft, SitePlan) throws -> Void
    ) throws {
        let site = try maker.link.plan(zones: console.zones, alarms: false)
        let read = try maker.link.alarms(ids)
        try refuseUnseen(read, revision: revision, site)
        var changes: [Change] = []
        var nodes: [NodeID] = []
        for definition in read {
            var draft = AlarmDraft(definition)
            try change(&draft, site.adding(definition, zones: console.zones))
            guard draft != AlarmDraft(definition) else { continue }
            nodes += draft.targets.nodes
            changes.append(.editAlarm(definition.alarm.id, revision: definition.alarm.revision, draft))
        }
        guard !changes.isEmpty else { return try maker.report(ChangeResult(events: []), plan: site) }
        do {
            let result = try maker.change(changes, for: RingTargets(nodes: nodes))
            try maker.report(result, plan: site, explains: explains)
            SeenAlarms(site: maker.link.settings.site, console: console).record(
                result.events.compactMap { event in
                    if case .alarm(let definition) = event.new { definition.alarm } else { nil }
                })
        } catch let error as RequestError where error.code == .conflict {
            throw lost(error, read, site)
        }
    }

    /// Throws if an alarm has changed since the person saw it: the edit refers to the state that the person saw.
    private func refuseUnseen(_ read: [AlarmDefinition], revision: Int?, _ site: SitePlan) throws(FatalError) {
        let seen = SeenAlarms(site: maker.link.settings.site, console: console)
        for definition in read {
            guard let known = revision ?? seen.revision(of: definition.alarm.id), known != definition.alarm.revision
            else { continue }
            let story =
                "\(definition.alarm.id) was changed since: \(revision == nil ? "you have seen" : "this is from") revision "
                + "\(known), it has revision \(definition.alarm.revision) now. It is: \(sentence(definition, site))"
            guard revision == nil else {
                throw FatalError(
                    .temporaryFailure, "\(story). Nothing was changed. Look at it, and run the command again")
            }
            console.warn(story)
            seen.record([definition.alarm])
            guard console.confirms("Change it all the same?") else { throw FatalError(.failure, "nothing was changed") }
        }
    }

    private func sentence(_ definition: AlarmDefinition, _ site: SitePlan) -> String {
        AlarmSentence(
            definition: definition, plan: site.adding(definition, zones: console.zones),
            words: console.words(at: site.now)
        ).line().plain
    }

    /// Returns the error for a lost race: the alarm, both revisions, and its present state.
    private func lost(_ error: RequestError, _ read: [AlarmDefinition], _ site: SitePlan) -> any Error {
        // The coordinator's own words are enough when it does not answer again.
        guard let current = try? maker.link.alarms(read.map(\.alarm.id)),
            let (old, new) = zip(read, current).first(where: { $0.alarm.revision != $1.alarm.revision })
        else { return error }
        return FatalError(
            .temporaryFailure,
            "somebody else changed \(new.alarm.id) in the meantime: this was made from revision \(old.alarm.revision), "
                + "it has revision \(new.alarm.revision) now. Nothing was changed; it is: "
                + "\(sentence(new, site)). Look at it, and run the command again")
    }
}

extension CoordinatorLink {
    /// Returns alarms by id, in the requested order.
    ///
    /// - Throws: ``FatalError`` naming the first unknown one.
    func alarms(_ ids: [AlarmID]) throws -> [AlarmDefinition] {
        // We request a few one by one, all at once; for many the whole list is less work.
        guard ids.count > 16 else {
            let tickets = try ids.map { try send(ScheduleRequest(after: $0.predecessor, limit: 2)) }
            return try zip(ids, tickets).map { id, ticket in
                let page = try wait(for: ticket, as: SchedulePage.self).result
                return try alarm(id, among: page.alarms.filter { id.stands(for: $0.alarm.id) })
            }
        }
        let all = Dictionary(grouping: try schedule().alarms, by: \.alarm.id.number)
        return try ids.map { id in
            try alarm(id, among: (all[id.number] ?? []).filter { id.stands(for: $0.alarm.id) })
        }
    }

    private func alarm(_ id: AlarmID, among alike: [AlarmDefinition]) throws(FatalError) -> AlarmDefinition {
        if let alarm = alike.first(where: { $0.alarm.id == id }) { return alarm }
        guard let alarm = alike.first else { throw noAlarm(id) }
        guard alike.count == 1 else {
            let ids = alike.map(\.alarm.id.description).joined(separator: ", ")
            throw FatalError(.badData, "\(id) is short for several alarms: \(ids); say the whole id")
        }
        return alarm
    }
}

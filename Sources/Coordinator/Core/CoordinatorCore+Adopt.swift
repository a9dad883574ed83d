internal import ClockDomain
internal import ClockWire

extension CoordinatorCore {
    /// `adopt`: a person says what is to become of what nodes hold of another store.
    mutating func adopt(_ request: AdoptRequest, origin: RequestOrigin, at now: Now) {
        guard hasRoom(for: origin) else { return }
        guard adoption == nil else {
            return fail(origin, .unavailable, "definitions are being taken over already: ask again in a moment")
        }
        let foreign = foreignStores
        guard let chosen = request.store.map({ name in foreign.first { $0.store == name } }) ?? foreign.first else {
            let what = request.store.map { "store \($0.line(maximumBytes: 64))" } ?? "another store"
            return fail(origin, .unknownObject, "no node holds what people defined in \(what)")
        }
        guard request.store != nil || foreign.count == 1 else {
            let all = foreign.map { "\($0.store) (\($0.nodes.inWords))" }.joined(separator: ", ")
            return fail(origin, .invalid, "nodes hold what people defined in several stores: name one of \(all)")
        }
        guard !request.replace else { return replace(chosen, origin: origin, at: now) }
        let online = chosen.nodes.filter { nodes[$0]?.availability == .online }
        guard !online.isEmpty else {
            return fail(
                origin, .unavailable,
                "\(chosen.nodes.inWords) cannot be asked for what was defined in store \(chosen.store): not online")
        }
        adoption = AdoptionRun(origin: origin, store: chosen.store, asked: online)
        for node in online { command(.show, to: node, before: now.wall + AdoptionRun.patience, at: now) }
        setTimer(.adoption, .boot(now.boot + AdoptionRun.patience))
    }

    /// A node shows the document that it obeys.
    mutating func take(shown document: Desired, of node: NodeID, at now: Now) {
        adoption?.take(document, of: node)
        if adoption?.isComplete == true { finishAdoption(at: now) }
    }

    /// Takes over what was shown. Who has not answered keeps what it holds, and can be asked another time.
    mutating func finishAdoption(at now: Now) {
        guard let run = adoption else { return }
        adoption = nil
        cancelTimer(.adoption)
        let holders = foreignStores.first { $0.store == run.store }?.nodes ?? []
        let shown = holders.filter { run.held.documents[$0] != nil }
        guard !shown.isEmpty else {
            return fail(
                run.origin, .unavailable,
                "\(holders.inWords) did not show what they hold within \(AdoptionRun.patience.inWords): ask again")
        }
        let isKnown = nodes.values.contains { $0.definition.replaces.contains(run.store) }
        let decision: SiteBook.Decision
        do throws(RequestError) {
            decision = try book.decide { draft throws(RequestError) in try draft.adopt(run.held, isKnown: isKnown) }
        } catch {
            return fail(run.origin, error.code, error.message)
        }
        save(decision)
        for id in shown {
            guard let document = run.held.documents[id] else { continue }
            redefine(id, at: now) { definition in
                definition.room = document.room
                definition.settings = document.settings
                definition.packs = document.packs
                definition.replace(run.store)
            }
        }
        for id in decision.concerned.subtracting(shown).sorted() { define(id) { _ in } }
        let result = AdoptResult(
            store: run.store, nodes: shown, alarms: run.held.alarms.count, timers: run.held.timers.count,
            left: holders.filter { run.held.documents[$0] == nil })
        perform(.log(.notice, "what \(shown.inWords) hold of store \(run.store) is taken over into \(storeID)"))
        store.add(.adopt(result), to: run.origin)
    }

    /// This store's definitions take the place of what the nodes hold, which is gone then.
    private mutating func replace(_ foreign: ForeignStore, origin: RequestOrigin, at now: Now) {
        for id in foreign.nodes { redefine(id, at: now) { $0.replace(foreign.store) } }
        perform(.log(.notice, "store \(storeID) replaces what \(foreign.nodes.inWords) hold of store \(foreign.store)"))
        store.add(
            .adopt(AdoptResult(store: foreign.store, nodes: foreign.nodes, alarms: 0, timers: 0, left: [])), to: origin)
    }

    private mutating func redefine(_ id: NodeID, at now: Now, _ change: (inout NodeDefinition) -> Void) {
        guard let before = nodes[id]?.definition else { return }
        define(id, change)
        guard let after = nodes[id]?.definition else { return }
        tell(before.object, after.object, at: now)
    }
}

internal import ClockDomain
internal import ClockWire

// Applies an adoption to both definitions and nodes.

extension CoordinatorCore {
    /// Answers `adopt`: a person decides about the definitions that nodes hold of another store.
    mutating func adopt(_ request: AdoptRequest, origin: RequestOrigin, at now: Now) {
        guard hasRoom(for: origin) else { return }
        do throws(RequestError) {
            if let foreign = try adoption.begin(request, origin: origin, nodes, at: now, &out) {
                replace(foreign, origin: origin, at: now)
            }
        } catch {
            out.fail(origin, error)
        }
    }

    mutating func receive(shown document: Desired, of node: NodeID, at now: Now) {
        if adoption.receive(document, of: node) { finishAdoption(at: now) }
    }

    /// Adopts the shown definitions, or shows them. A node that has not answered keeps its own, and can be asked again.
    mutating func finishAdoption(at now: Now) {
        guard let run = adoption.finish(&out) else { return }
        let named = run.request.nodes
        let holders = (nodes.foreignStores.first { $0.store == run.store }?.nodes ?? [])
            .filter { named?.contains($0) ?? true }
        let held = run.held.only(seen: run.request.seen)
        let shown = holders.filter { held.documents[$0] != nil }
        guard !shown.isEmpty else {
            return out.fail(
                run.origin, .unavailable,
                run.held.documents.isEmpty
                    ? "\(holders.inWords) did not show what they hold within \(Adoption.patience.inWords): ask again"
                    : "the rooms hold other documents by now: look at them again")
        }
        var result = AdoptResult(
            store: run.store, nodes: shown, alarms: held.alarms.count, timers: held.timers.count,
            left: holders.filter { held.documents[$0] == nil })
        let isKnown = run.store == storeID || nodes.all.contains { $0.definition.replaces.contains(run.store) }
        guard !run.request.look else {
            result.nodes = []
            result.documents = shown.compactMap { id in held.documents[id].map { HeldDocument($0, of: id) } }
            let differences = held.differences(from: definitions.pending, isKnown: isKnown)
            result.differing = differences.count
            result.differences = Array(differences.prefix(AdoptDifference.maximumShown))
            return out.reply(.success(result), to: run.origin)
        }
        let decision: Definitions.Decision
        do throws(RequestError) {
            decision = try definitions.decide { draft throws(RequestError) in
                try draft.adopt(held, isKnown: isKnown)
            }
        } catch {
            return out.fail(run.origin, error)
        }
        for operation in decision.operations { store.add(operation) }
        for id in shown {
            guard let document = held.documents[id] else { continue }
            let (origin, revision) = (document.origin(in: storeID), document.store == storeID ? document.revision : 0)
            redefine(id, at: now) { definition in
                definition.room = document.room
                definition.settings = document.settings
                definition.packs = document.packs
                definition.replace(origin, after: revision)
            }
        }
        for id in decision.concerned.subtracting(shown).sorted() { define(id) { _ in } }
        for edit in decision.edits { report(edit.old?.defined, edit.new?.defined, at: now) }
        out.log(.notice, "took over into store \(storeID) what \(shown.inWords) hold of store \(run.store)")
        store.add(.success(result), to: run.origin)
    }

    /// Replaces the definitions that the nodes hold, which are then gone.
    private mutating func replace(_ foreign: ForeignStore, origin: RequestOrigin, at now: Now) {
        for id in foreign.nodes {
            guard let foreign = nodes[id]?.foreign, let held = nodes[id]?.reported else { continue }
            let revision = foreign.store == storeID ? held.revision : 0
            redefine(id, at: now) { $0.replace(foreign.origin, after: revision) }
        }
        out.log(.notice, "store \(storeID) replaces what \(foreign.nodes.inWords) hold of store \(foreign.store)")
        store.add(
            .success(AdoptResult(store: foreign.store, nodes: foreign.nodes, alarms: 0, timers: 0, left: [])),
            to: origin)
    }

    private mutating func redefine(_ id: NodeID, at now: Now, _ change: (inout NodeDefinition) -> Void) {
        guard let before = nodes[id]?.definition else { return }
        define(id, change)
        guard let after = nodes[id]?.definition else { return }
        report(before.object, after.object, at: now)
    }
}

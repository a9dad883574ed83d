internal import ClockDomain
internal import ClockWire

extension HeldDefinitions {
    /// Returns only the documents that a person has seen; all if `seen` is `nil`.
    func only(seen: [HeldDocument]?) -> HeldDefinitions {
        guard let seen else { return self }
        var held = HeldDefinitions()
        for known in seen {
            guard let document = documents[known.node], known.isOf(document) else { continue }
            _ = held.add(document, of: known.node)
        }
        return held
    }

    /// Returns the ids whose forms differ between nodes, or between the nodes and the store.
    ///
    /// - Parameter isKnown: as in ``Definitions/Draft/adopt(_:isKnown:)``.
    func differences(from store: SiteDefinitions, isKnown: Bool) -> [AdoptDifference] {
        differences(
            alarms, own: store.alarms.filter { rings($0.value.targets, in: store) }.mapValues(\.alarm),
            isKnown: isKnown, source: RingSource.alarm
        ) { AdoptDifference.Form(nodes: $0, isStored: $1, alarm: $2) }
            + differences(
                timers, own: store.timers.filter { rings($0.value.targets, in: store) }.mapValues(\.timer),
                isKnown: isKnown, source: RingSource.timer
            ) { AdoptDifference.Form(nodes: $0, isStored: $1, timer: $2) }
    }

    private func rings(_ targets: RingTargets, in store: SiteDefinitions) -> Bool {
        documents.keys.contains { store.rings(targets, on: $0) }
    }

    private func differences<Object: HeldObject>(
        _ held: [Held<Object>], own: [Object.ID: Object], isKnown: Bool, source: (Object.ID) -> RingSource,
        form: ([NodeID], _ isStored: Bool, Object?) -> AdoptDifference.Form
    ) -> [AdoptDifference] {
        let held = Dictionary(uniqueKeysWithValues: held.map { ($0.id, $0.forms) })
        return Set(held.keys).union(own.keys).sorted().compactMap { id in
            let (forms, stored) = (held[id] ?? [], own[id])
            var shown = forms.map { held in
                form(held.nodes, stored.map { held.object.isSame(as: $0) } ?? false, held.object)
            }
            // A store without the nodes' history lacks all of it.
            if let stored, !shown.contains(where: \.isStored) {
                shown.append(form([], true, stored))
            } else if stored == nil, isKnown {
                shown.append(form([], true, nil))
            }
            if forms.isEmpty { shown.append(form(nodes, false, nil)) }
            return shown.count > 1 ? AdoptDifference(source: source(id), forms: shown) : nil
        }
    }
}

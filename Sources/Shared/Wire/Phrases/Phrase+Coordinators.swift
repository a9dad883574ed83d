package import ClockDomain

/// Sentences about several coordinators and the stores that rooms obey.
extension Phrase {
    package static func standbyThere(_ lease: LeaseStatus, _ machines: [String]) -> Phrase {
        Phrase(
            .standbyThere,
            """
            the coordinator on \(lease.machine, "machine") works since \(lease.since, "since"); \
            \(machines, "others") \(machines.count, "count", one: "stands", other: "stand") by
            """)
    }

    package static func standbyGone(_ lease: LeaseStatus, last: StandbyCoordinator) -> Phrase {
        Phrase(
            .standbyGone,
            """
            the coordinator on \(lease.machine, "machine") works since \(lease.since, "since"); nobody stands by \
            since \(last.heard, "last"), when the one on \(last.machine, "other") last did
            """)
    }

    package static func seeStandby(on machine: String) -> Phrase {
        Phrase(.seeStandby, "see on \(machine, "machine") why not: systemctl status clock-coordinator")
    }

    /// - Parameter isHeard: true to name the instant of its last wake.
    package static func otherCoordinatorWithCopy(_ other: OtherCoordinator, isHeard: Bool) -> Phrase {
        Phrase(
            .otherCoordinatorWithCopy,
            """
            another coordinator, started at \(other.started, "started"), serves this site with a copy of this one's \
            store, \(other.store, "store"): each undoes what is defined at the other\
            \(isHeard ? other.heard : nil, "last", before: ", last at ")
            """)
    }

    /// - Parameters:
    ///   - own: this coordinator's store.
    ///   - obedient: the nodes that obey either, as far as is known.
    package static func otherCoordinator(
        _ other: OtherCoordinator, own: String, obedient: (own: Int, other: Int), isHeard: Bool
    ) -> Phrase {
        Phrase(
            .otherCoordinator,
            """
            another coordinator, started at \(other.started, "started") with store \(other.store, "store"), serves \
            this site as well; this one, with store \(own, "own"), is obeyed by \(obedient.own, "here") \
            \(obedient.own, "here", one: "node", other: "nodes"), the other by \(obedient.other, "there") \
            \(obedient.other, "there", one: "node", other: "nodes") as far as is known here\
            \(isHeard ? other.heard : nil, "last", before: ", last at ")
            """)
    }

    package static var stopOneCoordinator: Phrase {
        Phrase(
            .stopOneCoordinator,
            """
            stop one of the two: systemctl disable --now clock-coordinator on its machine; the broker's log has the \
            addresses of both
            """)
    }

    package static var stopThisCoordinator: Phrase {
        Phrase(
            .stopThisCoordinator,
            """
            stop this one: systemctl disable --now clock-coordinator on its machine; the broker's log has the \
            addresses of both
            """)
    }

    package static var stopOtherCoordinator: Phrase {
        Phrase(
            .stopOtherCoordinator,
            """
            stop the other: systemctl disable --now clock-coordinator on its machine; the broker's log has the \
            addresses of both
            """)
    }

    package static var stopWrongCoordinator: Phrase {
        Phrase(
            .stopWrongCoordinator,
            """
            stop the one that is not meant to be: systemctl disable --now clock-coordinator on its machine; the \
            broker's log has the addresses of both
            """)
    }

    /// - Parameters:
    ///   - rooms: its nodes as they are spelled.
    ///   - own: this coordinator's store.
    ///   - place: the place of this store.
    package static func foreignStoreHeld(
        _ foreign: ForeignStore, rooms: String, own: String, place: String, isNew: Bool
    ) -> Phrase {
        if isNew {
            return Phrase(
                .foreignStoreBesideNew,
                """
                \(foreign.nodes, "rooms", spelled: rooms) \(foreign.nodes.count, "count", one: "holds", other: "hold") \
                what people defined in store \(foreign.store, "store"), \(foreign.alarms, "alarms") \
                \(foreign.alarms, "alarms", one: "alarm", other: "alarms"); this coordinator's store, \(own, "own") in \
                \(place, "place"), is new and tells them nothing
                """)
        }
        return Phrase(
            .foreignStoreBesideOther,
            """
            \(foreign.nodes, "rooms", spelled: rooms) \(foreign.nodes.count, "count", one: "holds", other: "hold") \
            what people defined in store \(foreign.store, "store"), \(foreign.alarms, "alarms") \
            \(foreign.alarms, "alarms", one: "alarm", other: "alarms"); this coordinator's store, \(own, "own") in \
            \(place, "place"), is another one and tells them nothing
            """)
    }

    /// The store was turned back, or copied.
    ///
    /// - Parameters: as of ``foreignStoreHeld(_:rooms:own:place:isNew:)``.
    package static func laterStoreHeld(_ held: ForeignStore, rooms: String, place: String) -> Phrase {
        Phrase(
            .laterStoreHeld,
            """
            \(held.nodes, "rooms", spelled: rooms) \(held.nodes.count, "count", one: "holds", other: "hold") a later state \
            of this coordinator's store, \(held.store, "store") in \(place, "place"), \(held.alarms, "alarms") \
            \(held.alarms, "alarms", one: "alarm", other: "alarms"): the store was turned back to an older copy, or two \
            coordinators work with copies of it; this one publishes nothing for them
            """)
    }

    package static var decideAboutLaterStore: Phrase {
        Phrase(
            .decideAboutLaterStore,
            """
            if two coordinators work with copies, stop one of the two; if the newer store is still there, stop the \
            coordinator and put it back; else take over what the rooms hold (clockctl adopt shows it first), or give \
            them what this store has (clockctl adopt --replace)
            """)
    }

    package static var decideAboutStore: Phrase {
        Phrase(
            .decideAboutStore,
            """
            if another coordinator serves this site, stop one of the two; if the store was lost, put a backup of it in \
            its place (clockctl restore FILE), or take over what the rooms hold (clockctl adopt)
            """)
    }

    /// The broker keeps a later state than the store has.
    ///
    /// - Parameter place: the place of this store.
    package static func storeTurnedBack(_ later: LaterStore, own: String, place: String) -> Phrase {
        Phrase(
            .storeTurnedBack,
            """
            store \(own, "store") in \(place, "place") was turned back to an older copy, or two coordinators work with \
            copies of it: it lacks \(later.changes, "changes") \(later.changes, "changes", one: "change", other: "changes") \
            that generation \("\(later.generation)", "generation") had until \(later.until, "until")\
            \(later.through, "through", before: ", and history until ")
            """)
    }

    package static var findLaterStore: Phrase {
        Phrase(
            .findLaterStore,
            """
            if two coordinators work with copies, stop one of the two; if the newer store is still there, stop the \
            coordinator and put it back; else look through alarms, groups and calendars for what is missing
            """)
    }

    package static func emergencyOn(_ emergency: SiteEmergency) -> Phrase {
        let known = emergency.ongoing
        let begun = known.map { (at: $0.begun.at, spelled: "\($0.begun.at)") }
        let silent = emergency.silent.map(\.node)
        let names = silent.map(\.rawValue).joined(separator: ", ")
        return silent.isEmpty
            ? Phrase(
                .emergencyOn,
                "an emergency is on\(begun, "since", before: " since ")\(known?.text, "text", before: ": ")")
            : Phrase(
                .emergencySilent,
                """
                silent in \(silent, "rooms", spelled: names): an emergency is on\(begun, "since", before: " since ")\
                \(known?.text, "text", before: ": ")
                """)
    }

    package static var endEmergency: Phrase { Phrase(.endEmergency, "to end it: clockctl emergency end") }

    package static var noNodes: Phrase { Phrase(.noNodes, "no node has ever been seen at this site") }

    package static func startNode(site: SiteID) -> Phrase {
        Phrase(.startNode, "start clock-node with site \(site.rawValue, "site") and this broker")
    }

    package static func nodesRefused(_ count: Int, most: Int, last: NodeID) -> Phrase {
        Phrase(
            .nodesRefused,
            """
            the site has \(most, "most") nodes and refused \(count, "count") more since the start, the last of them \
            \(last.rawValue, "last")
            """)
    }

    package static func nodesMadeUp(_ count: Int, such names: [NodeID]) -> Phrase {
        Phrase(
            .nodesMadeUp,
            """
            \(count, "count") nodes appeared within the last hour, such as \(names.map(\.rawValue), "names"): somebody \
            may have made them up
            """)
    }

    package static var removeMadeUpNodes: Phrase {
        Phrase(
            .removeMadeUpNodes,
            """
            name the real ones, and remove the others with clockctl node rm; give everybody the shipped access rules: \
            docs/operations.md, "The broker"
            """)
    }

    /// - Parameters:
    ///   - speaker: the engine that speaks, with its voice.
    ///   - better: a better one that is not there, with the command that installs it.
    package static func textsSpoken(by speaker: String, better: String?) -> Phrase {
        guard let better else { return Phrase(.textsSpoken, "\(speaker, "speaker") speaks the texts of say") }
        return Phrase(
            .textsSpokenWorse,
            "\(speaker, "speaker") speaks the texts of say; a better voice is \(better, "better")")
    }

    package static var textsUnspoken: Phrase { Phrase(.textsUnspoken, "no program speaks the texts of say") }

    package static var installSpeaker: Phrase {
        Phrase(.installSpeaker, "install the package espeak-ng on the coordinator's machine")
    }

    package static func speakerFailed(_ reason: String, speaker: String) -> Phrase {
        Phrase(.speakerFailed, "\(reason, "reason"); \(speaker, "speaker") speaks the texts of say in its place")
    }

    package static var mendSpeaker: Phrase { Phrase(.mendSpeaker, "see that the engine works, or remove it") }
}

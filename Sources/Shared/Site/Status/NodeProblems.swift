internal import ClockDomain
package import ClockWire

/// The faults of a site, each in full sentences with the remedy.
package struct NodeProblems: Sendable {
    package var status: SiteStatus
    package var words: TimeWords
    /// This computer's clock minus the site's, where known.
    package var localOffset: Duration?

    package init(status: SiteStatus, words: TimeWords, localOffset: Duration?) {
        self.status = status
        self.words = words
        self.localOffset = localOffset
    }

    /// Returns the text that replaces a table that would be empty.
    package static func noNodes(width: Int?) -> [StyledText] {
        let text =
            "No node has reported yet. Start clock-node on a machine with a loudspeaker, "
            + "with this site's name and broker in its configuration."
        return (width.map { text.wrapped(to: max(20, $0)) } ?? [text]).map { StyledText($0) }
    }

    /// So many ledger lines wait only when the way to the store is blocked: it is half a day's worth.
    package static let noticeableBacklog = 48

    /// If so many rooms share a fault, one sentence reports it for all.
    static let severalRooms = 6
    private static let namedRooms = 5

    /// Styled by weight: `bad` keeps a room silent, `warning` may.
    package func sentences() -> [StyledText] { sentences(status.nodes.map { ($0, troubles(of: $0)) }) }

    /// The same where the rooms' troubles are known.
    package func sentences(_ rooms: [(node: NodeStatus, troubles: [RoomTrouble])]) -> [StyledText] {
        var together: [RoomTrouble.Kind: (rooms: [String], isBad: Bool)] = [:]
        for (node, troubles) in rooms {
            for kind in Set(troubles.map(\.kind)) {
                together[kind, default: ([], false)].rooms.append(node.room)
            }
            for trouble in troubles where trouble.isBad { together[trouble.kind]?.isBad = true }
        }
        together = together.filter { $0.value.rooms.count >= Self.severalRooms }
        let common = RoomTrouble.Kind.allCases.compactMap { kind in
            together[kind].map { common -> StyledText in
                let names = RoomWords.list(common.rooms, most: Self.namedRooms)
                let text = kind.sentence(common.rooms.count, names)
                return common.isBad ? bad(text) : warning(text)
            }
        }
        let own = rooms.flatMap { $0.troubles.filter { together[$0.kind] == nil }.map(\.sentence) }
        return ofSite() + common + own
    }

    /// Returns the faults that concern no single room.
    package func ofSite() -> [StyledText] { site() + status.foreign.map(foreign) }

    private func foreign(_ foreign: ForeignStore) -> StyledText {
        let isOne = foreign.nodes.count == 1
        let rooms = "\(RoomWords.list(foreign.nodes.map(\.rawValue), most: 12)) \(isOne ? "holds" : "hold")"
        guard foreign.store != status.coordinator.store else {
            return bad(
                "\(rooms) a later state of this coordinator's store (\(QuantityWords.count(foreign.alarms, "alarm"))) and "
                    + "\(isOne ? "rings" : "ring") on by it. The store was turned back to an older copy, or two coordinators work "
                    + "with copies of it; this one publishes nothing for \(isOne ? "it" : "them"). If two coordinators serve this "
                    + "site, stop one. If the newer store is still there, stop the coordinator and put it back. Else take over "
                    + "what the rooms hold (`clockctl adopt` shows it first).")
        }
        let own = status.coordinator.store.map { ", \($0)" } ?? ""
        return bad(
            "\(rooms) what people defined in "
                + "store \(foreign.store) (\(QuantityWords.count(foreign.alarms, "alarm"))) and "
                + "\(isOne ? "rings" : "ring") on by it. This coordinator has \(status.coordinator.isStoreNew ? "a new" : "another") "
                + "store\(own), and tells "
                + "\(isOne ? "it" : "them") nothing. If two coordinators serve this site, stop one. If the store was lost, "
                + "put a backup in its place (`clockctl restore FILE`), or take over what the rooms hold (`clockctl adopt`)."
        )
    }

    private func other(_ other: OtherCoordinator) -> StyledText {
        let whose =
            other.store == status.coordinator.store
            ? "with a copy of this one's store: each undoes what is defined at the other"
            : "with store \(other.store): the rooms go on by the one whose alarms they hold"
        return bad(
            "Another coordinator serves this site, last heard of at \(words.moment(other.heard)), \(whose). "
                + "Stop one of the two (`systemctl disable --now clock-coordinator`); `clockctl doctor` tells which one the "
                + "rooms obey.")
    }

    private func later(_ later: LaterStore) -> StyledText {
        let history = later.through.map { ", and history until \(words.moment($0))" } ?? ""
        return bad(
            "The coordinator's store was turned back to an older copy, or two coordinators work with copies of it: it lacks "
                + "\(QuantityWords.count(later.changes, "change")) made until \(words.moment(later.until))\(history). If the "
                + "newer store is still there, stop the coordinator and put it back. Else look through alarms, groups and "
                + "calendars for what is missing.")
    }

    private func site() -> [StyledText] {
        var sentences: [StyledText] = []
        if status.coordinator.state == .degraded {
            let problem = status.coordinator.problem ?? "it does not say why"
            sentences.append(
                bad(
                    "The coordinator sends wakes but its store takes no changes: \(sentence(problem)) "
                        + "Run `clockctl doctor` to see what to mend."))
        } else if let problem = status.coordinator.problem {
            sentences.append(warning("The coordinator has a problem: \(sentence(problem))"))
        }
        sentences += status.coordinator.others.map(other)
        sentences += (status.coordinator.later.map { [later($0)] } ?? [])
        if let lease = status.coordinator.lease, let last = lease.standbys.max(by: { $0.heard < $1.heard }),
            !last.isThere(at: status.now)
        {
            sentences.append(
                warning(
                    "No coordinator stands by since \(words.moment(last.heard)): nobody takes over from \(lease.machine). "
                        + "Run `systemctl status clock-coordinator` on \(last.machine)."))
        }
        sentences += certificate("The coordinator", name: "coordinator", status.coordinator.certificateUntil)
        if let localOffset, localOffset.magnitude >= ClockWords.noticeableOffset {
            let direction = localOffset > .zero ? "ahead of" : "behind"
            sentences.append(
                warning(
                    "This computer's clock is \(TimeWords.span(localOffset)) \(direction) the site's; "
                        + "all times here are the site's. Check `timedatectl` on both."))
        }
        return sentences
    }

    /// Returns the faults of a room; none when it is fine.
    package func troubles(of node: NodeStatus) -> [RoomTrouble] {
        var troubles: [RoomTrouble] = []
        func add(_ kind: RoomTrouble.Kind, _ sentences: [StyledText]) {
            troubles += sentences.map { RoomTrouble(kind: kind, sentence: $0) }
        }
        if let problem = node.problem { add(.own, [bad("\(node.room): \(sentence(problem))")]) }
        add(.certificate, certificate(node.room, name: node.id.rawValue, node.certificateUntil))
        switch node.availability {
        case .offline: add(.offline, [offline(node)])
        case .online:
            add(.clock, clock(node))
            add(.output, audio(node))
            add(.voice, voice(node))
            add(.chime, chime(node))
            add(.sound, sounds(node))
            let last = last(node)
            add(last.first?.spans.first?.style == .bad ? .quarter : .fault, last)
            add(.revision, revision(node))
            add(.backlog, backlog(node))
        }
        return troubles
    }

    private func certificate(_ owner: String, name: String, _ until: WallTime?) -> [StyledText] {
        guard let until else { return [] }
        let advice = "`clockctl pki renew \(name)` and `clockctl provision \(name) --renewal` make it a new one."
        let end = "\(CertificateWords.date(until)), \(words.relative(until))"
        switch CertificateLife(until: until, now: words.now) {
        case .long: return []
        case .short: return [warning("\(owner) has a certificate that ends \(end). \(advice)")]
        case .urgent: return [bad("\(owner) has a certificate that ends \(end). \(advice)")]
        case .over: return [bad("\(owner) has a certificate that ended \(end); the broker refuses it. \(advice)")]
        }
    }

    private func offline(_ node: NodeStatus) -> StyledText {
        let since = node.availabilitySince.map { " since \(words.moment($0)) (\(words.relative($0)))" } ?? ""
        let waiting =
            node.foreignStore == nil && node.revision.applied < node.revision.desired
            ? " It takes its new settings when it is back." : ""
        return bad(
            "\(node.room) is offline\(since). Check its power and network, "
                + "then `systemctl status clock-node` on it.\(waiting)")
    }

    private func clock(_ node: NodeStatus) -> [StyledText] {
        guard let clock = node.clock, !clock.trusted else { return [] }
        return [
            bad(
                "\(node.room) stays silent because it does not trust its clock: \(sentence(clock.finding)) "
                    + ClockWords.advice(clock.source))
        ]
    }

    private func revision(_ node: NodeStatus) -> [StyledText] {
        guard node.foreignStore == nil, node.revision.applied < node.revision.desired else { return [] }
        return [
            warning(
                "\(node.room) still goes by settings revision \(node.revision.applied) of "
                    + "\(node.revision.desired). If that lasts longer than a few seconds, "
                    + "see `journalctl -u clock-node` on it.")
        ]
    }

    private func backlog(_ node: NodeStatus) -> [StyledText] {
        guard let pending = node.ledgerPending, pending >= NodeProblems.noticeableBacklog else { return [] }
        return [
            warning(
                "\(node.room) holds \(pending) reports that the coordinator has not stored. "
                    + "Run `clockctl doctor` to see whether the store works.")
        ]
    }

    private func audio(_ node: NodeStatus) -> [StyledText] {
        guard let audio = node.audio else { return [] }
        let (what, advice): (String, String)
        switch audio.state {
        case .ok, .unknown: return []
        case .missing:
            (what, advice) = (
                "is missing",
                "Plug it in, or set `audio.device` to another one: `clockctl node show \(node.id)` lists them."
            )
        case .busy: (what, advice) = ("is busy", "End the program that holds it, or share it through dmix.")
        case .failed: (what, advice) = ("fails", "See `journalctl -u clock-node` on it.")
        }
        // The node's own words name the remedy if it has some.
        let rest = audio.detail.map { ": \(sentence($0))" } ?? ". \(advice)"
        return [bad("\(node.room) has no sound: output \(audio.device) \(what)\(rest)")]
    }

    private func sounds(_ node: NodeStatus) -> [StyledText] {
        guard let problems = node.sounds?.problems, let first = problems.first else { return [] }
        let others =
            switch problems.count {
            case 1: ""
            case 2: " So is another sound."
            default: " So are \(problems.count - 1) other sounds."
            }
        let sound = SpokenText.isFile(first.sound) ? "a label" : "sound \(first.sound)"
        return [
            warning(
                "\(node.room) rings with a built-in tone in place of \(sound), which is not as it should be: "
                    + "\(sentence("\(first.finding); \(first.fix)"))\(others)")
        ]
    }

    private func voice(_ node: NodeStatus) -> [StyledText] {
        guard let voice = node.voice, let first = voice.problems.first else { return [] }
        let more = voice.problems.count - 1
        return [
            warning(
                "\(node.room) lacks clips of the voice \"\(voice.name)\": \(first)"
                    + (more > 0 ? " and \(more) more" : "")
                    + ". A tone stands in until clockctl voice push \(voice.name) \(node.id) has brought them.")
        ]
    }

    private func chime(_ node: NodeStatus) -> [StyledText] {
        guard let problem = node.voice?.chimeProblem else { return [] }
        return [
            warning("\(node.room) cannot strike its chime \"\(node.settings.chime.rawValue)\": \(sentence(problem))")
        ]
    }

    /// Only the newest quarter hour, and only while it is news: the history has the rest.
    private func last(_ node: NodeStatus) -> [StyledText] {
        guard let last = node.last, words.now - last.target <= QuarterHour.length, !isExplained(last, node) else {
            return []
        }
        let quarter = words.hourAndMinute(last.target)
        let why = sentence(OutcomeWords.why(last) ?? "It does not say why")
        switch last.outcome {
        case .silent: return []
        case .announced:
            return last.reason == nil ? [] : [warning("\(node.room) announced \(quarter) with a fault. \(why)")]
        case .missed, .expired, .failed, .absent: return [bad("\(node.room) did not announce \(quarter). \(why)")]
        }
    }

    /// True when another sentence about the node says it already.
    private func isExplained(_ record: QuarterRecord, _ node: NodeStatus) -> Bool {
        switch record.reason {
        case .untrusted: node.clock.map { !$0.trusted } ?? false
        case .deviceMissing, .deviceBusy, .deviceFailed: !audio(node).isEmpty
        case .fallbackTone: !voice(node).isEmpty || !chime(node).isEmpty
        default: false
        }
    }

    private func bad(_ text: String) -> StyledText { StyledText(text, .bad) }
    private func warning(_ text: String) -> StyledText { StyledText(text, .warning) }

    /// With a full stop at the end.
    private func sentence(_ text: String) -> String {
        guard let last = text.last else { return "" }
        return ".!?".contains(last) ? text : text + "."
    }
}

package import ClockDomain

/// The doctor's findings about a node, and the remedies.
extension Phrase {
    // MARK: Presence

    /// - Parameters:
    ///   - first: the name of one machine's state folder.
    ///   - second: of the other's.
    package static func nodeTwice(_ node: NodeID, _ first: String, _ second: String) -> Phrase {
        Phrase(
            .nodeTwice,
            """
            two machines use the id \(node.rawValue, "id") (states \(first, "first") and \(second, "second")): give one \
            of them another id
            """)
    }

    package static var renameNode: Phrase {
        Phrase(.renameNode, "set another node id on one of the machines and restart its clock-node")
    }

    package static func nodeOnline(since: WallTime?) -> Phrase {
        Phrase(.nodeOnline, "online\(since, "since", before: " since ")")
    }

    package static func nodeOffline(since: WallTime?) -> Phrase {
        Phrase(.nodeOffline, "offline\(since, "since", before: " since ")")
    }

    package static func nodeOffline(since: Moment?) -> Phrase {
        Phrase(.nodeOffline, "offline\(since, "since", before: " since ")")
    }

    package static func findNode(_ node: NodeID) -> Phrase {
        Phrase(
            .findNode,
            """
            see that the machine is on, that clock-node runs there, and that it reaches the broker; if it is gone for \
            good: clockctl node rm \(node.rawValue, "id")
            """)
    }

    package static func nodeSilent(since: WallTime?, patience: Duration, spelled: String) -> Phrase {
        Phrase(
            .nodeSilent,
            """
            online\(since, "since", before: " since "), but it did not report within \
            \(patience, "patience", spelled: spelled)
            """)
    }

    package static var seeNodeLog: Phrase { Phrase(.seeNodeLog, "look at its log: journalctl -u clock-node") }

    package static func nodeProblem(_ problem: String) -> Phrase { Phrase(.nodeProblem, "\(problem, "problem")") }

    package static var mendNode: Phrase {
        Phrase(.mendNode, "put it right on that machine; its log has more: journalctl -u clock-node")
    }

    // MARK: Clock

    /// Names the keeper of the coordinator's clock within another sentence.
    package static func coordinatorClock(isKept: Bool) -> Phrase {
        isKept
            ? Phrase(.coordinatorKept, "which a time service keeps")
            : Phrase(.coordinatorUnkept, "which no time service keeps")
    }

    /// The node's own reason, with how well the clock is known, or by how much it is off and who keeps the other one.
    package static func nodeClockIs(_ clock: ClockReport) -> Phrase {
        if let offset = clock.noticedOffset {
            let (reason, length) = (clock.reason, offset.length)
            let keeper = coordinatorClock(isKept: clock.isCoordinatorVouched)
            return offset.isBehind
                ? Phrase(
                    .nodeClockBehind,
                    """
                    \(reason, "reason") (\(length.of, "difference", spelled: length.spelled) behind the coordinator's, \
                    \(keeper, "keeper"))
                    """)
                : Phrase(
                    .nodeClockAhead,
                    """
                    \(reason, "reason") (\(length.of, "difference", spelled: length.spelled) ahead of the coordinator's, \
                    \(keeper, "keeper"))
                    """)
        }
        return Phrase(.nodeClockIs, "\(clock.reason, "reason")\(clock.knownWithin, "error", before: ", ±")")
    }

    package static var setNodeClock: Phrase {
        Phrase(.setNodeClock, "let a time service set the node's clock: timedatectl set-ntp true")
    }

    package static var setFollowedClock: Phrase {
        Phrase(
            .setFollowedClock,
            """
            let a time service set the coordinator's clock: timedatectl set-ntp true, or, where somebody else keeps \
            it right, set clock.vouched in coordinator.yaml
            """)
    }

    // MARK: Audio

    package static func audioIs(_ audio: AudioReport) -> Phrase {
        Phrase(
            .audioIs,
            """
            \(audio.device, "device") is \(audioState(audio.state), "state")\(audio.detail, "detail", before: ": ")
            """)
    }

    package static func audioState(_ state: AudioReport.State) -> Phrase {
        switch state {
        case .ok: Phrase(.audioOK, "ok")
        case .unknown: Phrase(.audioUnknown, "unknown")
        case .missing: Phrase(.audioMissing, "missing")
        case .busy: Phrase(.audioBusy, "busy")
        case .failed: Phrase(.audioFailed, "failed")
        }
    }

    package static func letSpeak(_ node: NodeID) -> Phrase {
        Phrase(.letSpeak, "let it speak once: clockctl announce \(node.rawValue, "id")")
    }

    package static func plugOutputIn(_ outputs: Phrase) -> Phrase {
        Phrase(.plugOutputIn, "plug the output in, or name another one: \(outputs, "outputs")")
    }

    package static var freeOutput: Phrase {
        Phrase(.freeOutput, "end the other program that plays there, or name an output that mixes")
    }

    package static func nameOtherOutput(_ outputs: Phrase) -> Phrase {
        Phrase(.nameOtherOutput, "see the node's log, or name another output: \(outputs, "outputs")")
    }

    package static func outputWithoutClock(_ device: String) -> Phrase {
        Phrase(
            .outputWithoutClock,
            """
            \(device, "device") has no clock: it takes a sound as fast as it is given, and nothing is heard at an instant
            """)
    }

    package static func namePlayingOutput(_ outputs: Phrase) -> Phrase {
        Phrase(.namePlayingOutput, "name an output that plays: \(outputs, "outputs")")
    }

    package static func outputTooDeep(_ audio: AudioReport) -> Phrase {
        Phrase(
            .outputTooDeep,
            """
            \(audio.device, "device") keeps sound for \(audio.depthMilliseconds, "ms") ms; sounds are ordered \
            \(AudioReport.mostOrderedMilliseconds, "most") ms earlier at most, so they come late or not at all
            """)
    }

    package static func nameShallowOutput(_ outputs: Phrase) -> Phrase {
        Phrase(.nameShallowOutput, "have its sound server keep less, or name another output: \(outputs, "outputs")")
    }

    /// The outputs that a node could play on, and the setting that selects one.
    ///
    /// - Parameters:
    ///   - outputs: the first of them.
    ///   - isAll: true if there are no more.
    package static func outputs(of node: NodeID, _ outputs: [String], isAll: Bool) -> Phrase {
        guard !outputs.isEmpty else {
            return Phrase(.outputsUntold, "`aplay -L` on it lists them; set audio.device in node.yaml")
        }
        guard isAll else {
            return Phrase(
                .outputsMany,
                """
                \(node, "node") has \(outputs, "outputs"), …, all of which `clockctl node show \
                \(node.rawValue, "id")` lists; set audio.device in node.yaml
                """)
        }
        return Phrase(.outputsFew, "\(node, "node") has \(outputs, "outputs"); set audio.device in node.yaml")
    }

    // MARK: Voice, chime, packs, sounds

    package static func voiceComplete(_ voice: String) -> Phrase {
        Phrase(.voiceComplete, "\(voice, "voice") is complete")
    }

    package static func voiceLacks(_ voice: String, _ problems: [String]) -> Phrase {
        Phrase(.voiceLacks, "\(voice, "voice"): \(problems, "problems", separator: "; ")")
    }

    package static func buildVoice(_ voice: String, for node: NodeID) -> Phrase {
        Phrase(
            .buildVoice,
            """
            make what is missing with clockctl voice build \(voice, "voice"), and bring it there with clockctl voice \
            push \(voice, "voice") \(node.rawValue, "id"); until then a tone stands in for it
            """)
    }

    package static func chimeBroken(_ problem: String) -> Phrase { Phrase(.chimeBroken, "\(problem, "problem")") }

    package static func mendChime(of node: NodeID) -> Phrase {
        Phrase(
            .mendChime,
            """
            mend its files, or set a chime that is built in: clockctl set \(node.rawValue, "id") chime strike
            """)
    }

    package static func packThere(_ digest: String) -> Phrase { Phrase(.packThere, "\(digest, "digest") is there") }

    package static var packWaits: Phrase { Phrase(.packWaits, "has not begun to come") }

    package static var packsComeInTurn: Phrase {
        Phrase(.packsComeInTurn, "wait, and look again; packs come one after the other")
    }

    package static func packComes(_ percent: Int) -> Phrase {
        Phrase(.packComes, "\(percent, "percent") % of it have come")
    }

    package static var lookAgain: Phrase { Phrase(.lookAgain, "wait, and look again") }

    package static func packFailed(_ problem: String) -> Phrase { Phrase(.packFailed, "\(problem, "problem")") }

    package static func mendPack(_ pack: String, of node: NodeID) -> Phrase {
        Phrase(
            .mendPack,
            """
            put it right, then run doctor again: it is tried once more; or take it away: clockctl voice withdraw \
            \(pack, "pack") \(node.rawValue, "id")
            """)
    }

    package static func soundBroken(_ finding: String) -> Phrase { Phrase(.soundBroken, "\(finding, "finding")") }

    package static func mendThere(_ fix: String) -> Phrase { Phrase(.mendThere, "on that machine: \(fix, "fix")") }

    package static func soundsFull(_ count: Int, first: WallTime) -> Phrase {
        Phrase(
            .soundsFull,
            """
            it keeps \(count, "count"), the first for \(first, "first"), and takes no other before one is over
            """)
    }

    package static func takeSoundBack(_ id: String, on node: NodeID) -> Phrase {
        Phrase(
            .takeSoundBack,
            """
            see clockctl next --node \(node.rawValue, "id"), and take back what need not be heard: clockctl cancel \
            \(id, "order")
            """)
    }

    // MARK: Settings, ledger

    package static func settingsForeign(_ store: String) -> Phrase {
        Phrase(.settingsForeign, "goes by store \(store, "store"), which is not this coordinator's")
    }

    package static func settingsLater(_ store: String) -> Phrase {
        Phrase(.settingsLater, "goes by a later state of this coordinator's store, \(store, "store")")
    }

    package static func seeForeignStore(_ store: String) -> Phrase {
        Phrase(.seeForeignStore, "see store \(store, "store") above")
    }

    package static func settingsUnsaved(_ applied: Int, stored: Int) -> Phrase {
        Phrase(
            .settingsUnsaved,
            """
            revision \(applied, "applied") applied, and only \(stored, "stored") is on its disk: a crash would lose \
            the rest
            """)
    }

    package static var makeRoomOnNode: Phrase {
        Phrase(
            .makeRoomOnNode,
            """
            make room on that machine's disk, or see that it can be written; the node tries again by itself
            """)
    }

    package static func settingsApplied(_ revision: Int) -> Phrase {
        Phrase(.settingsApplied, "revision \(revision, "revision") applied")
    }

    package static func settingsBehind(_ applied: Int, desired: Int) -> Phrase {
        Phrase(.settingsBehind, "revision \(desired, "desired") desired, \(applied, "applied") applied")
    }

    package static var seeWhetherItStores: Phrase {
        Phrase(.seeWhetherItStores, "if it stays so, look at the node's log: it may not be able to store its settings")
    }

    package static var ledgerStored: Phrase { Phrase(.ledgerStored, "all lines are stored") }

    package static func ledgerWaits(_ count: Int) -> Phrase {
        Phrase(.ledgerWaits, "\(count, "count") lines are not acknowledged yet")
    }

    package static var seeStore: Phrase {
        Phrase(.seeStore, "wait, and look again; if it does not shrink, see the store")
    }

    /// - Parameters:
    ///   - burst: lines that are taken at once.
    ///   - daily: further ones that are taken in a day.
    package static func ledgerRefused(burst: Int, daily: Int) -> Phrase {
        Phrase(
            .ledgerRefused,
            """
            it sends more lines than a node writes (\(burst, "burst") at once and \(daily, "daily") a day are taken)
            """)
    }

    package static var seeWhatItWrites: Phrase {
        Phrase(
            .seeWhatItWrites,
            """
            look at its log for what it writes: journalctl -u clock-node; if that is little, somebody else uses its \
            key or password: give it another one
            """)
    }

    package static func ledgerAhead(_ count: Int, latest: WallTime) -> Phrase {
        Phrase(
            .ledgerAhead,
            """
            \(count, "count") \(count, "count", one: "line is", other: "lines are") of a time over a day ahead, up to \
            \(latest, "latest"), and not shown before that
            """)
    }

    /// - Parameter since: as clockctl takes it.
    package static func seeLinesAhead(of node: NodeID, since: String) -> Phrase {
        Phrase(
            .seeLinesAhead,
            """
            see that its clock is right; look at them with clockctl history --node \(node.rawValue, "id") --since \
            \(since, "since")
            """)
    }
}

extension ClockReport {
    /// The clock's difference from the coordinator's, if it is worth showing: for a clock that is not trusted, and for
    /// one whose time service disagrees with the coordinator's clock.
    fileprivate var noticedOffset: (length: Phrase.Length, isBehind: Bool)? {
        guard source == .system, let offset = offsetMilliseconds, offset.magnitude < 3e12,
            offset.magnitude >= (trusted ? Self.apartMilliseconds : Self.leastMilliseconds)
        else { return nil }
        return (Phrase.apart(.milliseconds(Int64(offset.magnitude.rounded()))), offset > 0)
    }

    private static let leastMilliseconds = 50.0
    /// Clocks that time services keep are never so far apart.
    package static let apartMilliseconds = 1_000.0

    /// The greatest distance of its clock from the coordinator's, to two digits and rounded up, as it is a bound.
    fileprivate var knownWithin: Phrase.Length? {
        guard let errorMilliseconds else { return nil }
        let tenths = (errorMilliseconds * 10).rounded(.up)
        // Beyond a century it is nonsense from outside, and its conversion would trap.
        guard (0..<3e13).contains(tenths) else { return nil }
        return tenths < 100
            ? (.microseconds(Int64(tenths) * 100), "\(tenths / 10) ms")
            : (.milliseconds(Int64((tenths / 10).rounded(.up))), "\(Int64((tenths / 10).rounded(.up))) ms")
    }
}

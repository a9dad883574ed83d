package import ClockDomain

/// The obstacles between an alarm and the ear, and the remedies. Instants come as a program's user reads them.
extension Phrase {
    package static var nodeUnknown: Phrase { Phrase(.nodeUnknown, "there is no such node at this site yet") }

    package static var startOrMove: Phrase {
        Phrase(
            .startOrMove,
            "Start clock-node with this id, or give its alarms another place: clockctl alarm edit")
    }

    package static var checkPower: Phrase {
        Phrase(.checkPower, "Check its power and network, then `systemctl status clock-node` on it.")
    }

    package static var seeJournal: Phrase { Phrase(.seeJournal, "See `journalctl -u clock-node` on it.") }

    // MARK: State of the node's document

    package static func alarmsForeign(_ store: String) -> Phrase {
        Phrase(
            .alarmsForeign,
            """
            rings by store \(store, "store"), which is not the coordinator's: nothing of this list reaches it
            """)
    }

    package static var alarmsLater: Phrase {
        Phrase(
            .alarmsLater, "rings by a later state of the coordinator's store: nothing that is changed here reaches it")
    }

    package static var seeStatus: Phrase { Phrase(.seeStatus, "clockctl status tells what to do.") }

    package static func alarmsUnsaved(_ applied: Int, stored: Int) -> Phrase {
        Phrase(
            .alarmsUnsaved,
            """
            goes by revision \(applied, "applied"), and only \(stored, "stored") is on its disk: it rings, unless it \
            crashes
            """)
    }

    package static var makeRoomOnDisk: Phrase {
        Phrase(
            .makeRoomOnDisk,
            "Make room on its disk, or see that it can be written; the node tries again by itself.")
    }

    package static func alarmsNewest(_ revision: Int) -> Phrase {
        Phrase(.alarmsNewest, "has taken the newest, revision \(revision, "revision")")
    }

    package static func alarmsBehind(_ applied: Int, desired: Int) -> Phrase {
        Phrase(
            .alarmsBehind,
            """
            still goes by revision \(applied, "applied") of \(desired, "desired"): what was changed since is not \
            there yet
            """)
    }

    package static var comesWhenBack: Phrase {
        Phrase(
            .comesWhenBack,
            """
            It gets it when it is back; until then, clockctl alarm add or timer start in another room.
            """)
    }

    package static var seeWhetherItKeeps: Phrase {
        Phrase(
            .seeWhetherItKeeps,
            """
            If it stays so, see `journalctl -u clock-node` on it: it may not be able to store its settings.
            """)
    }

    // MARK: Clock, output, voice

    package static var clockUntold: Phrase { Phrase(.clockUntold, "it has not said anything of its clock") }

    package static func checkClock(_ source: ClockSource) -> Phrase {
        switch source {
        case .system:
            Phrase(
                .checkNodeClock,
                "Check `timedatectl` on it; it also trusts a clock that agrees with the coordinator's.")
        case .coordinator:
            Phrase(
                .checkFollowedClock,
                """
                Check `timedatectl` on the coordinator's machine; if somebody else keeps that clock right, say so with \
                `clock.vouched: true` in coordinator.yaml.
                """)
        }
    }

    package static func audioUntried(_ state: AudioReport.State) -> Phrase {
        Phrase(.audioUntried, "not tried now; it was \(audioState(state), "state") at its last use")
    }

    package static func tryOutput(of node: NodeID) -> Phrase {
        Phrase(.tryOutput, "Look once more after this: clockctl announce \(node.rawValue, "id")")
    }

    /// A pack that is not there yet; another phrase reports one that is there.
    package static func packNotThere(_ pack: PackReport, percent: Int) -> Phrase {
        switch pack.state {
        case .waiting: Phrase(.packNotBegun, "it has not begun; until then the standard voice speaks")
        case .coming:
            Phrase(
                .packPartly,
                "it has \(percent, "percent") % of it; until then the standard voice speaks")
        case .ready: .packThere(pack.digest.short)
        case .failed(let problem):
            Phrase(
                .packCannot,
                "it cannot have it: \(problem, "problem"); until then the standard voice speaks")
        }
    }

    package static func watchPack(on node: NodeID) -> Phrase {
        Phrase(.watchPack, "Watch it: clockctl voice nodes --node \(node.rawValue, "id").")
    }

    package static func voiceLacks(_ voice: String, _ first: String, more: Int) -> Phrase {
        guard more > 0 else { return Phrase(.voiceLacksOne, "\(voice, "voice"): \(first, "problem")") }
        return Phrase(
            .voiceLacksMore, "\(voice, "voice"): \(first, "problem") and \(more, "more") more")
    }

    package static func makeVoice(_ voice: String, for node: NodeID) -> Phrase {
        Phrase(
            .makeVoice,
            """
            Make what is missing with clockctl voice build \(voice, "voice"), and bring it there with clockctl voice \
            push \(voice, "voice") \(node.rawValue, "id").
            """)
    }

    package static func chooseChime(for node: NodeID) -> Phrase {
        Phrase(
            .chooseChime,
            """
            Mend its files, or set a chime that is built in: clockctl set \(node.rawValue, "id") chime strike.
            """)
    }

    // MARK: Alarms and timers

    package static func ringNotThere(_ due: Moment) -> Phrase {
        Phrase(.ringNotThere, "\(due.at, "due", spelled: due.spelled): the node does not have it yet")
    }

    package static func ringStray(_ due: Moment) -> Phrase {
        Phrase(
            .ringStray,
            """
            \(due.at, "due", spelled: due.spelled): the node still means to ring then: that it was changed has not \
            reached it
            """)
    }

    package static func ringLeftOut(_ due: Moment, _ silence: RingReason, spelled: String) -> Phrase {
        Phrase(
            .ringLeftOut,
            """
            does not ring \(due.at, "due", spelled: due.spelled): \(silenced(by: silence, spelled: spelled), "reason")
            """)
    }

    /// A date on which an alarm is not to ring has one of three reasons.
    private static func silenced(by reason: RingReason, spelled: String) -> Phrase {
        switch reason {
        case .skip: Phrase(.leftOutOnce, "skip")
        case .exception: Phrase(.leftOutThen, "exception")
        case .holiday: Phrase(.leftOutOnHoliday, "holiday")
        case .sun, .stopped, .unanswered, .played, .withdrawn, .stoppedElsewhere, .late, .reportOnly, .untrusted,
            .deviceMissing, .deviceBusy, .deviceFailed, .offline, .unreported, .unknown:
            Phrase(.leftOut, "\(spelled, "reason")")
        }
    }

    package static func explainLeftOut(on node: NodeID) -> Phrase {
        Phrase(
            .explainLeftOut,
            "That was asked for; clockctl next --node \(node.rawValue, "id") --explain tells more.")
    }

    package static func ringComes(_ due: Moment, sound: String, percent: Int) -> Phrase {
        Phrase(
            .ringComes,
            "\(due.at, "due", spelled: due.spelled), \(sound: sound, "sound") at \(percent, "percent") %")
    }

    package static func ringUnmeant(_ due: Moment) -> Phrase {
        Phrase(.ringUnmeant, "\(due.at, "due", spelled: due.spelled): the node does not mean to ring then")
    }

    package static func compareZones(_ node: NodeID) -> Phrase {
        Phrase(
            .compareZones,
            """
            Compare clockctl next --node \(node.rawValue, "id") --explain; is the tzdata package of both computers \
            the same?
            """)
    }

    package static func ringSilent(_ due: Moment) -> Phrase {
        Phrase(
            .ringSilent,
            "\(due.at, "due", spelled: due.spelled): its volume is 0: nothing will be heard")
    }

    package static func ringAtFloor(_ due: Moment, percent: Int) -> Phrase {
        Phrase(
            .ringAtFloor,
            """
            \(due.at, "due", spelled: due.spelled): its volume is 0: it rings at the node's floor of \
            \(percent, "percent") %, which may not be heard in bed
            """)
    }

    package static func ringUnderCeiling(_ due: Moment, percent: Int) -> Phrase {
        Phrase(
            .ringUnderCeiling,
            """
            \(due.at, "due", spelled: due.spelled): the node's volume ceiling keeps it at \(percent, "percent") %, \
            which may not be heard in bed
            """)
    }

    package static func ringSoft(_ due: Moment, asked: Int, percent: Int, isOwn: Bool) -> Phrase {
        if isOwn {
            return Phrase(
                .ringSoft,
                """
                \(due.at, "due", spelled: due.spelled): its volume is \(asked, "asked") %, which may not be heard in \
                bed: it rings at \(percent, "percent") %
                """)
        }
        return Phrase(
            .ringSoftAsNode,
            """
            \(due.at, "due", spelled: due.spelled): the node's volume is \(asked, "asked") %, which may not be heard \
            in bed: it rings at \(percent, "percent") %
            """)
    }

    package static func raiseVolume(of alarm: AlarmID) -> Phrase {
        Phrase(.raiseVolume, "clockctl alarm edit \(alarm.description, "alarm") --volume 60")
    }

    package static func raiseCeiling(of node: NodeID) -> Phrase {
        Phrase(.raiseCeiling, "clockctl set \(node.rawValue, "id") volume-ceiling 60.")
    }

    package static func soundUntold(_ due: Moment, _ sound: String) -> Phrase {
        Phrase(
            .soundUntold,
            """
            \(due.at, "due", spelled: due.spelled): the node has not told whether it has sound \"\(sound, "sound")\"
            """)
    }

    package static func builtInSounds(_ names: [String]) -> Phrase {
        Phrase(
            .builtInSounds,
            "Where it is missing or silent a built-in tone rings; built in are \(names, "sounds").")
    }

    package static func soundAbsent(_ due: Moment, _ sound: String, folder: String) -> Phrase {
        Phrase(
            .soundAbsent,
            """
            \(due.at, "due", spelled: due.spelled): a built-in tone would ring, as sound \"\(sound, "sound")\" is not \
            in \(folder, "folder")
            """)
    }

    package static func soundUnusable(_ due: Moment, _ sound: String, _ finding: String) -> Phrase {
        Phrase(
            .soundUnusable,
            """
            \(due.at, "due", spelled: due.spelled): a built-in tone would ring, as sound \"\(sound, "sound")\" cannot: \
            \(finding, "finding")
            """)
    }

    package static func putSound(on node: NodeID, alarm: AlarmID) -> Phrase {
        Phrase(
            .putSound,
            """
            On \(node, "node"): put the file there. Or take another sound: clockctl alarm edit \
            \(alarm.description, "alarm") --sound bells.
            """)
    }

    package static func mendSound(on node: NodeID, _ fix: String, alarm: AlarmID) -> Phrase {
        Phrase(
            .mendSound,
            """
            On \(node, "node"): \(fix, "fix"). Or take another sound: clockctl alarm edit \
            \(alarm.description, "alarm") --sound bells.
            """)
    }
}

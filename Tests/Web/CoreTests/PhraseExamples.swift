import ClockDomain
import ClockWire

/// A phrase of every code.
enum PhraseExamples {
    private static let kitchen = NodeID("kitchen")!
    private static let now = WallTime(rfc3339: "2026-11-24T10:00:00.000Z")!
    private static let due: Phrase.Moment = (WallTime(rfc3339: "2026-11-25T06:00:00.000Z")!, "tomorrow 07:00")
    private static let date = CivilDate(year: 2026, month: 12, day: 24)
    private static let alarm = AlarmID(uncheckedNumber: 1)
    private static let other = OtherCoordinator(store: "5f0c9a6e21d4b873", started: now, heard: now)
    private static let later = LaterStore(
        generation: StoreGeneration("5-kfdp")!, changes: 3, through: now, until: now)
    private static let lease = LeaseStatus(
        machine: "hub", since: now, standbys: [StandbyCoordinator(machine: "attic", heard: now)])
    private static let foreign = ForeignStore(store: "5f0c9a6e21d4b873", nodes: [kitchen], alarms: 14)
    private static let clock = ClockReport(
        trusted: false, reason: "waiting for the coordinator's clock", offsetMilliseconds: nil, delayMilliseconds: nil)
    private static let audio = AudioReport(device: "hw:CARD=Amp", state: .missing, detail: "No such device")
    private static let outputs = Phrase.outputs(of: kitchen, ["hw:CARD=USB (USB Audio)"], isAll: true)
    private static let intake = IntakeStatus(
        requestsRefused: 1, reportsDropped: 2, questionsDropped: 3, ledgersRefused: 4, last: now)

    private static func alert(heard: WallTime?) -> SiteEmergency {
        let report = EmergencyReport(id: "e1", begun: now, heard: heard, hasWords: true, problem: nil)
        return SiteEmergency(
            Emergency(id: "e1", begun: .init(at: now, by: "office"), text: "Leave"),
            [.init(node: kitchen, isOnline: true, report: report)])
    }

    private static func pack(_ state: PackReport.State) -> PackReport {
        PackReport(name: "george", digest: Digest(of: [1]), bytes: 1_000, state: state)
    }

    static let all: [Phrase] = subjects + site + coordinators + way + node + sounds + settings + preflight + rings

    private static let subjects: [Phrase] = [
        .broker, .brokerQueues, .intake, .store, .coordinator, .coordinatorClock, .version, .clockHere, .examination,
        .nodes, .emergency, .messages, .speech, .standby, .anotherCoordinator, .foreignStore("5f0c9a6e21d4b873"),
        .certificate(of: "kitchen"), .node(kitchen), .clock(of: kitchen), .audio(of: kitchen), .voice(of: kitchen),
        .chime(of: kitchen), .settings(of: kitchen), .ledger(of: kitchen), .alarms(of: kitchen),
        .soundsToPlay(on: kitchen), .pack("george", of: kitchen), .sound("owl", of: kitchen),
        .ring("a3 Work", on: kitchen),
    ]

    private static let site: [Phrase] = [
        .brokerConnected("hub:1883", since: now), .brokerOpenToItsMachine("hub:1883", since: now),
        .brokerOpen("hub:1883", since: now), .closeBroker, .brokerLost("hub:1883", since: now, "Connection refused"),
        .seeBroker, .brokerDropped(2, since: now, last: now), .widenQueues, .intakeFull(intake, since: now),
        .seeWhoSends, .certificateValid(until: date), .certificateEnds(date, days: 30),
        .certificateEndsSoon(date, days: 1), .certificateEnded(date, days: 3),
        .pageCertificateEndsSoon(date, days: 7), .pageCertificateEnded(date, days: 1),
        .renewCertificate("web", bundle: "web"), .storeRefuses("/store.db", "No space left on device"), .mendDatabase,
        .makeRoomForStore, .storeIsRead("/store.db"), .checkStore("/store.db"),
        .storeDamaged("/store.db", "row 3 missing from index"), .seeDatabase, .restoreStore,
        .storeSound("postgresql:clock", bytes: nil), .storeSound("/store.db", bytes: 5 << 20, free: 9 << 30),
        .freeSpace, .configuration(of: "clock-web"), .reloadRefused("web.yaml:3: no such file"),
        .mendConfiguration(of: "clock-web"), .clockSynchronised(by: "chrony"), .clockVouched(shows: now),
        .clockUnvouched(shows: now),
        .coordinatorClock(isKept: true), .coordinatorClock(isKept: false),
        .clockApart(by: .seconds(600), from: [kitchen], spelled: "kitchen"),
        .clockApart(by: .seconds(-600), from: [kitchen], spelled: "kitchen"),
        .setClock, .emergencyOn(alert(heard: now)), .emergencyOn(alert(heard: nil)), .endEmergency,
        .messagesGo(to: "ntfy.sh"), .messagesWait(1, since: now, "no route"), .tryMessages,
    ]

    private static let coordinators: [Phrase] = [
        .standbyThere(lease, ["attic"]), .standbyGone(lease, last: lease.standbys[0]), .seeStandby(on: "attic"),
        .otherCoordinatorWithCopy(other, isHeard: true),
        .otherCoordinator(other, own: "00ff", obedient: (1, 2), isHeard: true), .stopOneCoordinator,
        .stopThisCoordinator, .stopOtherCoordinator, .stopWrongCoordinator,
        .foreignStoreHeld(foreign, rooms: "kitchen", own: "00ff", place: "/store.db", isNew: true),
        .foreignStoreHeld(foreign, rooms: "kitchen", own: "00ff", place: "/store.db", isNew: false),
        .laterStoreHeld(foreign, rooms: "kitchen", place: "/store.db"), .decideAboutLaterStore,
        .settingsLater("5f0c9a6e21d4b873"), .alarmsLater,
        .storeTurnedBack(later, own: "00ff", place: "/store.db"), .findLaterStore,
        .decideAboutStore, .noNodes, .startNode(site: SiteID("home")!), .nodesRefused(3, most: 20_000, last: kitchen),
        .nodesMadeUp(200, such: [kitchen]), .removeMadeUpNodes, .textsSpoken(by: "espeak-ng (de)", better: nil),
        .textsSpoken(by: "espeak-ng (en)", better: "hibari: pipx install hibari-tts"), .textsUnspoken,
        .installSpeaker, .speakerFailed("exit 1", speaker: "espeak-ng"), .mendSpeaker,
    ]

    private static let way: [Phrase] = [
        .brokerTook("hub:1883", within: .milliseconds(4), spelled: "4.0 ms"), .brokerKeeps("hub:1883"),
        .brokerGone("hub:1883"), .seeBrokerFromPage,
        .coordinatorAnswered(version: "1.0", within: .microseconds(2_500), spelled: "2.5 ms"),
        .versionsDiffer("clock-web", here: "1.1", coordinator: "1.0"), .installSameRelease,
        .clocksApart(.milliseconds(-1_200), spelled: "−1.2 s"), .compareClocks, .told("something else"), .linkLost,
        .linkUnanswered, .linkRefused("Permission denied"), .linkFailed("Connection refused"),
        .coordinatorSilent(.linkUnanswered), .seeCoordinator, .examinationFailed(.linkUnanswered), .examineAgain,
        .examineLonger,
    ]

    private static let node: [Phrase] =
        [
            .nodeTwice(kitchen, "01ab", "77fe"), .renameNode, .nodeOnline(since: now), .nodeOffline(since: due),
            .findNode(kitchen), .nodeSilent(since: now, patience: .seconds(3), spelled: "3 s"), .seeNodeLog,
            .nodeProblem("the node's state cannot be saved: No space left on device"), .mendNode, .nodeClockIs(clock),
            .nodeClockIs(
                ClockReport(
                    trusted: false, reason: "differs from the coordinator's; is a time service running?",
                    offsetMilliseconds: 600_000,
                    delayMilliseconds: 1, isCoordinatorVouched: true)),
            .nodeClockIs(
                ClockReport(
                    trusted: false, reason: "differs from the coordinator's; is a time service running?",
                    offsetMilliseconds: -600_000,
                    delayMilliseconds: 1)),
            .setNodeClock, .setFollowedClock, .audioIs(audio), .letSpeak(kitchen), .plugOutputIn(outputs), .freeOutput,
            .nameOtherOutput(outputs), .outputWithoutClock("null"), .namePlayingOutput(outputs), .outputTooDeep(audio),
            .nameShallowOutput(outputs), .outputs(of: kitchen, [], isAll: true), outputs,
            .outputs(of: kitchen, ["hw:CARD=USB"], isAll: false),
        ] + [.ok, .unknown, .missing, .busy, .failed].map { Phrase.audioState($0) }

    private static let sounds: [Phrase] = [
        .voiceComplete("english"), .voiceLacks("george", ["/george/pm.wav: there is no such file"]),
        .buildVoice("george", for: kitchen), .chimeBroken("/bells/hour.wav: there is no such file"),
        .mendChime(of: kitchen), .packThere("1f"), .packWaits, .packsComeInTurn, .packComes(40), .lookAgain,
        .packFailed("No space left on device"), .mendPack("george", of: kitchen),
        .soundBroken("/sounds/owl.wav: is silent"), .mendThere("replace it with a sound that can be heard"),
        .soundsFull(16, first: now), .takeSoundBack("pgx4k2", on: kitchen),
    ]

    private static let settings: [Phrase] = [
        .settingsForeign("5f0c9a6e21d4b873"), .seeForeignStore("5f0c9a6e21d4b873"), .settingsUnsaved(4, stored: 3),
        .makeRoomOnNode, .settingsApplied(4), .settingsBehind(3, desired: 4), .seeWhetherItStores, .ledgerStored,
        .ledgerWaits(300), .seeStore, .ledgerRefused(burst: 20_000, daily: 2_880), .seeWhatItWrites,
        .ledgerAhead(1, latest: now), .seeLinesAhead(of: kitchen, since: "2026-11-25T10:00:00Z"),
    ]

    private static let preflight: [Phrase] = [
        .nodeUnknown, .startOrMove, .checkPower, .seeJournal, .alarmsForeign("5f0c9a6e21d4b873"), .seeStatus,
        .alarmsUnsaved(4, stored: 3), .makeRoomOnDisk, .alarmsNewest(4), .alarmsBehind(3, desired: 4), .comesWhenBack,
        .seeWhetherItKeeps, .clockUntold, .checkClock(.system), .checkClock(.coordinator), .audioUntried(.ok),
        .tryOutput(of: kitchen), .packNotThere(pack(.waiting), percent: 0),
        .packNotThere(pack(.coming(have: 400)), percent: 40), .packNotThere(pack(.failed("no room")), percent: 0),
        .watchPack(on: kitchen), .voiceLacks("george", "/george/pm.wav: there is no such file", more: 0),
        .voiceLacks("george", "/george/pm.wav: there is no such file", more: 2), .makeVoice("george", for: kitchen),
        .chooseChime(for: kitchen),
    ]

    private static let rings: [Phrase] =
        [
            .ringNotThere(due), .ringStray(due), .ringLeftOut(due, .skip, spelled: "skip"),
            .explainLeftOut(on: kitchen),
            .ringComes(due, sound: "bells", percent: 80), .ringUnmeant(due), .compareZones(kitchen), .ringSilent(due),
            .ringAtFloor(due, percent: 5), .ringUnderCeiling(due, percent: 20),
            .ringSoft(due, asked: 10, percent: 30, isOwn: true), .ringSoft(due, asked: 10, percent: 30, isOwn: false),
            .raiseVolume(of: alarm), .raiseCeiling(of: kitchen), .soundUntold(due, "owl"),
            .builtInSounds(["harp", "bells"]), .soundAbsent(due, "owl", folder: "/sounds"),
            .soundUnusable(due, "owl", "/sounds/owl.wav: is silent"), .putSound(on: kitchen, alarm: alarm),
            .mendSound(on: kitchen, "replace it with a sound that can be heard", alarm: alarm),
        ]
        + [RingReason.skip, .exception, .holiday, .late].compactMap { reason in
            guard case .phrase(let silence) = Phrase.ringLeftOut(due, reason, spelled: "late").parameters["reason"]
            else {
                return nil
            }
            return silence
        }
}

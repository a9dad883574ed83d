import ClockCoordinatorCore
import ClockDomain
import ClockWire

let noon = WallTime(rfc3339: "2026-11-21T12:00:00Z")!
let kitchen = NodeID("kitchen")!
let bedroom = NodeID("bedroom")!

/// One message of each kind, with every field set, and its bytes as docs/protocol.md promises them.
enum Samples {
    static let settings = NodeSettings(
        volume: Volume(percent: 35)!, mute: .on, quiet: [QuietPeriod("22:00-07:00")!], every: .halfHour, chime: .none,
        voice: "english", selfWake: false)

    /// With what a node is seldom told.
    static let rareSettings = NodeSettings(
        chime: .own("cuckoo"), trimMicroseconds: -12_500, volumeFloor: Volume(percent: 20)!,
        volumeCeiling: Volume(percent: 70)!)

    static let sounds = SoundsReport(
        folder: "/usr/share/clocksmith/voices/sounds", names: ["gong", "rooster"],
        problems: [
            SoundProblem(
                sound: "owl", finding: "/usr/share/clocksmith/voices/sounds/owl.wav: is silent", fix: "replace it")
        ])

    static let record = QuarterRecord(
        target: noon, outcome: .announced, reason: .underrun, detail: "the output ran dry", source: .wake,
        wakeLatencyMilliseconds: -3, onsetErrorMicroseconds: 12, trips: 13)

    static let wake = Wake(
        target: noon, sent: noon - .milliseconds(15_000), leadMilliseconds: 15_000, budgetMilliseconds: 30_000,
        notAfter: noon + .seconds(2), store: "0123456789abcdef", started: noon - .seconds(3_600))

    static let presence = CoordinatorPresence(
        store: "0123456789abcdef", generation: StoreGeneration("5-kfdp")!, started: noon, sent: noon + .seconds(3),
        changes: 31, through: noon, answers: noon - .seconds(60))

    static let emergency = Emergency(
        id: "e1", begun: .init(at: noon, by: "office"), ended: .init(at: noon + .minutes(7), by: nil), sound: .buzzer,
        text: "Leave the building", nodes: [kitchen, bedroom])

    static let desired = Desired(revision: 3, store: "0123456789abcdef", room: "Küche", settings: settings)

    static let batch = LedgerBatch(
        epoch: "0123456789abcdef", oldest: 5,
        entries: [
            LedgerEntry(sequence: 7, at: noon + .seconds(3), event: .quarter(record)),
            LedgerEntry(
                sequence: 8, at: noon + .seconds(903),
                event: .quarter(QuarterRecord(target: noon + .minutes(15), outcome: .missed))),
        ])

    static let reported = Reported(
        instance: "fedcba9876543210", version: "0.1.0", started: noon, zone: "Asia/Kathmandu",
        clock: ClockReport(
            trusted: true, reason: "agrees with the coordinator", offsetMilliseconds: -1.25, delayMilliseconds: 0.5),
        store: "0123456789abcdef", revision: 3, settings: settings,
        audio: AudioReport(
            device: "default", state: .busy, detail: "held by pulseaudio",
            devices: [
                AudioDeviceReport(name: "default", description: ""),
                AudioDeviceReport(name: "plughw:CARD=Device,DEV=0", description: "USB Audio Device, USB Audio"),
            ], depthMilliseconds: 300, hasClock: false),
        voice: VoiceReport(name: "english", problems: ["two: missing"], saysDurations: true), leadMilliseconds: 22_000,
        sounds: sounds,
        next: noon + .minutes(30), last: record,
        ledgerPending: 2, problem: "disk full", certificateUntil: noon + .seconds(86_400),
        alarmCount: 14,
        emergency: EmergencyReport(id: "e1", begun: noon, heard: noon + .seconds(1), hasWords: true, problem: "busy"))

    static let status = SiteStatus(
        site: SiteID("home")!, now: noon, nextWake: noon + .seconds(885), nextTarget: noon + .minutes(15),
        coordinator: CoordinatorStatus(
            state: .degraded, version: "0.1.0", store: "0123456789abcdef", isStoreNew: true, started: noon,
            broker: "127.0.0.1:1883", problem: "read-only",
            certificateUntil: noon, others: [OtherCoordinator(store: "fedcba9876543210", started: noon, heard: noon)],
            lease: LeaseStatus(
                machine: "clocks1", since: noon, standbys: [StandbyCoordinator(machine: "clocks2", heard: noon)])),
        foreign: [ForeignStore(store: "fedcba9876543210", nodes: [bedroom], alarms: 3)],
        nodes: [
            NodeStatus(
                id: kitchen, room: "Kitchen", zone: "UTC", availability: .online, availabilitySince: noon,
                clock: reported.clock, last: record, next: noon, settings: settings, at: noon,
                revision: NodeStatus.Revision(desired: 3, applied: 2), audio: reported.audio, voice: reported.voice,
                sounds: sounds, version: "0.1.0", ledgerPending: 1, problem: "two machines", certificateUntil: noon),
            NodeStatus(
                id: bedroom, room: "Bedroom", zone: nil, availability: .offline, availabilitySince: nil, clock: nil,
                last: nil, next: nil, settings: .standard, at: noon,
                revision: NodeStatus.Revision(desired: 1, applied: 0),
                audio: nil, voice: nil, version: nil, ledgerPending: nil, problem: nil),
        ])

    /// Payloads of every kind, for those who only break them.
    static let payloads: [[UInt8]] =
        [
            WireCodec.encode(wake), WireCodec.encode(desired), WireCodec.encode(batch), WireCodec.encode(reported),
            WireCodec.encode(Desired(revision: 3, store: "0", room: "K", settings: rareSettings)),
            WireCodec.encode(emergency),
            WireCodec.encode(Acked(epoch: "e", sequence: 9)),
            WireCodec.encode(Command(id: "c", action: .announce(target: noon), notAfter: noon)),
            WireCodec.encode(TimeReply(originNanoseconds: 1, receivedNanoseconds: 2, transmittedNanoseconds: 3)),
            WireCodec.encode(HistoryRequest(node: kitchen, since: noon, before: nil, limit: 5)),
            WireCodec.encode(
                SetRequest(nodes: [kitchen], change: SettingsPatch(volume: Volume(percent: 1), quiet: []))),
            WireCodec.encode(Reply(result: status)),
            WireCodec.encode(Reply<SetResult>(error: RequestError(.invalid, "no"))),
        ] + alarmPayloads + soundPayloads + packPayloads

    /// Reads `payload` as every kind of message there is, and gives those that it could be.
    static func decodeAsEverything(_ payload: [UInt8]) -> [any WireMessage] {
        func read<Message: WireMessage>(_: Message.Type) -> (any WireMessage)? {
            do throws(WireError) { return try WireCodec.decode(Message.self, from: payload) } catch {
                precondition(!error.description.isEmpty && error.description.utf8.count <= 400)
                precondition(error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 }, error.description)
                return nil
            }
        }
        func reply<Request: SiteRequest>(to _: Request.Type) -> any WireMessage.Type { Reply<Request.Result>.self }
        let requests = CoordinatorCore.requests.map { $0.request }
        let others: [any WireMessage.Type] = [
            Wake.self, CoordinatorPresence.self, Desired.self, LedgerBatch.self, Acked.self, Command.self,
            TimeRequest.self, TimeReply.self, Reported.self, RingActionList.self, LocalRequest.self, LocalAnswer.self,
            ChangeEvent.self,
            ContentReport.self, Emergency.self,
            PackList.self,
        ]
        return (others + requests + requests.map { reply(to: $0) }).compactMap { read($0) }
    }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

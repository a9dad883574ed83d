import ClockDomain
import ClockWire

extension Samples {
    static let sound = Blob(id: Digest(of: bytes("abc")), bytes: 100_000)!

    static let playCommand = Command(
        id: "c",
        action: .play(SoundOrder(sound: sound, target: noon, volume: Volume(percent: 60)!, label: "Dinner is ready")),
        notAfter: noon + .seconds(2))

    static let soundRecord = SoundRecord(
        order: "c", sound: sound.id, label: "Dinner is ready", target: noon, outcome: .missed, reason: .incomplete,
        detail: "1 of 3 parts had come at the instant", onsetErrorMicroseconds: -3)

    static let soundBatch = LedgerBatch(
        epoch: "e", oldest: 1,
        entries: [
            LedgerEntry(sequence: 1, at: noon, event: .sound(soundRecord)),
            LedgerEntry(
                sequence: 2, at: noon,
                event: .sound(
                    SoundRecord(order: "d", sound: sound.id, label: "", target: noon, outcome: .played))),
        ])

    static let everywhere = PlayOptions(
        targets: RingTargets(nodes: [kitchen], groups: [GroupID("upstairs")!]), at: noon, volume: Volume(percent: 5)!)

    static let outcomes = SoundOutcomes(
        id: "c", target: noon, now: noon + .seconds(1),
        nodes: [
            .init(node: bedroom, isReady: false, isOnline: false, record: nil),
            .init(node: kitchen, isReady: true, isOnline: true, record: soundRecord),
        ])

    static let cancelCommand = Command(id: "d", action: .cancel(order: "pgx4k2"), notAfter: noon)

    static let cancelResult = CancelResult(
        id: "pgx4k2", label: "Dinner is ready", target: noon, nodes: [kitchen], offline: [bedroom])

    static let wanted = ContentReport(content: sound.id, state: .wanted([ContentPart(blob: sound, chunks: [0, 2])]))

    static let soundPayloads: [[UInt8]] = [
        WireCodec.encode(cancelCommand), WireCodec.encode(CancelRequest(id: "pgx4k2")),
        WireCodec.encode(Reply(result: cancelResult)),
        WireCodec.encode(playCommand), WireCodec.encode(soundBatch),
        WireCodec.encode(ContentReport(content: sound.id, state: .ready)),
        WireCodec.encode(wanted),
        WireCodec.encode(SayRequest(text: "Dinner is ready", how: everywhere)),
        WireCodec.encode(PlayRequest(sound: sound.id, label: "bell.wav", how: everywhere)),
        WireCodec.encode(UploadRequest(file: sound.id, bytes: 3, chunk: .init(index: 0, bytes: bytes("abc")))),
        WireCodec.encode(OutcomeRequest(id: "c")), WireCodec.encode(Reply(result: outcomes)),
        WireCodec.encode(Reply(result: UploadResult(missing: [1, 4]))),
        WireCodec.encode(
            Reply(
                result: PlayResult(
                    id: "c", sound: sound.id, milliseconds: 912, target: noon, nodes: [kitchen], offline: [bedroom]))),
    ]
}

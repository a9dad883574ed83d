import ClockDomain
import ClockWire

extension Samples {
    static let packFile = PackFile(name: "eins.wav", content: sound)!
    static let packList = try! PackList(
        name: "german",
        files: [
            packFile, PackFile(name: "voice.yaml", content: Blob(id: Digest(of: bytes("y")), bytes: 1)!)!,
        ])
    static let packs = [packList.reference]

    static let packPayloads: [[UInt8]] = [
        packList.encoded, WireCodec.encode(PackRequest(list: packList)),
        WireCodec.encode(PushRequest(pack: sound.id, nodes: [kitchen])),
        WireCodec.encode(WithdrawRequest(name: "german", nodes: [])),
        WireCodec.encode(Reply(result: PackResult(pack: sound.id, missing: [sound.id]))),
        WireCodec.encode(
            Desired(revision: 2, store: "s", room: "Kitchen", settings: .standard, packs: packs)),
    ]
}

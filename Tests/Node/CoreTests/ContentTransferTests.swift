import ClockDomain
import ClockWire
import Testing

@testable import ClockNodeCore

private let sound = Blob(id: Digest(of: [9]), bytes: 100_000)!

/// Sounds and voice packs that are on their way at the same time.
struct ContentTransferTests {
    private let pack: SamplePack
    private var node = NodeDriver(at: noon + .minutes(7))

    init() throws {
        pack = try SamplePack("german", [("eins.wav", 700_000), ("zwei.wav", 700_000)])
        node.start()
        node.run(for: .seconds(1))
        node.send(
            .desired(
                Desired(
                    revision: 2, store: "store", room: "Kitchen", settings: .standard, packs: [pack.reference])))
        node.send(.packFound(pack.reference.digest, .lacking(pack.list, pack.list.contents)))
        node.forgetLog()
    }

    /// The number of the pack's chunks that the node asked for.
    private var asked: Int {
        node.contentReports.filter { $0.content == pack.reference.digest }.reduce(0) { count, report in
            guard case .wanted(let parts) = report.state else { return count }
            return count + parts.reduce(0) { $0 + $1.chunks.count }
        }
    }

    private mutating func order(at target: WallTime) {
        node.send(
            .command(
                Command(
                    id: "c1", action: .play(SoundOrder(sound: sound, target: target)), notAfter: target + .seconds(2))))
        node.send(.soundFound(sound.id, isThere: false))
    }

    private mutating func send(_ chunks: Range<Int>, of name: String) {
        let blob = pack.list.files.first { $0.name == name }!.content
        for chunk in chunks {
            node.send(
                .chunk(chunk, of: blob.id, in: pack.reference.digest, pack.chunk(chunk, of: blob)))
        }
    }

    @Test mutating func aPackWaitsForASound() {
        order(at: node.now.wall + .seconds(8))
        send(0..<15, of: "eins.wav")
        #expect(asked == 0)
        for chunk in 0..<sound.chunks {
            node.send(
                .chunk(
                    chunk, of: sound.id, in: sound.id,
                    [UInt8](repeating: 0, count: sound.range(ofChunk: chunk).count)))
        }
        #expect(asked > 0)
    }

    @Test mutating func aSoundThatDoesNotComeHoldsUpNoPack() {
        order(at: node.now.wall + .hours(3))
        send(0..<15, of: "eins.wav")
        node.run(for: .seconds(4))
        #expect(asked == 0)
        node.run(for: .seconds(3))
        #expect(asked > 0)
    }
}

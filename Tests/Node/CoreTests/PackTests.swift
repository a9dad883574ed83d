import ClockDomain
import ClockWire
import Testing

@testable import ClockNodeCore

/// Voice packs that a node is told to have: fetched file by file, put in place when they are whole.
struct PackTests {
    private static let files = [("eins.wav", 30_000), ("zwei.wav", 31_000), ("viertel.wav", 100_000)]

    private let german: SamplePack
    private let better: SamplePack

    init() throws {
        german = try SamplePack("german", Self.files)
        better = try SamplePack("german", [("eins.wav", 30_000), ("zwei.wav", 39_000), ("viertel.wav", 100_000)])
    }

    private func document(
        _ packs: [SamplePack], revision: Int, voice: String = "english"
    ) -> NodeCore.Event {
        .desired(
            Desired(
                revision: revision, store: "store", room: "Kitchen", settings: NodeSettings(voice: voice),
                packs: packs.map(\.reference)))
    }

    private func started() -> NodeDriver {
        var node = NodeDriver(at: noon + .minutes(7))
        node.start()
        node.run(for: .seconds(1))
        node.forgetLog()
        return node
    }

    @Test func aPackIsFetchedKeptAndPutInItsPlaceWhole() throws {
        var node = started()
        var disk = PackDisk(german)
        node.send(document([german], revision: 2))
        disk.serve(&node)
        #expect(node.packs == [PackReport(german.reference, .ready)])
        #expect(disk.inPlace == ["german": german.reference.digest])
        #expect(
            disk.asked == [
                "list 0", "eins.wav 0", "viertel.wav 0", "viertel.wav 1", "viertel.wav 2", "voice.yaml 0",
                "zwei.wav 0",
            ])
        // Looked up first, subscribed once, left when all was there, and put in place after the last file.
        let steps = node.effects.compactMap { effect -> String? in
            switch effect {
            case .findPack: "find"
            case .fetchContent: "fetch"
            case .leaveContent: "leave"
            case .installPack: "install"
            default: nil
            }
        }
        #expect(steps == ["find", "fetch", "find", "install", "leave"])
        #expect(node.reports.allSatisfy { $0.packs.count <= 1 })
    }

    @Test func aVoiceIsLoadedAgainWhenItsPackHasCome() {
        var node = started()
        var disk = PackDisk(german)
        node.send(document([german], revision: 2, voice: "german"))
        let loads = { (node: NodeDriver) in
            node.effects.count { if case .loadVoice("german", _) = $0 { true } else { false } }
        }
        #expect(loads(node) == 1)
        disk.serve(&node)
        #expect(loads(node) == 2)
        // A pack that nobody speaks with needs no loading.
        var other = started()
        var otherDisk = PackDisk(german)
        other.send(document([german], revision: 2))
        otherDisk.serve(&other)
        #expect(loads(other) == 0)
    }

    @Test func onlyWhatIsLackingOfABetterVersionComes() {
        var node = started()
        var disk = PackDisk(german, better)
        node.send(document([german], revision: 2))
        disk.serve(&node)
        let before = disk.asked.count
        node.send(document([better], revision: 3))
        disk.serve(&node)
        #expect(Array(disk.asked[before...]) == ["list 0", "zwei.wav 0"])
        #expect(disk.inPlace == ["german": better.reference.digest])
        #expect(node.packs == [PackReport(better.reference, .ready)])
    }

    @Test func aLostChunkIsAskedForAgainEverLessOften() throws {
        var node = started()
        var disk = PackDisk(german)
        let eins = german.list.files.first { $0.name == "eins.wav" }!.content.id
        disk.losses = [eins: 3]
        node.send(document([german], revision: 2))
        disk.serve(&node)
        #expect(node.packs.map(\.state) != [.ready])
        var waits: [Duration] = []
        var last = node.now.boot
        while node.packs.map(\.state) != [.ready], waits.count < 5 {
            let count = disk.asked.count
            while disk.asked.count == count {
                node.run(for: .milliseconds(500))
                disk.serve(&node)
            }
            waits.append(node.now.boot - last)
            last = node.now.boot
        }
        #expect(waits == [.seconds(2), .seconds(4), .seconds(8)])
        #expect(disk.asked.count { $0 == "eins.wav 0" } == 4)
        #expect(disk.asked.count { $0 == "zwei.wav 0" } == 1)
    }

    @Test func aNewConnectionAsksAtOnceForWhatTheOldOneLost() {
        var node = started()
        var disk = PackDisk(german)
        disk.sendsChunks = false
        node.send(document([german], revision: 2))
        disk.serve(&node)
        node.send(.brokerDisconnected)
        node.run(for: .minutes(5))
        disk.serve(&node)
        #expect(disk.asked == ["list 0"], "it asked while there was nobody to ask")
        disk.sendsChunks = true
        node.send(.brokerConnected)
        disk.serve(&node)
        #expect(node.packs.map(\.state) == [.ready])
    }

    @Test func aRestartInTheMiddleGoesOnWhereItWas() {
        var node = started()
        var disk = PackDisk(german)
        let zwei = german.list.files.first { $0.name == "zwei.wav" }!.content.id
        disk.losses = [zwei: 100]
        node.send(document([german], revision: 2))
        disk.serve(&node)
        guard case .coming = node.packs.first?.state else {
            Issue.record("\(node.packs)")
            return
        }
        let before = disk.asked.count
        disk.losses = [:]
        disk.startOver(node)
        node.crash()
        disk.serve(&node)
        #expect(Array(disk.asked[before...]) == ["zwei.wav 0"])
        #expect(node.packs.map(\.state) == [.ready])
    }

    @Test func whatIsWholeIsNotFetchedAfterARestart() {
        var node = started()
        var disk = PackDisk(german)
        node.send(document([german], revision: 2, voice: "german"))
        disk.serve(&node)
        disk.startOver(node)
        let before = node.log.count
        node.crash()
        disk.serve(&node)
        let effects = node.log[before...].map(\.effect)
        #expect(!effects.contains { if case .publish(.contentReport) = $0 { true } else { false } })
        // It was there when the voice was loaded at the start.
        #expect(effects.count { if case .loadVoice = $0 { true } else { false } } == 1)
        #expect(node.packs.map(\.state) == [.ready])
    }

    @Test func aPackThatIsTakenAwayIsDroppedAlsoWhileItComes() {
        var node = started()
        var disk = PackDisk(german)
        disk.sendsChunks = false
        node.send(document([german], revision: 2))
        disk.serve(&node)
        node.forgetLog()
        disk.startOver(node)
        node.send(document([], revision: 3))
        #expect(node.effects.contains(.leaveContent(german.reference.digest)))
        #expect(node.effects.contains(.dropPacks(keeping: [])))
        #expect(node.packs.isEmpty)
        // Parts on their way still come, and mean nothing.
        node.forgetLog()
        let list = german.reference.list
        node.send(.chunk(0, of: list.id, in: list.id, german.chunk(0, of: list)))
        node.send(.blobKept(list.id, of: list.id))
        node.send(.packFound(list.id, .unlisted))
        #expect(!node.effects.contains { if case .keepChunk = $0 { true } else { false } })
        #expect(node.packs.isEmpty)
    }

    @Test func aFullDiskIsToldAndTriedAgain() {
        var node = started()
        var disk = PackDisk(german)
        disk.problem = "cannot write it: No space left on device"
        node.send(document([german], revision: 2))
        disk.serve(&node)
        #expect(node.packs == [PackReport(german.reference, .failed("cannot write it: No space left on device"))])
        #expect(node.warnings.contains { $0.contains("voice pack german") && $0.contains("No space left") })
        disk.problem = nil
        node.run(for: .seconds(59))
        disk.serve(&node)
        #expect(node.packs.map(\.state) != [.ready])
        node.run(for: .seconds(2))
        disk.serve(&node)
        #expect(node.packs.map(\.state) == [.ready])
    }

    @Test func lookingWhetherAllIsWellTriesAFailedPackAtOnce() {
        var node = started()
        var disk = PackDisk(german)
        disk.problem = "full"
        node.send(document([german], revision: 2))
        disk.serve(&node)
        disk.problem = nil
        node.send(.command(Command(id: "look", action: .probe, notAfter: node.now.wall + .seconds(5))))
        disk.serve(&node)
        #expect(node.packs.map(\.state) == [.ready])
    }

    @Test func packsComeOneAfterTheOther() throws {
        let french = try SamplePack("french", [("un.wav", 20_000)])
        var node = started()
        var disk = PackDisk(german, french)
        node.send(document([french, german], revision: 2))
        #expect(node.effects.count { if case .findPack = $0 { true } else { false } } == 1)
        disk.serve(&node)
        #expect(node.packs.map(\.state) == [.ready, .ready])
        let fetched = node.effects.compactMap { effect -> Digest? in
            if case .fetchContent(let pack) = effect { pack } else { nil }
        }
        #expect(fetched == [french.reference.digest, german.reference.digest])
    }

    @Test func aChunkOfAnotherLengthIsNotKept() {
        var node = started()
        node.send(document([german], revision: 2))
        let list = german.reference.list
        node.send(.packFound(list.id, .unlisted))
        node.send(.chunk(0, of: list.id, in: list.id, [1, 2, 3]))
        node.send(.chunk(1, of: list.id, in: list.id, german.chunk(0, of: list)))
        #expect(!node.effects.contains { if case .keepChunk = $0 { true } else { false } })
    }

    @Test func aListThatIsOfAnotherPackIsRefused() throws {
        var node = started()
        node.send(document([german], revision: 2))
        let other = try SamplePack("french", Self.files)
        node.send(.packFound(german.reference.digest, .lacking(other.list, [])))
        guard case .failed(let problem) = node.packs.first?.state else {
            Issue.record("\(node.packs)")
            return
        }
        #expect(problem.contains("french"))
        #expect(!node.effects.contains { if case .installPack = $0 { true } else { false } })
    }
}

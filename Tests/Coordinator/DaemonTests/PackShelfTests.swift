import ClockCoordinatorCore
import ClockDomain
import ClockTestSupport
import ClockWire
import Synchronization
import Testing

@testable import CoordinatorDaemon

/// Voice packs on the coordinator's disk.
struct PackShelfTests {
    private final class Answers: Sendable {
        private let events = Mutex<[CoordinatorEvent]>([])

        var post: @Sendable (CoordinatorEvent) -> Void { { event in self.events.withLock { $0.append(event) } } }
        func take() -> [CoordinatorEvent] {
            events.withLock { events in
                defer { events = [] }
                return events
            }
        }
    }

    private let folder: TemporaryFolder
    private let shelf: PackShelf
    private let answers = Answers()
    private let origin = RequestOrigin("r")

    init() throws {
        folder = try TemporaryFolder("shelf")
        shelf = try PackShelf(folder: folder.file("packs"))
    }

    private static func bytes(_ name: String, _ count: Int) -> [UInt8] {
        let start = name.utf8.reduce(UInt8(3)) { $0 &* 31 &+ $1 }
        return (0..<count).map { start &+ UInt8(truncatingIfNeeded: $0 &* 13) }
    }

    private func list(_ name: String, _ files: [(String, Int)]) throws -> PackList {
        try PackList(
            name: name,
            files: (files + [("voice.yaml", 100)]).sorted { $0.0 < $1.0 }.map { file in
                let bytes = Self.bytes(file.0, file.1)
                return PackFile(name: file.0, content: CarriedSound(id: SoundID(of: bytes), bytes: bytes.count)!)!
            })
    }

    private func missing(_ list: PackList, _ shelf: PackShelf) -> [CarriedSound]? {
        shelf.find(list, origin: origin, post: answers.post)
        shelf.finishWork()
        for case .packFilesFound(_, _, let missing) in answers.take() { return missing }
        return nil
    }

    private func keep(_ file: PackFile, _ shelf: PackShelf, bytes: [UInt8]? = nil) -> [CoordinatorEvent] {
        let bytes = bytes ?? Self.bytes(file.name, file.content.bytes)
        let request = UploadRequest(file: file.content.id, bytes: file.content.bytes)
        for chunk in 0..<request.chunks {
            shelf.keep(
                .init(index: chunk, bytes: Array(bytes[request.range(ofChunk: chunk)])), of: file.content,
                isLast: chunk == request.chunks - 1, origin: origin, post: answers.post)
        }
        shelf.finishWork()
        return answers.take()
    }

    @Test func filesAreKeptOnceAndGoneOnWithAfterARestart() throws {
        let german = try list("german", [("eins.wav", 250_000), ("zwei.wav", 100)])
        #expect(missing(german, shelf) == german.contents)
        let events = keep(german.files[0], shelf)
        #expect(
            events == [
                .packFileKept(origin, german.files[0].content.id, isWhole: false),
                .packFileKept(origin, german.files[0].content.id, isWhole: true),
            ])
        let again = try PackShelf(folder: folder.file("packs"))
        #expect(missing(german, again) == Array(german.contents.dropFirst()))
        #expect(try again.bytes(of: german.files[0].content) == Self.bytes("eins.wav", 250_000))
        // The list is there, to be sent first.
        #expect(try again.bytes(of: german.reference.list) == german.encoded)
        let french = try list("french", [("eins.wav", 250_000)])
        #expect(missing(french, again)?.map(\.bytes) == [100])
    }

    @Test func aFileThatIsNotWhatItsNameSaysIsRefused() throws {
        let german = try list("german", [("eins.wav", 300)])
        _ = missing(german, shelf)
        let events = keep(german.files[0], shelf, bytes: Array(repeating: 9, count: 300))
        guard case .packFileRefused(_, german.files[0].content.id, let error)? = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(error.code == .invalid && error.message.contains("upload it again"))
        #expect(missing(german, shelf) == german.contents)
    }

    @Test func whatNoPackNeedsGoes() throws {
        let german = try list("german", [("eins.wav", 300)])
        let french = try list("french", [("un.wav", 400), ("eins.wav", 300)])
        for pack in [german, french] {
            _ = missing(pack, shelf)
            for file in pack.files { _ = keep(file, shelf) }
        }
        shelf.keepOnly([german.reference.digest])
        #expect(missing(german, shelf) == [])
        #expect(missing(french, shelf)?.map(\.bytes) == [400])
        shelf.keepOnly([])
        #expect(missing(german, shelf) == german.contents)
    }

    @Test func whatHasComeOfAPackStaysWhenAnotherGoes() throws {
        let german = try list("german", [("eins.wav", 250_000)])
        let french = try list("french", [("un.wav", 400)])
        _ = missing(french, shelf)
        _ = missing(german, shelf)
        let file = german.files[0].content
        let bytes = Self.bytes("eins.wav", 250_000)
        let request = UploadRequest(file: file.id, bytes: file.bytes)
        func keep(chunk: Int) -> [CoordinatorEvent] {
            let answers = Answers()
            shelf.keep(
                .init(index: chunk, bytes: Array(bytes[request.range(ofChunk: chunk)])), of: file, isLast: chunk == 1,
                origin: origin, post: answers.post)
            shelf.finishWork()
            return answers.take()
        }
        _ = keep(chunk: 0)
        shelf.keepOnly([german.reference.digest])
        #expect(keep(chunk: 1) == [.packFileKept(origin, file.id, isWhole: true)])
    }

    @Test func aFileThatIsGoneIsSaid() throws {
        let german = try list("german", [("eins.wav", 300)])
        #expect(throws: (any Error).self) { try shelf.bytes(of: german.files[0].content) }
    }
}

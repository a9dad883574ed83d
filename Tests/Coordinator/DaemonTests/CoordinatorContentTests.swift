import ClockCoordinatorCore
import ClockDomain
import ClockRuntime
import ClockSound
import ClockTestSupport
import ClockWire
import Glibc
import Logging
import Synchronization
import Testing

@testable import CoordinatorDaemon

/// Sounds and voice packs on the coordinator's disk.
struct CoordinatorContentTests {
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
    private let content: CoordinatorContent
    private let answers = Answers()
    private let origin = RequestOrigin("r")

    init() throws {
        folder = try TemporaryFolder("content")
        content = try CoordinatorContent(stateFolder: folder.path)
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
                return PackFile(name: file.0, content: Blob(id: Digest(of: bytes), bytes: bytes.count)!)!
            })
    }

    private func missing(_ list: PackList, _ content: CoordinatorContent) -> [Blob]? {
        content.find(list, origin: origin, post: answers.post)
        content.finishWork()
        for case .packFound(_, _, let missing) in answers.take() { return missing }
        return nil
    }

    private func keep(_ file: PackFile, _ content: CoordinatorContent, bytes: [UInt8]? = nil) -> [CoordinatorEvent] {
        let bytes = bytes ?? Self.bytes(file.name, file.content.bytes)
        let request = UploadRequest(file: file.content.id, bytes: file.content.bytes)
        for chunk in 0..<request.chunks {
            content.keep(
                .init(index: chunk, bytes: Array(bytes[request.range(ofChunk: chunk)])), of: file.content.id,
                isLast: chunk == request.chunks - 1, origin: origin, post: answers.post)
        }
        content.finishWork()
        return answers.take()
    }

    private func bytes(of blob: Blob, _ content: CoordinatorContent) throws -> [UInt8] {
        try (0..<blob.chunks).flatMap { try content.shelf.read(blob.range(ofChunk: $0), of: blob) }
    }

    @Test func filesAreKeptOnceAndGoneOnWithAfterARestart() throws {
        let german = try list("german", [("eins.wav", 250_000), ("zwei.wav", 100)])
        #expect(missing(german, content) == german.contents)
        let events = keep(german.files[0], content)
        #expect(
            events == [
                .uploadKept(origin, german.files[0].content.id, chunk: 0, isWhole: false),
                .uploadKept(origin, german.files[0].content.id, chunk: 1, isWhole: true),
            ])
        let again = try CoordinatorContent(stateFolder: folder.path)
        #expect(missing(german, again) == Array(german.contents.dropFirst()))
        #expect(try bytes(of: german.files[0].content, again) == Self.bytes("eins.wav", 250_000))
        // The list is there, to be sent first.
        #expect(try bytes(of: german.reference.list, again) == german.encoded)
        let french = try list("french", [("eins.wav", 250_000)])
        #expect(missing(french, again)?.map(\.bytes) == [100])
    }

    @Test func aFileThatIsNotWhatItsNameSaysIsRefused() throws {
        let german = try list("german", [("eins.wav", 300)])
        _ = missing(german, content)
        let events = keep(german.files[0], content, bytes: Array(repeating: 9, count: 300))
        guard case .uploadRefused(_, german.files[0].content.id, let error)? = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(error.code == .invalid && error.message.contains("upload it again"))
        #expect(missing(german, content) == german.contents)
    }

    @Test func whatNoPackNeedsGoes() throws {
        let german = try list("german", [("eins.wav", 300)])
        let french = try list("french", [("un.wav", 400), ("eins.wav", 300)])
        for pack in [german, french] {
            _ = missing(pack, content)
            for file in pack.files { _ = keep(file, content) }
        }
        content.keepOnly([german.reference.digest])
        #expect(missing(german, content) == [])
        #expect(missing(french, content)?.map(\.bytes) == [400])
        content.keepOnly([])
        #expect(missing(german, content) == german.contents)
    }

    @Test func whatHasComeOfAPackStaysWhenAnotherGoes() throws {
        let german = try list("german", [("eins.wav", 250_000)])
        let french = try list("french", [("un.wav", 400)])
        _ = missing(french, content)
        _ = missing(german, content)
        let file = german.files[0].content
        let bytes = Self.bytes("eins.wav", 250_000)
        let request = UploadRequest(file: file.id, bytes: file.bytes)
        func keep(chunk: Int) -> [CoordinatorEvent] {
            let answers = Answers()
            content.keep(
                .init(index: chunk, bytes: Array(bytes[request.range(ofChunk: chunk)])), of: file.id,
                isLast: chunk == 1,
                origin: origin, post: answers.post)
            content.finishWork()
            return answers.take()
        }
        _ = keep(chunk: 0)
        content.keepOnly([german.reference.digest])
        #expect(keep(chunk: 1) == [.uploadKept(origin, file.id, chunk: 1, isWhole: true)])
    }

    @Test func aFileThatIsGoneIsSaid() throws {
        let german = try list("german", [("eins.wav", 300)])
        #expect(throws: (any Error).self) { try bytes(of: german.files[0].content, content) }
    }

    @Test func whatPacksNeedIsNotAmongWhatGoesFirst() throws {
        let german = try list("german", [("eins.wav", 300)])
        _ = missing(german, content)
        for file in german.files { _ = keep(file, content) }
        let sound = [UInt8](repeating: 5, count: 1_000)
        let id = Digest(of: sound)
        content.keep(.init(index: 0, bytes: sound), of: id, isLast: true, origin: origin, post: answers.post)
        content.finishWork()
        #expect(answers.take() == [.uploadKept(origin, id, chunk: 0, isWhole: true)])
        content.makeRoom(for: 144 << 20)
        #expect(content.shelf.bytes(of: id) == nil)
        #expect(missing(german, content) == [])
    }

    @Test func anUploadThatIsAlreadyTheSoundMadeOfItStays() throws {
        let path = folder.file("bell.flac")
        try SoundFileWriter.write((0..<4_410).map { Int16($0 % 100) }, to: path, maximumBytes: 1 << 20)
        let file = try AtomicFile.read(path, limit: 1 << 20)
        let id = Digest(of: file)
        content.keep(.init(index: 0, bytes: file), of: id, isLast: true, origin: origin, post: answers.post)
        content.finishWork()
        _ = answers.take()
        let workshop = try SoundWorkshop(
            folder: folder.file("sounds"), content: content, speech: nil, voices: folder.path, environment: [:],
            logger: Logger(label: "test"))
        workshop.prepare(id, isAsIs: true, job: 1, post: answers.post)
        workshop.finishWork()
        content.finishWork()
        let sound = Blob(id: id, bytes: file.count)!
        #expect(answers.take() == [.soundReady(job: 1, sound, milliseconds: 100)])
        #expect(try bytes(of: sound, content) == file)
        // The same file at the loudness of words is another sound, and needs no other upload.
        workshop.prepare(id, isAsIs: false, job: 2, post: answers.post)
        workshop.finishWork()
        guard case .soundReady(job: 2, let levelled, milliseconds: 100)? = answers.take().first else {
            throw TestFailure("no sound")
        }
        #expect(levelled != sound)
        let frames = try SoundFile.read(path: content.shelf.path(levelled.id))
        // 99 of 32,768 is so faint that it is turned up as far as anything is, by 18 dB.
        #expect((780...788).contains(frames.map(\.magnitude).max() ?? 0))
    }

    @Test func packsOfVersion01AreFound() throws {
        let old = try TemporaryFolder("old")
        let german = try list("german", [("eins.wav", 300)])
        let store = try CoordinatorContent(stateFolder: old.path)
        _ = missing(german, store)
        for file in german.files { _ = keep(file, store) }
        // So it was: a shelf for packs alone, every file under its digest.
        #expect(rename(old.file("content"), old.file("packs")) == 0)
        let content = try CoordinatorContent(stateFolder: old.path)
        #expect(missing(german, content) == [])
        #expect(try bytes(of: german.reference.list, content) == german.encoded)
    }
}

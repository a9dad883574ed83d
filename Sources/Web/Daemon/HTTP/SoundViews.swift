internal import ClockDomain
internal import ClockSound
internal import ClockVoice
internal import Dispatch
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The sounds and word lists of this machine, for pages.
struct SoundViews: Sendable {
    /// The folder of voices, sounds for alarms and word lists.
    let folder: String
    private let work = DispatchQueue(label: "sounds")

    /// Length of a preview.
    private static let previewSeconds = 4
    private static let maximumLists = 100

    init(folder: String) { self.folder = folder }

    // MARK: Sounds

    struct Names: Encodable {
        var sounds: [String]
    }

    /// The built-in sounds, then this machine's files; a node may have others.
    func names() async -> Names {
        await perform { Names(sounds: AlarmSound.allCases.map(\.rawValue) + rings.listing().files.map(\.name)) }
    }

    /// Returns the beginning of a sound as an alarm would ring, for the browser.
    func preview(_ name: String) async throws -> Response {
        let file = try await beginning(of: name)
        return Response(
            status: .ok, headers: [.contentType: "audio/wav", .cacheControl: "private, max-age=3600"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file)))
    }

    /// Returns the beginning of a sound as an alarm would ring, as a WAV file.
    ///
    /// - Throws: ``Problem`` when there is no such sound here.
    func beginning(of name: String) async throws -> [UInt8] {
        // We look the name up among the present ones: no text from the web becomes part of a path.
        let bytes = await perform { () -> [UInt8]? in
            guard AlarmSound(rawValue: name) != nil || rings.listing().files.contains(where: { $0.name == name }) else {
                return nil
            }
            let ring = rings.sound(named: name)
            let round = ring.frames.count - ring.loopStart
            return WaveFile.bytes(
                (0..<Self.previewSeconds * RenderedPlan.sampleRate).map { index in
                    ring.frames[index < ring.frames.count ? index : ring.loopStart + (index - ring.loopStart) % round]
                })
        }
        guard let bytes else { throw Problem(.notFound, "not-found", "There is no sound of this name here.") }
        return bytes
    }

    private var rings: RingSounds { RingSounds(folder: "\(folder)/sounds") }

    // MARK: Words

    struct Lists: Encodable {
        struct List: Encodable {
            var name: String
            var language: String
            var words: Int
        }

        var lists: [List]
    }

    struct WordList: Encodable {
        struct Word: Encodable {
            var word: String
            var text: String
        }

        var name: String
        var language: String
        /// In the order of the list.
        var words: [Word]
    }

    /// Returns the prompt sets: packs without a grammar, which say words and no times.
    func lists() async -> Lists {
        await perform {
            Lists(lists: packs().map { .init(name: $0.name, language: $0.language, words: $0.prompts.count) })
        }
    }

    func list(_ name: String) async throws -> WordList {
        let pack = await perform { packs().first { $0.name == name } }
        guard let pack else { throw Problem(.notFound, "not-found", "There is no word list of this name here.") }
        return WordList(
            name: pack.name, language: pack.language, words: pack.prompts.map { .init(word: $0.name, text: $0.text) })
    }

    private func packs() -> [VoicePack] {
        FolderListing.names(in: folder).lazy.filter(NodeSettings.isVoiceName).compactMap { name in
            // A folder without a pack, or a pack with a mistake, has no words to practise.
            try? VoicePack.read(folder: "\(folder)/\(name)")
        }.filter { $0.grammar == nil }.prefix(Self.maximumLists).map { $0 }
    }

    /// Performs one task after the other, off the threads that serve.
    private func perform<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            work.async { continuation.resume(returning: body()) }
        }
    }
}

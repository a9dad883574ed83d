internal import ClockDomain
internal import ClockRuntime
internal import ClockSound
internal import ClockVoice
internal import ClockVoiceMaking
internal import ClockctlKit

/// The pack that recordings are for, and its folder.
struct ImportSite {
    var pack: VoicePack
    var folder: PackFolder

    /// - Parameters:
    ///   - name: of the pack, or its folder.
    ///   - words: the names of the recordings; they are the words if there is neither a pack nor a list.
    init(
        _ name: String, words: [String]?, list: String?, language: String?, out: String?, changes: PackChanges,
        shelf: PackShelf
    ) throws(FatalError) {
        let found = try Self.found(name, shelf)
        folder = found.map { shelf.place(for: $0.pack.name) } ?? Self.place(name, shelf)
        if let out { folder = PackFolder(out) }
        let own = folder.path.split(separator: "/").last.map(String.init) ?? ""
        guard NodeSettings.isVoiceName(own) else {
            throw FatalError(
                .usage,
                "--as: the folder's name is the pack's, and \"\(own.prefix(64))\" cannot be one; it has 1 to 64 of "
                    + "a-z, A-Z, 0-9, - and _")
        }
        if let list {
            pack = try BuildSite.pack(list: list, name: own, language: language)
            if let found {
                // A list gives the order in which somebody spoke the words of a pack.
                let known = Set(found.pack.prompts.map(\.name))
                guard pack.prompts.allSatisfy({ known.contains($0.name) }) else {
                    throw FatalError(
                        .badData,
                        "\(list) has words that the pack \(name) has not: "
                            + pack.prompts.map(\.name).filter { !known.contains($0) }.prefix(5).joined(separator: ", ")
                            + "; name another pack by --as")
                }
                order = pack.prompts
                pack = found.pack
            }
        } else if let found {
            if language != nil { throw FatalError(.usage, "--language is for a list of words; a pack has its own") }
            pack = found.pack
        } else if let words {
            pack = VoicePack(
                name: own, language: language ?? BuildSite.unknownLanguage, prompts: try Self.prompts(words))
        } else {
            throw FatalError(
                .noInput,
                "there is no voice pack \"\(name)\", and a long take needs the words in their order: say --list")
        }
        pack.name = own
        try changes.apply(to: &pack)
        taken = pack
        if let order { taken.prompts = order }
    }

    /// The words in the order of the recording, if that is not the pack's.
    private var order: [Prompt]?
    /// The pack with the words in the order of the take.
    private(set) var taken: VoicePack

    func prepare() throws(FatalError) { try folder.prepare(pack) }

    /// Returns recordings by the clips that they are for, and recordings of no word. A recording has the name of the
    /// clip, or of its text; capitals do not matter.
    func sort(_ sounds: [PackFiles.Sound]) -> (known: [(name: String, path: String)], strays: [PackFiles.Sound]) {
        var names: [String: String] = [:]
        for prompt in pack.prompts.reversed() { names[prompt.text.lowercased()] = prompt.name }
        for prompt in pack.prompts { names[prompt.name.lowercased()] = prompt.name }
        var known: [(name: String, path: String)] = []
        var strays: [PackFiles.Sound] = []
        var taken: Set<String> = []
        for sound in sounds {
            let name =
                names[sound.name.lowercased()] ?? ClipName.safe(for: sound.name).flatMap { names[$0.lowercased()] }
            if let name, taken.insert(name).inserted { known.append((name, sound.path)) } else { strays.append(sound) }
        }
        return (known, strays)
    }

    private static func found(_ name: String, _ shelf: PackShelf) throws(FatalError) -> PackShelf.Found? {
        guard name.contains("/") else { return try shelf.look(for: name) }
        guard FolderListing.names(in: name).contains(VoicePack.fileName) else { return nil }
        return try shelf.find(name)
    }

    private static func place(_ name: String, _ shelf: PackShelf) -> PackFolder {
        name.contains("/") ? PackFolder(name) : shelf.place(for: name)
    }

    private static func prompts(_ words: [String]) throws(FatalError) -> [Prompt] {
        do throws(PromptList.Problem) {
            return try PromptList.parse(lines: words.joined(separator: "\n"))
        } catch {
            throw FatalError(.badData, "the recordings' names: \(error.message)")
        }
    }
}

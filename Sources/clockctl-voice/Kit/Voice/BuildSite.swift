internal import ClockDomain
internal import ClockRuntime
internal import ClockVoice
internal import ClockVoiceMaking
internal import ClockctlKit
internal import Glibc

/// The pack to make, and its folder.
struct BuildSite {
    /// The pack in its final form in ``folder``.
    var pack: VoicePack
    var folder: PackFolder
    /// True when the folder is the one that we read the pack from.
    var isInPlace: Bool

    private let isList: Bool

    /// - Parameters:
    ///   - source: a pack's name or folder, or a list's file.
    ///   - out: the folder, if the person named one.
    init(_ source: String, language: String?, out: String?, changes: PackChanges, shelf: PackShelf) throws(FatalError) {
        if Self.isFile(source) || Self.looksLikeList(source) {
            let folder = Self.folder(out, for: Self.name(ofList: source), shelf)
            pack = try Self.pack(list: source, name: Self.name(of: folder), language: language)
            (self.folder, isInPlace, isList) = (folder, false, true)
        } else {
            if language != nil { throw FatalError(.usage, "--language is for a list of words; a pack has its own") }
            let found = try shelf.find(source)
            pack = found.pack
            isList = false
            if let out {
                folder = Self.folder(out, for: pack.name, shelf)
                pack.name = try Self.name(of: folder)
            } else {
                folder = shelf.place(for: pack.name)
            }
            isInPlace = folder.path == found.folder.path
        }
        try changes.apply(to: &pack)
    }

    /// Returns the voice to request from an engine, unless the person names one.
    func voice(of engine: SpeechEngineKind) -> String? {
        if let voice = pack.voices[engine.name] { return voice }
        // espeak-ng's voices are named by their languages.
        return engine == .espeak && pack.language != Self.unknownLanguage ? pack.language.lowercased() : nil
    }

    /// BCP 47's tag of an unknown language.
    static let unknownLanguage = "und"

    private static func isFile(_ path: String) -> Bool {
        // A path that we cannot examine is no readable list.
        (try? FileStatus(of: path))?.isFolder == false
    }

    private static func looksLikeList(_ path: String) -> Bool { path.hasSuffix(".txt") || path.hasSuffix(".csv") }

    private static func name(ofList path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
        return ClipName.safe(for: stem) ?? stem
    }

    private static func folder(_ out: String?, for name: String, _ shelf: PackShelf) -> PackFolder {
        out.map(PackFolder.init) ?? shelf.place(for: name)
    }

    /// The name of the pack in a folder is the folder's.
    private static func name(of folder: PackFolder) throws(FatalError) -> String {
        let name = folder.path.split(separator: "/").last.map(String.init) ?? ""
        guard NodeSettings.isVoiceName(name) else {
            throw FatalError(
                .usage,
                "--out: the folder's name is the pack's, and \"\(name.prefix(64))\" cannot be one; it has 1 to 64 of "
                    + "a-z, A-Z, 0-9, - and _")
        }
        return name
    }

    static func pack(list path: String, name: String, language: String?) throws(FatalError) -> VoicePack {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try AtomicFile.read(path, limit: PromptList.maximumBytes)
        } catch {
            guard error.code == EFBIG else { throw FatalError(.noInput, "\(error)") }
            throw FatalError(.badData, "\(path): is larger than \(PromptList.maximumBytes >> 20) MiB; split the list")
        }
        guard let text = FileText.text(bytes) else {
            throw FatalError(.badData, "\(path): is not UTF-8 text; save it as UTF-8")
        }
        do throws(PromptList.Problem) {
            let prompts = try path.hasSuffix(".csv") ? PromptList.parse(csv: text) : PromptList.parse(lines: text)
            return VoicePack(name: name, language: language ?? unknownLanguage, prompts: prompts)
        } catch {
            throw FatalError(.badData, "\(path)\(error)")
        }
    }
}

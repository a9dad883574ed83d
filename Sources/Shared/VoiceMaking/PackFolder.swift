public import ClockRuntime
public import ClockVoice
internal import Glibc

/// The folder of a pack under construction.
public struct PackFolder: Hashable, Sendable {
    public let path: String

    /// - Parameter path: with or without a slash at its end.
    public init(_ path: String) { self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path }

    /// Makes the folder if it is missing, and writes its `voice.yaml` if that differs.
    ///
    /// - Throws: ``FatalError`` when it is not writable, or another pack would be lost.
    public func prepare(_ pack: VoicePack) throws(FatalError) {
        if let present = try present() {
            if present == pack { return }
            guard present.grammar == nil || pack.grammar != nil else {
                throw FatalError(
                    .badData,
                    "\(path) has the pack \(present.name), which tells times, and a list would take its place; name another "
                        + "folder by --out")
            }
        }
        do throws(SystemError) {
            try make()
            try AtomicFile.replace("\(path)/\(VoicePack.fileName)", with: Array(pack.yaml().utf8))
        } catch {
            throw FatalError(error, exitCode: .cannotCreate)
        }
    }

    /// Returns the pack that is in the folder already; `nil` when there is none.
    private func present() throws(FatalError) -> VoicePack? {
        do throws(VoicePackProblem) {
            return try VoicePack.read(folder: path)
        } catch {
            guard !error.isMissing else { return nil }
            throw FatalError(.badData, "\(error)")
        }
    }

    public func file(_ name: String, _ format: ClipFormat) -> String { "\(name).\(format.container.rawValue)" }

    public func path(_ file: String) -> String { "\(path)/\(file)" }

    /// Returns the file that plays as the clip of that name, of any kind; `nil` when there is none.
    public func clip(_ name: String) -> String? {
        ClipReader.extensions.map { "\(path)/\(name).\($0)" }.first { access($0, F_OK) == 0 }
    }

    /// Returns the names of the pack's clips that have a file.
    public func present(of pack: VoicePack) -> Set<String> {
        Set(pack.prompts.lazy.map(\.name).filter { clip($0) != nil })
    }

    /// Removes the files of that clip of other kinds, which would play in its place.
    func removeOthers(of name: String, but kept: String) {
        for suffix in ClipReader.extensions where "\(name).\(suffix)" != kept {
            // A missing file is no error; the lint reports one that stays, as a clip of the wrong kind.
            unlink("\(path)/\(name).\(suffix)")
        }
    }

    private func make() throws(SystemError) {
        var made = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            made += made.isEmpty && part.isEmpty ? "/" : made.hasSuffix("/") || made.isEmpty ? part : "/\(part)"
            guard mkdir(made, 0o755) == 0 || access(made, F_OK) == 0 else {
                throw SystemError("make the folder \(made)", code: errno)
            }
        }
    }
}

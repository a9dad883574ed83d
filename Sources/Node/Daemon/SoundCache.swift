internal import ClockDomain
internal import ClockRuntime

/// Carried sounds on the node's disk, each under its digest, and `<digest>.part` while it comes.
///
/// Not for two threads at a time. What is read is held against its digest first; of what was not used for longest as much
/// goes as new sounds need.
struct SoundCache: Sendable {
    /// Why a sound cannot be had, as the core records it.
    struct Loss: Error {
        var reason: SoundReason
        var detail: String

        init(_ reason: SoundReason, _ detail: String) {
            self.reason = reason
            self.detail = detail
        }
    }

    private static let partSuffix = ".part"

    private let folder: BoundedFolder

    /// Makes the folder, and clears it of what was left half.
    init(folder path: String) {
        folder = BoundedFolder(path: path, maximumBytes: 32 << 20)
        // Where there can be none the first chunk says why: a node whose disk takes nothing speaks all the same.
        try? folder.prepare { $0.hasSuffix(Self.partSuffix) }
    }

    func path(_ sound: SoundID) -> String { folder.path(sound.rawValue) }

    /// Whether the sound is there and is what its name says. One that is not is removed.
    func contains(_ sound: CarriedSound) -> Bool {
        let name = sound.id.rawValue
        guard folder.contains(name) else { return false }
        guard digest(of: name) == sound.id else {
            folder.remove(name)
            return false
        }
        folder.touch(name)
        return true
    }

    /// Puts a chunk where it belongs in the sound that is coming.
    func write(_ bytes: [UInt8], chunk: Int, of sound: CarriedSound) throws(Loss) {
        let part = sound.id.rawValue + Self.partSuffix
        if !folder.contains(part) { folder.makeRoom(for: sound.bytes) }
        do throws(SystemError) {
            try folder.write(bytes, at: sound.range(ofChunk: chunk).lowerBound, of: part)
        } catch {
            throw Loss(.noSpace, "\(error)")
        }
    }

    /// All chunks were written: the whole is kept if it is what its name says.
    func finish(_ sound: CarriedSound) throws(Loss) {
        let part = sound.id.rawValue + Self.partSuffix
        let digest = digest(of: part)
        guard digest == sound.id else {
            folder.remove(part)
            throw Loss(.mismatch, "what came is \(digest?.short ?? "not there"), not \(sound.id.short) as ordered")
        }
        do throws(SystemError) {
            try folder.rename(part, to: sound.id.rawValue)
        } catch {
            throw Loss(.noSpace, "\(error)")
        }
    }

    private func digest(of name: String) -> SoundID? {
        var hash = SHA256()
        return folder.read(name, { hash.update($0) }) == nil ? nil : SoundID(digest: hash.finish())
    }
}

import ClockDomain
internal import ClockVoice
import Glibc

extension RingSounds {
    /// A file of the folder that a ring can name.
    public struct File: Hashable, Sendable {
        /// Its name for rings: that of the file without its extension, in small letters, with dashes for blanks and signs.
        public var name: String
        public var path: String
        /// Another value means that the file is another.
        public var stamp: Stamp

        public struct Stamp: Hashable, Sendable {
            var size: Int
            var seconds: Int
            var nanoseconds: Int
            var inode: UInt
        }
    }

    public struct Listing: Hashable, Sendable {
        /// Those that rings can name, ascending by name.
        public var files: [File] = []
        /// Files that seem to be sounds and are ignored, with the reason.
        public var ignored: [RingSoundProblem] = []
    }

    /// Kinds of sound file that are not read. A file of them in the folder has a line, and a text file has none.
    private static let foreignExtensions: Set = [
        "3gp", "aac", "ac3", "amr", "ape", "au", "m4a", "m4r", "mid", "midi", "mka", "mp2", "mp4", "mpc", "ra", "snd",
        "spx", "voc", "w64", "webm", "wma", "wv",
    ]

    /// The folder's files; none where there is no folder. Of several of one name it is the one that rings.
    public func listing() -> Listing {
        var listing = Listing()
        var found: [String: (rank: Int, entry: String, file: File)] = [:]
        func ignore(_ entry: String, as name: String?, _ reason: String, _ remedy: String) {
            guard let name = name ?? Self.soundName(of: entry) else { return }
            listing.ignored.append(
                RingSoundProblem(
                    name: name, file: "\(folder)/\(entry)", reason: "is ignored: \(reason)", remedy: remedy))
        }
        for entry in FolderListing.names(in: folder) where !entry.hasPrefix(".") {
            guard let dot = entry.lastIndex(of: ".") else { continue }
            let kind = entry[entry.index(after: dot)...].lowercased()
            let name = Self.soundName(of: String(entry[..<dot]))
            guard let rank = SoundLibrary.fileExtensions.firstIndex(of: kind) else {
                if Self.foreignExtensions.contains(kind) {
                    ignore(entry, as: name, "files of the kind .\(kind) are not read", Self.conversion)
                }
                continue
            }
            guard let name else {
                ignore(entry, as: "unnamed", "its name has no letter and no digit", "give it a name of letters")
                continue
            }
            guard AlarmSound(rawValue: name) == nil else {
                ignore(entry, as: nil, "\(name) is a built-in sound", "give it another name")
                continue
            }
            guard let stamp = stamp(of: "\(folder)/\(entry)") else { continue }
            let file = File(name: name, path: "\(folder)/\(entry)", stamp: stamp)
            if let other = found[name] {
                let (used, unused) = rank < other.rank ? (entry, other.entry) : (other.entry, entry)
                ignore(unused, as: nil, "\(used) has the same name", "give it another name, or remove it")
                guard rank < other.rank else { continue }
            }
            found[name] = (rank, entry, file)
        }
        listing.files = found.values.map(\.file).sorted { $0.name < $1.name }
        return listing
    }

    /// Returns the reason for which a ring of that name would not play its own sound; `nil` when it would. Reads the
    /// whole file.
    public func problem(named name: String) -> RingSoundProblem? {
        guard SpokenText.isFile(name) else {
            return AlarmSound(rawValue: name) == nil ? sound(named: name).problem : nil
        }
        // Its bytes were checked when they came, and its sound when it was made.
        do throws(RingSoundProblem) {
            _ = try find(name)
            return nil
        } catch {
            return error
        }
    }

    static let conversion = "convert it, as with: ffmpeg -i FILE FILE.flac"

    private static func soundName(of stem: String) -> String? {
        ClipName.safe(for: stem.replacing("_", with: " "))?.lowercased()
    }

    private func stamp(of path: String) -> File.Stamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return File.Stamp(
            size: Int(status.st_size), seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec,
            inode: UInt(status.st_ino))
    }
}

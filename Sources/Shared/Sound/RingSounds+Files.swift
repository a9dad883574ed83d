import ClockDomain
import Glibc

extension RingSounds {
    /// A file of the folder that a ring can name.
    public struct File: Hashable, Sendable {
        /// The name in a ring: the file's name without its extension.
        public var name: String
        /// Another value means that the file has changed.
        public var stamp: Stamp

        public struct Stamp: Hashable, Sendable {
            var size: Int
            var seconds: Int
            var nanoseconds: Int
            var inode: UInt
        }
    }

    /// Returns the files of the folder by name, ascending; none without a folder. Of several files with one name it
    /// returns the one that rings.
    public func files() -> [File] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var found: [String: (rank: Int, file: File)] = [:]
        while let entry = readdir(directory) {
            let entryName = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let dot = entryName.lastIndex(of: "."),
                let rank = SoundLibrary.fileExtensions.firstIndex(of: String(entryName[entryName.index(after: dot)...]))
            else { continue }
            let name = String(entryName[..<dot])
            guard RingStyle.isSoundName(name), AlarmSound(rawValue: name) == nil,
                found[name].map({ rank < $0.rank }) ?? true,
                let stamp = stamp(of: "\(folder)/\(entryName)")
            else { continue }
            found[name] = (rank, File(name: name, stamp: stamp))
        }
        return found.values.map(\.file).sorted { $0.name < $1.name }
    }

    /// Returns the reason for which a ring of that name would not play its own sound; `nil` when it would. Reads the
    /// whole file.
    public func problem(named name: String) -> RingSoundProblem? {
        AlarmSound(rawValue: name) == nil ? sound(named: name).problem : nil
    }

    private func stamp(of path: String) -> File.Stamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return File.Stamp(
            size: Int(status.st_size), seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec,
            inode: UInt(status.st_ino))
    }
}

internal import Glibc

/// The files of a folder.
public enum PackFiles {
    /// A file of a kind that can be a clip's.
    public struct Sound: Hashable, Sendable {
        /// Without its extension.
        public var name: String
        public var path: String
    }

    /// In the order of their names. None where the folder cannot be read.
    public static func sounds(in folder: String) -> [Sound] {
        names(in: folder).compactMap { name in
            guard !name.hasPrefix("."), let dot = name.lastIndex(of: "."),
                ClipReader.extensions.contains(name[name.index(after: dot)...].lowercased())
            else { return nil }
            return Sound(name: String(name[..<dot]), path: "\(folder)/\(name)")
        }
    }

    /// What is in a folder, sorted, without `.` and `..`. Nothing where it cannot be read.
    public static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

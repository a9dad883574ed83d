internal import ClockSound
internal import Glibc

/// Offers sound files for an argument that can be something else too, for which the shell's own completion does not
/// serve.
enum FileCompletion {
    /// Returns folders, with a slash at the end, and sound files.
    ///
    /// - Parameter typed: the word so far.
    static func sounds(_ typed: String) -> [String] {
        let slash = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
        let (path, start) = (String(typed[..<slash]), typed[slash...])
        return FolderListing.names(in: path.isEmpty ? "." : path).filter { name in
            // Files that begin with a dot need a typed dot.
            name.hasPrefix(start) && (start.hasPrefix(".") || !name.hasPrefix("."))
        }.compactMap { name in
            if isFolder(path + name) { return "\(path)\(name)/" }
            let isSound = SoundLibrary.fileExtensions.contains { name.lowercased().hasSuffix(".\($0)") }
            return isSound ? path + name : nil
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

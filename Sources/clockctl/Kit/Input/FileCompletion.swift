internal import ClockSound
internal import Glibc

/// Offers sound files where something else can stand as well, so that the shell's own completion of files does not serve.
enum FileCompletion {
    /// Folders, with a slash at the end, and sound files.
    ///
    /// - Parameter typed: the word so far.
    static func sounds(_ typed: String) -> [String] {
        let slash = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
        let (path, start) = (String(typed[..<slash]), typed[slash...])
        return FolderListing.names(in: path.isEmpty ? "." : path).filter { name in
            // A file that begins with a dot is offered when it is asked for.
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

import Glibc

public enum FolderListing {
    /// Returns the names in it, ascending, without `.` and `..`; none for an unreadable folder.
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

    /// The path of a file of that name with one of the extensions, in order of preference, in small letters or others;
    /// `nil` where there is none.
    static func file(named name: String, extensions: [String], in folder: String) -> String? {
        let paths: [String] = extensions.map { "\(folder)/\(name).\($0)" }
        if let path = paths.first(where: { access($0, F_OK) == 0 }) { return path }
        let files = names(in: folder)
        return extensions.lazy.compactMap { wanted in files.first { $0.lowercased() == "\(name).\(wanted)" } }.first
            .map { "\(folder)/\($0)" }
    }
}

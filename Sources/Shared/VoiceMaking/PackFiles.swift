internal import ClockSound

public enum PackFiles {
    /// A file of a kind that can be a clip's.
    public struct Sound: Hashable, Sendable {
        /// Without its extension.
        public var name: String
        public var path: String
    }

    /// Returns the sound files in the order of their names; none for an unreadable folder.
    public static func sounds(in folder: String) -> [Sound] {
        FolderListing.names(in: folder).compactMap { name in
            guard !name.hasPrefix("."), let dot = name.lastIndex(of: "."),
                ClipReader.extensions.contains(name[name.index(after: dot)...].lowercased())
            else { return nil }
            return Sound(name: String(name[..<dot]), path: "\(folder)/\(name)")
        }
    }
}

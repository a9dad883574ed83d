public import ClockDomain
public import ClockWire

/// What of a voice pack is on a node's disk.
public enum PackFinding: Hashable, Sendable {
    /// All of it, in its place, each file what the list says; as it was when the program started.
    case ready
    /// Not even its list.
    case unlisted
    /// Its list, and all files but these contents, in the order of the list; none when it only has to be put in place.
    case lacking(PackList, [Blob])
}

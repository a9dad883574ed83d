public import ClockDomain
public import ClockWire

/// The parts of a voice pack that a node's disk holds.
public enum PackFinding: Hashable, Sendable {
    /// All of it, installed, each file as the list names it; as it was when the program started.
    case ready
    /// Not even its list.
    case unlisted
    /// Its list, and all files but these contents, in the order of the list; none when it only awaits installation.
    case lacking(PackList, [Blob])
}

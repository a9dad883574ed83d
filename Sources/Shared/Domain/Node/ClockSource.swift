/// The clock that a node uses.
public enum ClockSource: String, Hashable, Sendable, Codable, CaseIterable {
    /// Its machine's, which a time service keeps.
    case system
    /// The coordinator's, measured over the network: for machines whose own clock nobody keeps.
    case coordinator

    /// The meaning of reports that do not name it.
    public enum Absent: FieldRule {
        public static var absent: ClockSource? { .system }
    }
}

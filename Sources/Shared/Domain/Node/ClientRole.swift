/// The rights of a person, or a program of theirs, at a site. Each role has the rights of those before it.
public enum ClientRole: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// May look.
    case viewer
    /// May look, set and stop alarms and timers, change settings, speak and play.
    case member
    /// May do everything that clockctl does.
    case admin

    public static func < (one: ClientRole, other: ClientRole) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .viewer: 0
        case .member: 1
        case .admin: 2
        }
    }
}

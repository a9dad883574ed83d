/// What a person, or a program of theirs, may do at a site.
public enum ClientRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// May look.
    case viewer
    /// May look, set and stop alarms and timers, change settings, speak and play.
    case member
    /// May do everything that clockctl does.
    case admin
}

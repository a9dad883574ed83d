/// The instants at which a zone's clocks show a local time.
public enum LocalResolution: Hashable, Sendable {
    /// Shown once.
    case unique(WallTime)
    /// Shown twice, because clocks were set back over it. `first` is the earlier instant.
    case ambiguous(first: WallTime, second: WallTime)
    /// Never shown, because clocks were set forward over it at `transition`. `interpretedBefore` reads it with the
    /// offset that held before the gap, so it lies at or after the transition.
    case gap(transition: WallTime, interpretedBefore: WallTime)
}

/// The release that this build is of.
public enum ClockVersion {
    /// Semantic version, as shown by `--version` and reported in status messages.
    public static let current = "0.1.0"
}

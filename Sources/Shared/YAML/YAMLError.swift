/// The reason for which a program cannot use a text as a YAML document.
public struct YAMLError: Error, Hashable, Sendable {
    /// From 1.
    public var line: Int
    public var message: String
}

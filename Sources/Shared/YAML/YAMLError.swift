/// Why a text is not a YAML document that can be used.
public struct YAMLError: Error, Hashable, Sendable {
    /// From 1.
    public var line: Int
    public var message: String
}

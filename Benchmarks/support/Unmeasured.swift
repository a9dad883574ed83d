/// The reason why a result is missing.
public struct Unmeasured: Error, CustomStringConvertible {
    public var description: String

    public init(_ description: String) {
        self.description = description
    }
}

/// A flag of one daemon that prints something and ends, in place of running it.
public struct ProgramAction: Sendable {
    /// Such as `--list-devices`.
    public let flag: String
    /// One line for `--help`.
    public let help: String
    /// What is printed, newline included.
    public let text: @Sendable () -> String

    public init(_ flag: String, help: String, text: @escaping @Sendable () -> String) {
        self.flag = flag
        self.help = help
        self.text = text
    }
}

/// A flag of one daemon that does something and ends, in place of running it.
public struct ProgramAction: Sendable {
    enum Work: Sendable {
        /// Returns the text to print, newline included. Works without a configuration, even beside one with mistakes.
        case text(@Sendable () -> String)
        /// Returns the text to print, newline included, by the settings and the flag's value, if it takes one.
        case deed(@Sendable (ProgramConfiguration, String) throws -> String)
    }

    /// Such as `--list-devices`.
    public let flag: String
    /// The name of its value in `--help`; nil if it has none.
    public let placeholder: String?
    /// One line for `--help`.
    public let help: String
    let work: Work

    /// A flag that prints something.
    public init(_ flag: String, help: String, text: @escaping @Sendable () -> String) {
        self.flag = flag
        placeholder = nil
        self.help = help
        work = .text(text)
    }

    /// A flag with a value that does something by the program's settings.
    ///
    /// - Parameter deed: returns the text to print, newline included.
    public init(
        _ flag: String, _ placeholder: String, help: String,
        deed: @escaping @Sendable (ProgramConfiguration, String) throws -> String
    ) {
        self.flag = flag
        self.placeholder = placeholder
        self.help = help
        work = .deed(deed)
    }

    /// A flag that prints something by the program's settings.
    public init(_ flag: String, help: String, reading: @escaping @Sendable (ProgramConfiguration) throws -> String) {
        self.flag = flag
        placeholder = nil
        self.help = help
        work = .deed { settings, _ in try reading(settings) }
    }

    /// Carries out the flag, and returns the text to print.
    public func perform(_ settings: ProgramConfiguration, _ value: String) throws -> String {
        switch work {
        case .text(let text): text()
        case .deed(let deed): try deed(settings, value)
        }
    }
}

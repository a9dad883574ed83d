/// Texts that several commands' helps share.
enum HelpWords {
    /// Returns the section with these command lines.
    static func examples(_ lines: [String], below text: String? = nil) -> String {
        (text.map { $0 + "\n\n" } ?? "") + (["Examples:"] + lines.map { "  \($0)" }).joined(separator: "\n")
    }
}

/// The output of `--help`.
enum HelpText {
    /// Replaces the connection's options by one line at the end: they are the same in every command, and would stand
    /// before a command's own.
    static func foldingConnection(in help: String) -> String {
        guard let heading = help.firstRange(of: "\nCONNECTION:\n"),
            let end = help[heading.upperBound...].firstRange(of: "\n\n")
        else { return help }
        let rest = help[..<heading.lowerBound] + help[end.lowerBound...].dropFirst()
        return rest + "\nCONNECTION: --broker, --site, --as, --timeout and more; --help-hidden lists them.\n"
    }
}

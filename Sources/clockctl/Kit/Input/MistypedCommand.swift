internal import ArgumentParser
internal import ClockRuntime

/// A command line with an unknown command.
enum MistypedCommand {
    /// Returns the error for it; `nil` when every word up to the first argument is a command.
    static func failure(of arguments: [String]) -> FatalError? {
        var command: any ParsableCommand.Type = Clockctl.self
        var path = "clockctl"
        for word in arguments {
            let commands = command.configuration.subcommands
            // The rest belongs to the command itself, or to ArgumentParser.
            guard !commands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
            guard let next = commands.first(where: { names(of: $0).contains(word) }) else {
                guard command.configuration.defaultSubcommand == nil else { return nil }
                let known = commands.filter { $0.configuration.shouldDisplay }.flatMap { names(of: $0) }
                let hint =
                    NearestNames.suggestion(for: word, among: known) ?? "`\(path) --help` shows what there is"
                return FatalError(.usage, "there is no command `\(path) \(word.prefix(40))`; \(hint)")
            }
            command = next
            path += " \(word)"
        }
        return nil
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command.configuration.commandName ?? command._commandName] + command.configuration.aliases
    }
}

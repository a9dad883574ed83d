internal import ArgumentParser
internal import ClockRuntime
internal import ClockSite
internal import ClockWire
internal import Glibc

public enum ClockctlTool {
    /// Carries out a command line, writing to the standard streams.
    ///
    /// - Parameter arguments: without the program's name.
    /// - Returns: the exit code, by sysexits(3).
    public static func main(_ arguments: [String]) async -> Int32 {
        // A closed pipe then shows as a write error, which ends every command with the same code.
        signal(SIGPIPE, SIG_IGN)
        let console = Console.standard()
        let code = await run(arguments, on: console)
        return StandardStream.output.exitCode(code) { console.writeError("clockctl: \($0)\n") }
    }

    private static let allSites = "--all-sites"

    /// Returns the arguments in the order for the commands: people type `--all-sites` first.
    static func arguments(_ typed: [String]) -> [String] {
        typed.first == allSites ? Array(typed.dropFirst()) + [allSites] : typed
    }

    static func run(_ typed: [String], on console: Console) async -> Int32 {
        var arguments = Self.arguments(typed)
        do {
            arguments = try OptionWords.joined(try CommandWords.resolved(arguments))
            let command = try Clockctl.parseAsRoot(arguments)
            guard let command = command as? any ClockctlCommand else {
                if let command = command as? any PartCommand {
                    try PartProgram.become(type(of: command).part, arguments: arguments)
                }
                // A group of commands without one of them: ArgumentParser's own run prints its help.
                var group = command
                try group.run()
                return ClockRuntime.ExitCode.success.rawValue
            }
            try await command.run(on: console)
            return ClockRuntime.ExitCode.success.rawValue
        } catch let error as FatalError {
            return failed(error, console)
        } catch let error as RequestError {
            return failed(LinkFailure.refused(error), console)
        } catch is SilentFailure {
            return ClockRuntime.ExitCode.failure.rawValue
        } catch {
            // Help, the version, completions, and errors of the command line.
            let code = Clockctl.exitCode(for: error).rawValue
            var message = Clockctl.fullMessage(for: error, columns: console.columns)
            if !arguments.contains("--help-hidden") { message = HelpText.foldingConnection(in: message) }
            // One prefix for all errors.
            if code != 0, message.hasPrefix("Error: ") { message = "clockctl: " + message.dropFirst("Error: ".count) }
            if !message.isEmpty { (code == 0 ? console.write : console.writeError)(message + "\n") }
            return code
        }
    }

    private static func failed(_ error: FatalError, _ console: Console) -> Int32 {
        console.writeError("clockctl: \(error.message.withoutControlCharacters)\n")
        return error.exitCode.rawValue
    }
}

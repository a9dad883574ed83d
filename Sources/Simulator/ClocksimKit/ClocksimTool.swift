internal import ArgumentParser
internal import ClockRuntime

public enum ClocksimTool {
    /// Executes a command line, writing to the standard streams.
    ///
    /// - Parameter arguments: without the program's name.
    /// - Returns: 0; 1 for a broken promise; 64 for a wrong command line, 65, 66 and 73 for a plan's file
    ///   (sysexits(3)).
    public static func main(_ arguments: [String]) async -> Int32 {
        let console = Console.standard()
        let code = await run(arguments, on: console)
        return StandardStream.output.exitCode(code) { console.writeError("clocksim: \($0)\n") }
    }

    static func run(_ arguments: [String], on console: Console) async -> Int32 {
        do {
            var command = try Clocksim.parse(arguments)
            let isKept = try await command.run(on: console)
            return (isKept ? ClockRuntime.ExitCode.success : ClockRuntime.ExitCode.failure).rawValue
        } catch let error as FatalError {
            console.writeError("clocksim: \(error)\n")
            return error.exitCode.rawValue
        } catch {
            // Help, the version, completions, and errors of the command line.
            let code = Clocksim.exitCode(for: error).rawValue
            let message = Clocksim.fullMessage(for: error)
            if !message.isEmpty { (code == 0 ? console.write : console.writeError)(message + "\n") }
            return code
        }
    }
}

import ClockTestSupport
import ClockWire

/// The built program, run against a broker.
struct ClockctlProcess {
    struct Ended {
        var exitCode: Int32
        var output: String
        var errors: String
    }

    let port: Int
    var environment: [String: String] = [:]

    /// Runs a command line to its end, away from any terminal.
    func run(_ arguments: String...) async throws -> Ended { try await run(arguments) }

    func run(_ arguments: [String], timeout: Duration = .seconds(20)) async throws -> Ended {
        let folder = try TemporaryFolder("clockctl")
        let program = try ClockctlProcess.path()
        var variables = [
            "CLOCKSMITH_BROKER_PORT": "\(port)", "HOME": folder.path, "XDG_CONFIG_HOME": "", "TZ": "Europe/Berlin",
        ]
        variables.merge(environment) { $1 }
        // Output and errors apart, which the shell does.
        let process = try TestProcess(
            "sh", ["-c", "exec \"$0\" \"$@\" >\"$OUT\" 2>\"$ERR\"", program] + arguments,
            environment: variables.merging(["OUT": folder.file("out"), "ERR": folder.file("err")]) { $1 },
            outputFile: folder.file("sh"))
        try await waitUntil("clockctl \(arguments) has ended", timeout: timeout) { !process.isRunning }
        let code = process.wait(timeout: .zero)
        return Ended(exitCode: code, output: folder.read("out"), errors: folder.read("err"))
    }

    static func path() throws -> String { try BuiltProgram.path("clockctl") }
}

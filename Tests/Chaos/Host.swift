import ClockTestSupport
import Glibc
import Synchronization

/// A machine of the house: a network name space with an address, and one program in it.
final class Host: Sendable {
    let name: String
    let logFile: String

    private let program: [String]
    private let process = Mutex<TestProcess?>(nil)

    /// Moves the switch's device of this name into a name space of this name.
    init(_ name: String, address: String, program: [String], logFile: String) throws {
        self.name = name
        self.program = program
        self.logFile = logFile
        try TestProcess.run("ip", ["netns", "add", name])
        try TestProcess.run("ip", ["link", "set", name, "netns", name, "name", "eth0"])
        try TestProcess.run("ip", ["-n", name, "address", "add", "\(address)/24", "dev", "eth0"])
        try TestProcess.run("ip", ["-n", name, "link", "set", "lo", "up"])
        try TestProcess.run("ip", ["-n", name, "link", "set", "eth0", "up"])
    }

    /// Starts the program; what ran before is killed.
    func start() throws {
        try process.withLock { process in
            process?.kill()
            process = try TestProcess("ip", ["netns", "exec", name] + program, outputFile: logFile)
        }
    }

    /// Ends the program at once (SIGKILL).
    func kill() { process.withLock { $0?.kill() } }

    /// Ends the program in order (SIGTERM).
    func stop() { _ = process.withLock { $0?.stop() } }

    func signal(_ signal: Int32) { process.withLock { $0?.signal(signal) } }
}

internal import ClockWire
internal import Synchronization

/// Has a text spoken by the first of several programs that can.
///
/// A program that fails is told in the log once, until it works again. One that hung is passed over for ten minutes, so that
/// nobody waits for it at each text.
final class SpeechEngines: Sendable {
    private struct Fault {
        var reason: String
        /// Until when it is not tried, in seconds since the machine's start.
        var passedUntil: Int64
    }

    private static let passedOverSeconds: Int64 = 600
    /// Programs whose faults are remembered.
    private static let maximumFaults = 32

    private let program: SpeechProgram
    private let warn: @Sendable (String) -> Void
    private let seconds: @Sendable () -> Int64
    private let faults = Mutex<[SpeechCommand: Fault]>([:])

    /// - Parameters:
    ///   - warn: takes a line for the log.
    ///   - seconds: reads a clock that is never set.
    init(_ program: SpeechProgram, warn: @escaping @Sendable (String) -> Void, seconds: @escaping @Sendable () -> Int64)
    {
        self.program = program
        self.warn = warn
        self.seconds = seconds
    }

    /// The last failure of a program; `nil` where it has worked since.
    func failure(of command: SpeechCommand) -> String? { faults.withLock { $0[command]?.reason } }

    /// Waits for the programs.
    ///
    /// - Parameters:
    ///   - commands: in the order in which they are tried; at least one.
    ///   - made: the result of the same text by a command before.
    ///   - take: makes use of a sound file; a file that it refuses counts as a failure of its program.
    /// - Throws: the first program's failure, where all fail.
    func speak<Result>(
        _ text: String, by commands: [SpeechCommand], made: (SpeechCommand) -> Result?,
        _ take: (SpeechCommand, [UInt8]) throws(RequestError) -> Result
    ) throws(RequestError) -> Result {
        let passed = commands.filter(isPassedOver)
        var (first, isNews): (RequestError?, Bool) = (nil, false)
        for command in commands.filter({ !passed.contains($0) }) + passed {
            if let result = made(command) { return result }
            let begun = seconds()
            do throws(RequestError) {
                let result = try take(command, try program.speak(text, by: command))
                if faults.withLock({ $0.removeValue(forKey: command) }) != nil { warn("\(command.name) speaks again") }
                if isNews { warn("\(command.name) speaks in its place") }
                return result
            } catch {
                let hung = seconds() - begun >= program.timeoutSeconds
                isNews = record(error.message, of: command, passedUntil: hung ? seconds() + Self.passedOverSeconds : 0)
                first = first ?? error
            }
        }
        throw first ?? RequestError(.unavailable, "there is no speech engine")
    }

    private func isPassedOver(_ command: SpeechCommand) -> Bool {
        let now = seconds()
        return faults.withLock { $0[command].map { $0.passedUntil > now } ?? false }
    }

    /// - Returns: whether the failure is another than the last.
    private func record(_ reason: String, of command: SpeechCommand, passedUntil: Int64) -> Bool {
        let isNews = faults.withLock { faults in
            let isNews = faults[command]?.reason != reason
            if faults.count >= Self.maximumFaults, faults[command] == nil { faults.removeAll() }
            faults[command] = Fault(reason: reason, passedUntil: passedUntil)
            return isNews
        }
        if isNews { warn(reason) }
        return isNews
    }
}

import Synchronization

@testable import ClocksimKit

/// Runs the tool like a person, and keeps its output.
enum Tool {
    static func run(_ arguments: String...) async -> (code: Int32, text: String) { await run(arguments) }

    static func run(_ arguments: [String]) async -> (code: Int32, text: String) {
        let text = Screen()
        let console = Console(
            coloured: false, showsProgress: false, processors: 1, freshSeed: { 1 }, write: text.add,
            writeError: text.add)
        let code = await ClocksimTool.run(arguments, on: console)
        return (code, text.written.withLock(\.self))
    }

    private final class Screen: Sendable {
        let written = Mutex("")

        @Sendable func add(_ text: String) { written.withLock { $0 += text } }
    }
}

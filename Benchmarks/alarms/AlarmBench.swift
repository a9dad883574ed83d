import ArgumentParser

/// Measures the cost of many alarms.
@main
struct AlarmBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alarm-bench", abstract: "Measures the cost of many alarms.", subcommands: [Due.self, Fill.self])
}

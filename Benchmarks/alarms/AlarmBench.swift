import ArgumentParser

/// What many alarms cost.
@main
struct AlarmBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alarm-bench", abstract: "Measures what many alarms cost.", subcommands: [Due.self, Fill.self])
}

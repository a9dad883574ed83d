internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct TimerStopCommand: RingCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Silence timers that ring, in all their rooms.",
        usage: "clockctl timer stop [<timer> … | --all] [--local] [--json] [<connection options>]",
        discussion: """
            It works while the coordinator is down, and on the node's own machine with --local while the broker is. A timer that still counts is taken away by clockctl timer rm.

            Examples:
              clockctl timer stop pasta
              clockctl timer stop
            """)

    static let kind = RingAction.Kind.stop
    static let command = "clockctl timer stop"
    var minutes: Int? { nil }

    @Argument(
        help: ArgumentHelp("The timers' ids or names, rooms and groups.", valueName: "timer"),
        completion: SiteCompletion.rings)
    var timers: [String] = []

    @Flag(help: "Every timer that rings.")
    var all = false

    @OptionGroup var local: LocalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws { _ = try readingLine { () throws(FatalError) in try RingTarget(timers, all: all) } }

    func choose(
        _ ringing: [RingingOccurrence], _ nodes: [NodeID: NodeWord], rooms: (String) -> [NodeID]
    ) throws -> [RingingOccurrence] {
        let loud = ringing.filter {
            switch $0.occurrence.source {
            case .timer: true
            case .alarm: false
            }
        }
        do throws(FatalError) {
            return try RingTarget(timers, all: all).choose(loud, command: local.typed(Self.command), rooms: rooms)
        } catch {
            guard let counting = counting(nodes) else { throw error }
            throw FatalError(
                .badData,
                "\(ScheduleWords.name(counting.id, counting.name)) does not ring yet; "
                    + "to take it away: clockctl timer rm \(counting.id)")
        }
    }

    /// Returns the timer on the command line that some node still counts.
    private func counting(_ nodes: [NodeID: NodeWord]) -> TimerReport? {
        let words = timers.map { $0.lowercased() }
        return nodes.sorted { $0.key < $1.key }.flatMap { $0.value.timers }
            .first { timer in words.contains { $0 == timer.id.description || $0 == timer.name.lowercased() } }
    }
}

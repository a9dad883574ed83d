internal import ArgumentParser
internal import ClockDomain
internal import ClockSite
internal import ClockWire

struct AlarmTestCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Hear an alarm now, in its rooms and at its volume.",
        usage: "clockctl alarm test <alarm> [--wait] [--json] [<connection options>]",
        discussion: """
            A timer rings after 3 seconds, with the alarm's sound, volume and ramp. It stops by itself a minute or two \
            after the ramp. The alarm itself stays as it is.

            Examples:
              clockctl alarm test a3
              clockctl stop
            """)

    @Argument(help: ArgumentHelp("The alarm's id or label.", valueName: "alarm"), completion: SiteCompletion.alarms)
    var id: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        guard let definition = try link.alarms(try link.alarmIDs([id])).first else { return }
        let alarm = definition.alarm
        let name = Label.fitted("Test of " + ScheduleWords.name(alarm.id, alarm.label))
        // A room has the words of the label, if the alarm is on, and no others.
        let spoken = alarm.ring.isSpoken ? alarm.label : name
        let result = try link.change([
            // Time enough for each room to open its output, so that all begin together.
            .startTimer(name: spoken, seconds: 3, targets: definition.targets, ring: Self.ring(alarm.ring))
        ])
        let place = ScheduleWords.targets(definition.targets)
        try teller(link, console).report(
            result, [StyledText("\(name) rings in \(place) in 3 seconds; clockctl stop ends it")])
    }

    /// Returns the alarm's ring with an end soon after full volume, and without a message about nobody's answer.
    private static func ring(_ ring: RingStyle) -> RingStyle {
        var ring = ring
        ring.limitMinutes = min(ring.limitMinutes, ring.rampSeconds / 60 + 2)
        ring.tellsUnanswered = false
        return ring
    }
}

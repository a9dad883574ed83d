internal import ArgumentParser
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct AlarmCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alarm",
        abstract: "Set alarms, and stop or snooze what rings.",
        discussion: """
            An alarm rings in its rooms by their own clocks, also while the coordinator or the network is down.

            Examples:
              clockctl alarm add 7:00 --days mon-fri --label Work --room bedroom
              clockctl alarm list
              clockctl alarm stop
            """,
        groupedSubcommands: [
            CommandGroup(name: "Seeing", subcommands: [AlarmListCommand.self, AlarmShowCommand.self]),
            CommandGroup(
                name: "Setting",
                subcommands: [
                    AlarmAddCommand.self, AlarmEditCommand.self, AlarmRemoveCommand.self,
                    AlarmSwitchCommand<AlarmOn>.self, AlarmSwitchCommand<AlarmOff>.self,
                    AlarmSkipCommand.self, AlarmPauseCommand.self, AlarmResumeCommand.self,
                    AlarmTestCommand.self,
                ]),
            CommandGroup(name: "Ringing", subcommands: [AlarmSnoozeCommand.self, AlarmStopCommand.self]),
        ])
}

extension ParsableArguments {
    /// Runs a reader of the command line; its refusal counts as a wrong command line.
    func readingLine<Value>(_ read: () throws(FatalError) -> Value) throws -> Value {
        do throws(FatalError) {
            return try read()
        } catch {
            throw ValidationError(error.message)
        }
    }
}

extension CoordinatorLink {
    /// Requests the nodes and their definitions at once.
    ///
    /// - Parameter alarms: true to request the alarms too.
    func plan(zones: Zones, alarms: Bool = true) throws -> SitePlan {
        let status = try send(StatusRequest())
        let first = try send(ScheduleRequest(limit: alarms ? ScheduleRequest.maximumLimit : 1))
        let site = try self.status(from: status).result
        if alarms { return SitePlan(try schedule(from: first), site, zones: zones) }
        let page = try wait(for: first, as: SchedulePage.self).result
        recordSeen(page)
        var schedule = SiteSchedule(page)
        schedule.alarms = []
        return SitePlan(schedule, site, zones: zones)
    }
}

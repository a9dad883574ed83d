internal import ArgumentParser
internal import ClockRuntime

struct Clockctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clockctl",
        abstract: "See and steer a site's talking clocks.",
        discussion: """
            Asks the site's coordinator over its MQTT broker. The broker and the site come from the options, from the \
            environment (CLOCKSMITH_BROKER_HOST, CLOCKSMITH_SITE, …), or from ~/.config/clocksmith/clockctl.yaml or \
            /etc/clocksmith/clockctl.yaml, in this order.

            Examples:
              clockctl status
              clockctl alarm add 7:00 --days mon-fri --node bedroom
              clockctl timer start 10m pasta --node kitchen
              clockctl announce kitchen
              clockctl set bedroom quiet 22:00-07:00
              clockctl history --node kitchen --since today --why
              clockctl doctor
            """,
        version: ClockVersion.current,
        groupedSubcommands: [
            CommandGroup(
                name: "Seeing",
                subcommands: [
                    StatusCommand.self, WatchCommand.self, NextCommand.self, HistoryCommand.self, ChangesCommand.self,
                    DoctorCommand.self, PreflightCommand.self, SLOCommand.self,
                    NotifyCommand.self,
                ]),
            CommandGroup(
                name: "Alarms and timers",
                subcommands: [
                    AlarmCommand.self, RemindCommand.self, TimerCommand.self, StopwatchCommand.self,
                    HolidaysCommand.self, StopCommand.self, SnoozeCommand.self, UndoCommand.self,
                ]),
            CommandGroup(name: "Bells", subcommands: [ProgramCommand.self, DayCommand.self, DaysCommand.self]),
            CommandGroup(
                name: "Steering",
                subcommands: [
                    AnnounceCommand.self, SayCommand.self, PlayCommand.self, CancelCommand.self,
                    EmergencyCommand.self, SetCommand.self, MuteCommand.self, WakeCommand.self,
                    NodeCommand.self, TrainerCommand.self,
                ]),
            CommandGroup(
                name: "Set-up",
                subcommands: [
                    BackupCommand.self, RestoreCommand.self, StoreCommand.self, AdoptCommand.self, ExportCommand.self,
                    ImportCommand.self, ProvisionCommand.self, PkiCommand.self, WebCommand.self, VoiceCommand.self,
                    CalibrateCommand.self,
                    RenderCommand.self, CompletionsCommand.self, ManCommand.self,
                ]),
        ])
}

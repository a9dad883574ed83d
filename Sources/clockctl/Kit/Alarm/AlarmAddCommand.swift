internal import ArgumentParser
internal import ClockRuntime

struct AlarmAddCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Set an alarm.",
        usage: """
            clockctl alarm add <time> [--days <days> | --date <date>] --room <room> … [<options>]
            """,
        discussion: """
            TIME is 7, 7:30pm, noon, half past seven, tomorrow at 6, 24 December 18:00, in 20 minutes, weekdays 6:45, \
            every day at 7; also German: halb acht, morgen um 6, werktags 6:45. Without a day it rings once, the next \
            time it is that time. Times are of the zone of the room, unless --zone names another one: 7:00 stays 7:00 \
            when clocks change. With --plays it is a bell: nobody has to stop it. With \
            --sound spoken the room says the label.

            Examples:
              clockctl alarm add 7:00 --days mon-fri --label Work --room bedroom
              clockctl alarm add tomorrow at 6 --room bedroom --sound harp --ramp 60s
              clockctl alarm add half past seven --days weekdays --room bedroom
              clockctl alarm add 8:30 --days mon-fri --room upstairs --holidays school
              clockctl alarm add 9:00 --days weekends --room kitchen --except 2026-12-26
              clockctl alarm add 12:00 --days daily --room hall --sound harp --plays 2
              clockctl alarm add 6:30 --label "Time for school" --sound spoken --room nursery
            """)

    @Argument(help: ArgumentHelp("When it rings.", valueName: "time"))
    var time: [String] = []

    @OptionGroup var options: AlarmOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        _ = try readingLine { () throws(FatalError) in try edit() }
    }

    private func edit() throws(FatalError) -> AlarmEdit {
        if !time.isEmpty { return try AlarmEdit(options, time: time.joined(separator: " ")) }
        // The time may stand behind --room, which takes all words up to the next option.
        var options = options
        guard let (rooms, time) = WordsWithTime(options.node).readings.last else {
            throw FatalError(.usage, "when shall it ring? Say a time: clockctl alarm add 7:00 --room kitchen")
        }
        options.node = rooms
        return try AlarmEdit(options, time: time)
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let maker = AlarmMaker(link: link, console: console, teller: teller(link, console))
        try maker.add(try edit())
    }
}

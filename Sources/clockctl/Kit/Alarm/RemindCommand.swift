internal import ArgumentParser
internal import ClockDomain
internal import ClockInput
internal import ClockRuntime

struct RemindCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind",
        abstract: "Have a text spoken in rooms at a time.",
        usage: """
            clockctl remind <time> <text> --room <room> … [--days <days> | --date <date>] [<options>]
            """,
        discussion: """
            The coordinator makes speech of the text at once, and puts it on the disk of each room: the room says it \
            without a network, after two soft notes. Nobody has to stop it. TIME is as for alarm add: 9:00, half past \
            seven, tomorrow at 6, in 20 minutes or 20m, weekdays 6:45. A reminder is an alarm with the sound "spoken", \
            which says its label; alarm list, edit, skip, pause and rm are for reminders as well.

            Examples:
              clockctl remind 9:00 "Take your pills" --room kitchen --days daily
              clockctl remind in 20 minutes Turn the bread --room kitchen
              clockctl remind every other thursday at 19:00 "Put the bins out" --room hall
              clockctl remind weekdays 7:40 "The bus leaves" --room hall --plays 2
            """)

    @Argument(help: ArgumentHelp("When, and then the text of up to 64 characters.", valueName: "words"))
    var words: [String] = []

    @Option(
        help: ArgumentHelp(
            "On these: mon-fri, daily, mon,wed, every other friday, monthly on the 15th.", valueName: "days"),
        completion: SiteCompletion.days)
    var days: String?

    @Option(help: ArgumentHelp("Once, on this date: 2026-12-24, tomorrow.", valueName: "date"))
    var date: String?

    @Option(
        name: [.customLong("room"), .customLong("node")], parsing: .upToNextOption,
        help: ArgumentHelp("Where it is said: rooms and groups, up to the next option.", valueName: "room"),
        completion: NodeCompletion.kind)
    var node: [String] = []

    @Option(help: ArgumentHelp("How often it is said, 1 to 20; once unless set.", valueName: "count"))
    var plays: String?

    @Option(help: ArgumentHelp("Its own volume, 0-100; the node's unless set.", valueName: "percent"))
    var volume: String?

    @Option(
        parsing: .upToNextOption, help: ArgumentHelp("Not on the days of these holiday calendars.", valueName: "name"),
        completion: SiteCompletion.calendars)
    var holidays: [String] = []

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        _ = try readingLine { () throws(FatalError) in try edit() }
    }

    private func edit() throws(FatalError) -> AlarmEdit {
        var (words, rooms) = (words, node)
        // --room takes all words up to the next option: time and text may stand behind it.
        if words.isEmpty, let place = rooms.indices.dropFirst().first(where: { Self.time(Array(rooms[$0...])) != nil })
        {
            (words, rooms) = (Array(rooms[place...]), Array(rooms[..<place]))
        } else if let text = rooms.dropFirst().firstIndex(where: { $0.contains(" ") }) {
            words += rooms[text...]
            rooms.removeSubrange(text...)
        }
        guard let (time, text) = try Self.split(words) else {
            throw FatalError(
                .usage, "when? Say a time and then the text: clockctl remind 9:00 \"Take your pills\" --room kitchen")
        }
        guard plays != "off" else { throw FatalError(.usage, "--plays: a reminder is over by itself; say 1 to 20") }
        guard !text.isEmpty else {
            throw FatalError(.usage, "what shall be said at \(time)? Say the text behind the time")
        }
        var line = ["--label=\(text)", "--sound=\(SpokenText.name)", "--plays=\(plays ?? "1")"]
        line += [("days", days), ("date", date), ("volume", volume)].compactMap { name, value in
            value.map { "--\(name)=\($0)" }
        }
        line += rooms.map { "--room=\($0)" } + holidays.map { "--holidays=\($0)" }
        do {
            return try AlarmEdit(AlarmOptions.parse(line), time: time)
        } catch let error as FatalError {
            throw error
        } catch {
            throw FatalError(.usage, AlarmOptions.message(for: error))
        }
    }

    /// Splits a time from the text behind it; `nil` when the words begin with no time.
    ///
    /// - Throws: ``FatalError`` where the last word of the time may also begin the text.
    private static func split(_ words: [String]) throws(FatalError) -> (time: String, text: String)? {
        guard let (time, count) = time(words) else { return nil }
        let text = words.dropFirst(count).joined(separator: " ")
        let last = words[count - 1]
        if count > 1, !text.isEmpty, reads(words.prefix(count - 1).joined(separator: " ")), reads(last) {
            throw FatalError(
                .usage,
                "\"\(words.joined(separator: " ").prefix(60))\" can be read in two ways: put the text into quotes")
        }
        return (time, text)
    }

    /// Returns the longest time that the words begin with, and the number of its words.
    private static func time(_ words: [String]) -> (time: String, count: Int)? {
        for count in (1...WordsWithTime.longestTime).reversed() where count <= words.count {
            let said = words.prefix(count).joined(separator: " ")
            // "10m" is ten minutes from now.
            for time in [said, "in \(said)"] where reads(time) { return (time, count) }
        }
        return nil
    }

    /// True for a time. A refusal leaves other readings.
    private static func reads(_ time: String) -> Bool { (try? TimeInput(time)) != nil }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let maker = AlarmMaker(link: link, console: console, teller: teller(link, console))
        try maker.add(try edit())
    }
}

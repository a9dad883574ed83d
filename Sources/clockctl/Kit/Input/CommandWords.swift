internal import ArgumentParser
internal import ClockRuntime

/// Reads the words of a command line up to its first argument: names of commands, and words that people type for them.
enum CommandWords {
    /// Words for one thing. Each stands for the command among them, wherever there is exactly one.
    private static let synonyms: [Set<String>] = [
        ["list", "ls"], ["rm", "remove", "delete", "del", "forget"], ["on", "enable"], ["off", "disable"],
        ["add", "start", "new", "create", "set"], ["edit", "change", "modify"], ["show", "info"],
        ["stop", "silence", "dismiss"], ["pause", "hold"], ["resume", "continue", "unpause"],
    ]
    /// Command lines that people try, with the way to what they mean.
    private static let ways = [
        "alarms": "`clockctl alarm list` lists the alarms",
        "enable": "`clockctl alarm on ID` switches an alarm on",
        "bell": "`clockctl play --group GROUP bells` rings a bell now",
        "bells": "`clockctl program list` lists the programs of bells, `clockctl day` shows the bells of today",
        "delete": "`clockctl alarm rm ID` removes an alarm, `clockctl timer cancel ID` a timer",
        "disable": "`clockctl alarm off ID` switches an alarm off",
        "group": "groups are in `clockctl node group`",
        "groups": "`clockctl node group list` lists the groups",
        "list": "`clockctl status` shows the rooms, `clockctl alarm list` the alarms",
        "log": "`clockctl history` shows what became of everything",
        "logs": "`clockctl history` shows what became of everything",
        "ls": "`clockctl status` shows the rooms, `clockctl alarm list` the alarms",
        "nodes": "`clockctl node list` lists the rooms",
        "programs": "`clockctl program list` lists the programs of bells",
        "quiet": "`clockctl set ROOM quiet 22:00-07:00` keeps a room quiet at night",
        "remove": "`clockctl alarm rm ID` removes an alarm, `clockctl timer cancel ID` a timer",
        "rm": "`clockctl alarm rm ID` removes an alarm, `clockctl timer cancel ID` a timer",
        "ring": "`clockctl alarm add TIME --room ROOM` rings at a time",
        "room": "`clockctl node` has the commands for rooms",
        "rooms": "`clockctl node list` lists the rooms",
        "sounds": "`clockctl node show ROOM` lists a room's sounds",
        "speak": "`clockctl say ROOM TEXT` has a text spoken",
        "timer create": "`clockctl timer start 10m NAME --room ROOM` starts a timer",
        "timer new": "`clockctl timer start 10m NAME --room ROOM` starts a timer",
        "timer set": "`clockctl timer start 10m NAME --room ROOM` starts a timer",
        "timetable": "`clockctl program` keeps timetables and their programs of bells",
        "timetables": "`clockctl program list` lists the programs of bells by timetable",
        "time": "`clockctl announce ROOM` has the time spoken",
        "timers": "`clockctl timer list` lists the timers",
        "unmute": "`clockctl set ROOM mute off` lets a room speak again",
        "users": "`clockctl web user list` lists the accounts of the page",
        "version": "`clockctl --version` shows the version",
        "voices": "`clockctl voice nodes` lists the rooms' voices, `clockctl voice list` those of this machine",
        "volume": "`clockctl set ROOM volume 60` sets a room's volume",
    ]

    /// Returns the arguments with the commands' own names in place of other words for them.
    ///
    /// - Throws: ``FatalError`` for a word that is no command, with the nearest one or the way.
    static func resolved(_ arguments: [String]) throws(FatalError) -> [String] {
        var arguments = arguments
        var command: any ParsableCommand.Type = Clockctl.self
        var path: [String] = []
        for (place, word) in arguments.enumerated() {
            let commands = command.configuration.subcommands
            // The rest belongs to the command itself, or to ArgumentParser.
            guard !commands.isEmpty, !word.hasPrefix("-"), word != "help" else { break }
            if let next = commands.first(where: { names(of: $0).contains(word) }) ?? synonym(word, of: commands) {
                command = next
                arguments[place] = name(of: next)
            } else {
                guard command.configuration.defaultSubcommand == nil else { break }
                let known = commands.filter { $0.configuration.shouldDisplay }.flatMap(names)
                let line = (["clockctl"] + path).joined(separator: " ")
                let hint =
                    ways[(path + [word]).joined(separator: " ")] ?? NearestNames.suggestion(for: word, among: known)
                    ?? "`\(line) --help` shows what there is"
                throw FatalError(.usage, "there is no command `\(line) \(word.prefix(40))`; \(hint)")
            }
            path.append(arguments[place])
        }
        return arguments
    }

    private static func synonym(_ word: String, of commands: [any ParsableCommand.Type]) -> (any ParsableCommand.Type)?
    {
        let meant = synonyms.filter { $0.contains(word) }.flatMap { same in
            commands.filter { same.contains(name(of: $0)) }
        }
        return meant.count == 1 ? meant[0] : nil
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? command._commandName
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [name(of: command)] + command.configuration.aliases
    }
}

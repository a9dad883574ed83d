import ClockRuntime
import Testing

@testable import ClockctlKit

@Suite("Words that people type for commands")
struct CommandWordsTests {
    @Test(
        "Other words for a command are taken",
        arguments: [
            // Removing.
            ("alarm delete a1", "alarm rm a1"), ("alarm remove a1", "alarm rm a1"), ("alarm del a1", "alarm rm a1"),
            ("alarm forget a1", "alarm rm a1"), ("timer delete pasta", "timer rm pasta"),
            ("timer cancel pasta", "timer rm pasta"),
            ("timer remove pasta", "timer rm pasta"), ("stopwatch delete run", "stopwatch rm run"),
            ("stopwatch remove run", "stopwatch rm run"), ("holidays delete school", "holidays rm school"),
            ("holidays remove school", "holidays rm school"), ("node forget office", "node rm office"),
            ("node delete office", "node rm office"), ("node remove office", "node rm office"),
            ("node group remove upstairs", "node group rm upstairs"),
            ("node group delete upstairs", "node group rm upstairs"), ("voice remove german", "voice rm german"),
            ("voice delete german", "voice rm german"), ("web user remove anna", "web user rm anna"),
            ("web user delete anna", "web user rm anna"),
            // Listing and showing.
            ("alarm ls", "alarm list"), ("timer ls", "timer list"), ("stopwatch ls", "stopwatch list"),
            ("node ls", "node list"), ("node group ls", "node group list"), ("holidays ls", "holidays list"),
            ("voice ls", "voice list"), ("web user ls", "web user list"), ("alarm info a1", "alarm show a1"),
            ("node info kitchen", "node show kitchen"), ("voice info german", "voice show german"),
            ("stopwatch info run", "stopwatch show run"), ("holidays info school", "holidays show school"),
            // Making and changing.
            ("alarm new 7:00", "alarm add 7:00"), ("alarm create 7:00", "alarm add 7:00"),
            ("alarm set 7:00", "alarm add 7:00"), ("alarm start 7:00", "alarm add 7:00"),
            ("stopwatch new run", "stopwatch start run"), ("stopwatch add run", "stopwatch start run"),
            ("node group create upstairs", "node group add upstairs"),
            ("node group new upstairs", "node group add upstairs"), ("web user create anna", "web user add anna"),
            ("web user new anna", "web user add anna"), ("alarm change a1 8:00", "alarm edit a1 8:00"),
            ("alarm modify a1 8:00", "alarm edit a1 8:00"),
            // Switching, holding and silencing.
            ("alarm enable a1", "alarm on a1"), ("alarm disable a1", "alarm off a1"),
            ("alarm silence", "alarm stop"), ("alarm dismiss", "alarm stop"), ("timer silence", "timer stop"),
            ("silence", "stop"), ("dismiss", "stop"), ("timer hold pasta", "timer pause pasta"),
            ("timer continue pasta", "timer resume pasta"), ("timer unpause pasta", "timer resume pasta"),
            ("stopwatch continue run", "stopwatch resume run"), ("stopwatch silence run", "stopwatch stop run"),
        ])
    func taken(line: String, meant: String) throws {
        #expect(try CommandWords.resolved(words(line)) == words(meant))
    }

    @Test(
        "Names of commands stay, and words behind them",
        arguments: [
            "alarm", "alarm list", "alarm rm delete", "timer start 10m new", "timer add pasta 5m",
            "say kitchen remove the pan", "set kitchen mute on", "cancel p1", "stop", "snooze", "help alarm",
            "alarm help add", "--version", "--help", "history --since today", "announce ls",
        ])
    func stays(line: String) throws {
        #expect(try CommandWords.resolved(words(line)) == words(line))
    }

    @Test(
        "A word that is no command is told with the way",
        arguments: [
            ("alram list", "clockctl alram", "did you mean alarm?"),
            ("alarm lst", "clockctl alarm lst", "did you mean list?"),
            ("alarm ad 7:00", "clockctl alarm ad", "did you mean add?"),
            ("statu", "clockctl statu", "did you mean status?"),
            ("tmier start 5m", "clockctl tmier", "did you mean timer?"),
            ("docter", "clockctl docter", "did you mean doctor?"),
            ("histroy", "clockctl histroy", "did you mean history?"),
            ("snoze", "clockctl snoze", "did you mean snooze?"),
            ("anounce kitchen", "clockctl anounce", "did you mean announce?"),
            ("nxt", "clockctl nxt", "did you mean next?"),
            ("alarms", "clockctl alarms", "`clockctl alarm list` lists the alarms"),
            ("timers", "clockctl timers", "`clockctl timer list` lists the timers"),
            ("rooms", "clockctl rooms", "`clockctl node list` lists the rooms"),
            ("nodes", "clockctl nodes", "`clockctl node list` lists the rooms"),
            ("room", "clockctl room", "`clockctl node` has the commands for rooms"),
            ("groups", "clockctl groups", "`clockctl node group list` lists the groups"),
            ("group add upstairs", "clockctl group", "groups are in `clockctl node group`"),
            ("ls", "clockctl ls", "`clockctl status` shows the rooms, `clockctl alarm list` the alarms"),
            ("list", "clockctl list", "`clockctl status` shows the rooms, `clockctl alarm list` the alarms"),
            ("version", "clockctl version", "`clockctl --version` shows the version"),
            ("bell now", "clockctl bell", "`clockctl play --group GROUP bells` rings a bell now"),
            (
                "delete a1", "clockctl delete",
                "`clockctl alarm rm ID` removes an alarm, `clockctl timer cancel ID` a timer"
            ),
            (
                "remove a1", "clockctl remove",
                "`clockctl alarm rm ID` removes an alarm, `clockctl timer cancel ID` a timer"
            ),
            ("unmute kitchen", "clockctl unmute", "`clockctl set ROOM mute off` lets a room speak again"),
            ("volume 40", "clockctl volume", "`clockctl set ROOM volume 60` sets a room's volume"),
            ("quiet bedroom", "clockctl quiet", "`clockctl set ROOM quiet 22:00-07:00` keeps a room quiet at night"),
            ("enable a1", "clockctl enable", "`clockctl alarm on ID` switches an alarm on"),
            ("disable a1", "clockctl disable", "`clockctl alarm off ID` switches an alarm off"),
            ("log", "clockctl log", "`clockctl history` shows what became of everything"),
            ("logs", "clockctl logs", "`clockctl history` shows what became of everything"),
            ("speak kitchen hello", "clockctl speak", "`clockctl say ROOM TEXT` has a text spoken"),
            ("time kitchen", "clockctl time", "`clockctl announce ROOM` has the time spoken"),
            ("ring 7:00", "clockctl ring", "`clockctl alarm add TIME --room ROOM` rings at a time"),
            ("sounds", "clockctl sounds", "`clockctl node show ROOM` lists a room's sounds"),
            (
                "voices", "clockctl voices",
                "`clockctl voice nodes` lists the rooms' voices, `clockctl voice list` those of this machine"
            ),
            ("users", "clockctl users", "`clockctl web user list` lists the accounts of the page"),
            (
                "timer new 5m", "clockctl timer new",
                "`clockctl timer start 10m NAME --room ROOM` starts a timer"
            ),
            (
                "timer set 5m", "clockctl timer set",
                "`clockctl timer start 10m NAME --room ROOM` starts a timer"
            ),
            (
                "timer create 5m", "clockctl timer create",
                "`clockctl timer start 10m NAME --room ROOM` starts a timer"
            ),
            ("alarm frobnicate", "clockctl alarm frobnicate", "`clockctl alarm --help` shows what there is"),
            ("frobnicate", "clockctl frobnicate", "`clockctl --help` shows what there is"),
        ])
    func told(line: String, command: String, way: String) async {
        let errors = Lines()
        let console = Console(
            columns: nil, coloured: false, canAsk: false, environment: [:], zones: .berlin,
            write: { _ in }, writeError: errors.add)
        #expect(await ClockctlTool.run(words(line), on: console) == 64)
        #expect(errors.text == "clockctl: there is no command `\(command)`; \(way)\n")
    }

    private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
}

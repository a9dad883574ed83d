import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

@testable import ClockctlKit

/// Reminders as people set them, with a real broker and a coordinator that answers from a table. It is Saturday, 14:41 in
/// Berlin.
@Suite("Reminders", .timeLimit(.minutes(2)))
struct RemindProcessTests {
    @Test("A reminder is a bell that says its label; time and text may stand in any way")
    func spellings() async throws {
        let site = try await StubSite(.init(status: Sample.healthy))
        let lines: [(words: [String], said: String)] = [
            (
                ["9:00", "Take your pills", "--room", "kitchen", "--days", "daily"],
                "a1 Take your pills is said daily 09:00 in kitchen, once, next tomorrow 09:00 (in 18 h 18 min)\n"
            ),
            (
                ["--room", "kitchen", "bedroom", "Turn the bread", "--plays", "2", "in", "20", "minutes"],
                "a2 Turn the bread is said"
            ),
            (["--room", "kitchen", "9:00", "Tea"], "a3 Tea is said"),
            (["20m", "Tea", "--room", "kitchen"], "a4 Tea is said 2026-11-21 15:02 in kitchen, once"),
            (["half", "past", "seven", "Feed", "the", "cat", "--room", "kitchen"], "a5 Feed the cat is said"),
            (
                ["weekdays 7:40", "The bus", "--room", "bedroom"],
                "a6 The bus is said Mon–Fri 07:40 in bedroom, once, next"
            ),
        ]
        for (words, said) in lines {
            let result = try await site.clockctl.run(["remind"] + words)
            #expect(result.exitCode == 0, "\(words): \(result.errors)")
            #expect(result.output.hasPrefix(said), "\(words): \(result.output)")
        }
        let alarms = site.alarms
        #expect(
            alarms.map(\.alarm.label) == ["Take your pills", "Turn the bread", "Tea", "Tea", "Feed the cat", "The bus"])
        #expect(alarms.map(\.alarm.ring.plays) == [1, 2, 1, 1, 1, 1] && alarms.allSatisfy(\.alarm.ring.isSpoken))
        #expect(alarms[1].targets.nodes.map(\.rawValue) == ["bedroom", "kitchen"])
        #expect(alarms.allSatisfy { !$0.alarm.ring.tellsUnanswered && $0.alarm.misfire == .bell })
        let shown = try await site.run("alarm", "show", "a2")
        #expect(shown.output.contains("sound     spoken, the node's volume, played twice"), "\(shown.output)")
    }

    @Test(
        "What cannot be a reminder is refused with one line",
        arguments: [
            (["9:00", "--room", "kitchen"], "what shall be said at 9:00?"),
            (["Take your pills", "--room", "kitchen"], "when? Say a time and then the text"),
            (["9:00", "Take your pills"], "where shall it be heard? Name rooms or groups by --room"),
            (["9:00", "Pills", "--room", "kitchen", "--plays", "off"], "--plays: a reminder is over by itself"),
            (
                ["nine", "o'clock", "two", "pills", "--room", "kitchen"],
                "can be read in two ways: put the text into quotes"
            ),
            (["9:00", String(repeating: "x", count: 65), "--room", "kitchen"], "a label is 0 to 64 characters"),
        ])
    func refusals(words: [String], line: String) async throws {
        let site = try await StubSite(.init(status: Sample.healthy))
        let result = try await site.clockctl.run(["remind"] + words)
        #expect(result.exitCode == 64)
        #expect(result.errors.contains(line), "\(result.errors)")
        #expect(site.alarms.isEmpty)
    }

    @Test("Where the words do not come, a line says which room rings with a tone")
    func withoutWords() async throws {
        var status = Sample.healthy
        let file = SpokenText.file(of: "Eggs")
        let problem = SoundProblem(sound: file, finding: "it has not come", fix: "wait")
        for index in status.nodes.indices where status.nodes[index].id.rawValue == "kitchen" {
            status.nodes[index].sounds = SoundsReport(folder: "/sounds", names: [], problems: [problem])
        }
        let site = try await StubSite(.init(status: status))
        let started = try await site.run("timer", "start", "12m", "Eggs", "--room", "kitchen", "--sound", "spoken")
        #expect(started.exitCode == 0)
        #expect(
            started.errors.contains(
                "the words have not come to kitchen yet: until then a tone rings there; clockctl doctor says why"),
            "\(started.errors)")
    }
}

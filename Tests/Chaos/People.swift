import ClockDomain
import ClockTestSupport
import ClockWire
import FoundationEssentials

/// Several people who set, change and remove alarms and timers and turn things louder and softer, and one who wants his
/// peace. All of them with clockctl.
struct People {
    let house: House
    let book: Book
    let round: Plan.Round

    private static let count: UInt64 = 3
    private static let mostAlarms = 8

    /// Goes on until the task is cancelled.
    func act() async throws {
        try await withThrowingTaskGroup { group in
            for person in 0..<Self.count {
                group.addTask {
                    var random = SplitMix64(seed: round.peopleSeed &+ person)
                    while !Task.isCancelled {
                        try await change(&random)
                        try await Task.sleep(for: .milliseconds(Int.random(in: 50...700, using: &random)))
                    }
                }
            }
            group.addTask {
                var random = SplitMix64(seed: round.peopleSeed &+ Self.count)
                while !Task.isCancelled {
                    try await Task.sleep(for: .milliseconds(Int.random(in: 1_000...4_000, using: &random)))
                    let word = Int.random(in: 0..<6, using: &random) == 0 ? "snooze" : "stop"
                    _ = try await house.clockctl(["alarm", word, "--all"], timeout: 2)
                }
            }
            try await group.waitForAll()
        }
    }

    private func change(_ random: inout SplitMix64) async throws {
        let uncertain = await (book.uncertainAlarms, book.uncertainTimers)
        let alarms = await book.alarms.keys.filter { !uncertain.0.contains($0) }.sorted()
        let gone = await book.cancelled
        let timers = await book.timers.keys.filter { !uncertain.1.contains($0) && !gone.contains($0) }.sorted()
        let alarm = alarms.randomElement(using: &random)
        let timer = timers.suffix(4).randomElement(using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1, 2:
            if alarms.count < Self.mostAlarms { return try await addAlarm(&random) }
            if let alarm { try await changeAlarm(["rm", "\(alarm)"], alarm) }
        case 3:
            if let alarm {
                try await changeAlarm(["edit", "\(alarm)", "--label", "edited \(random.next() % 100)"], alarm)
            }
        case 4:
            if let alarm { try await changeAlarm([Bool.random(using: &random) ? "on" : "off", "\(alarm)"], alarm) }
        case 5:
            if let alarm { try await changeAlarm(["rm", "\(alarm)"], alarm) }
        case 6: if let timer { try await changeTimer(["pause", "\(timer)"], timer) }
        case 7: if let timer { try await changeTimer(["resume", "\(timer)"], timer) }
        case 8:
            if let timer {
                try await changeTimer(["add", "\(timer)", "\(Int.random(in: 1...5, using: &random))s"], timer)
            }
        case 9: if let timer { try await changeTimer(["cancel", "\(timer)"], timer) }
        case 10, 11: try await set(&random)
        default:
            var length = Int.random(in: 1...12, using: &random)
            let ends = house.now + .seconds(length) - round.target
            // An announcement and the start of a program take this long.
            if round.isSpoken, ends > .seconds(-5), ends < .seconds(10) { length += 15 }
            try await changeTimer(["start", "\(length)s", "timer", "--node", anyNodes(&random)], nil)
        }
    }

    private func anyNodes(_ random: inout SplitMix64) -> String {
        let some = house.nodes.filter { _ in Bool.random(using: &random) }
        return (some.isEmpty ? house.nodes : some).joined(separator: ",")
    }

    private func addAlarm(_ random: inout SplitMix64) async throws {
        var minute = WallTime(seconds: (house.now.seconds / 60 + 1) * 60)
        // Due while the power is out, it rings late in the next round.
        if round.isSpoken, minute == round.target { minute = minute + .minutes(1) }
        let text = minute.rfc3339.dropFirst(11).prefix(5)
        let repetition = Bool.random(using: &random) ? ["--once"] : ["--days", "daily"]
        let words = [
            "alarm", "add", "\(text)", "--zone", "UTC", "--snooze", "1m", "--limit", "1m", "--node", anyNodes(&random),
        ]
        if let result: ChangeResult = try await ask(words + repetition, { await book.lose(alarm: nil) }) {
            await book.take(result, due: minute)
        }
    }

    private func changeAlarm(_ words: [String], _ id: AlarmID) async throws {
        if let result: ChangeResult = try await ask(["alarm"] + words, { await book.lose(alarm: id) }) {
            await book.take(result)
        }
    }

    private func changeTimer(_ words: [String], _ id: TimerID?) async throws {
        if let result: ChangeResult = try await ask(["timer"] + words, { await book.lose(timer: id) }) {
            await book.take(result)
        }
    }

    private func set(_ random: inout SplitMix64) async throws {
        guard let name = house.nodes.randomElement(using: &random), let node = NodeID(name) else { return }
        if Int.random(in: 0..<8, using: &random) > 0 {
            let volume = Int.random(in: 30...90, using: &random)
            let result: SetResult? = try await ask(["set", name, "volume", "\(volume)"]) {
                await book.lose(volume: volume, of: node)
            }
            if let result { await book.take(result) }
        } else {
            let muted = Bool.random(using: &random)
            let result: SetResult? = try await ask(["set", name, "mute", muted ? "on" : "off"]) {
                await book.lose(muted: muted, of: node)
            }
            if let result { await book.take(result) }
        }
    }

    /// The answer to a change; `nil` when it was refused, or when there was none, which `lose` is told.
    private func ask<Answer: Decodable>(_ words: [String], _ lose: () async -> Void) async throws -> Answer? {
        let result: House.CommandResult
        do {
            result = try await house.clockctl(words + ["--json"], timeout: 2)
        } catch let error as CancellationError {
            // Sent home before the answer came: it may be done all the same.
            await book.note("\(house.now) sent home \(words.joined(separator: " "))")
            await lose()
            throw error
        }
        await book.note("\(house.now) \(result.code) \(words.joined(separator: " "))")
        switch result.code {
        case 0: return try JSONDecoder().decode(Answer.self, from: Data(result.output.utf8))
        // Something that is gone by now, or is not as it must be for this change.
        case 64, 65: await book.countRefusal()
        default: await lose()
        }
        return nil
    }
}

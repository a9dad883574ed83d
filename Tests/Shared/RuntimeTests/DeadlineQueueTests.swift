import ClockDomain
import Testing

@testable import ClockRuntime

@Suite struct DeadlineQueueTests {
    /// A straightforward queue, to hold the real one against.
    private struct Model {
        var entries: [(token: TimerToken<Int>, deadline: Deadline)] = []

        mutating func set(_ token: TimerToken<Int>, _ deadline: Deadline) {
            entries.removeAll { $0.token.kind == token.kind }
            entries.append((token, deadline))
        }

        mutating func cancel(_ token: TimerToken<Int>) { entries.removeAll { $0.token == token } }

        mutating func takeDue(_ wall: Int64, _ boot: Int64) -> [TimerToken<Int>] {
            func due(_ time: (Deadline) -> Int64?, _ limit: Int64) -> [TimerToken<Int>] {
                let mine = entries.enumerated().compactMap { item in time(item.element.deadline).map { ($0, item) } }
                return mine.filter { $0.0 <= limit }.sorted { ($0.0, $0.1.offset) < ($1.0, $1.1.offset) }
                    .map(\.1.element.token)
            }
            let tokens =
                due({ if case .wall(let time) = $0 { time.nanoseconds } else { nil } }, wall)
                + due({ if case .boot(let time) = $0 { time.nanoseconds } else { nil } }, boot)
            entries.removeAll { tokens.contains($0.token) }
            return tokens
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func agreesWithAModelOverRandomOperations(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var queue = DeadlineQueue<Int>()
        var model = Model()
        for _ in 0..<2_000 {
            let token = TimerToken(
                kind: Int.random(in: 0..<30, using: &generator), generation: Int.random(in: 0..<3, using: &generator))
            let time = Int64.random(in: 0..<50, using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<4:
                queue.set(token, .wall(WallTime(nanoseconds: time)))
                model.set(token, .wall(WallTime(nanoseconds: time)))
            case 4..<7:
                queue.set(token, .boot(BootTime(nanoseconds: time)))
                model.set(token, .boot(BootTime(nanoseconds: time)))
            case 7..<9:
                queue.cancel(token)
                model.cancel(token)
            default:
                let boot = Int64.random(in: 0..<50, using: &generator)
                let due = queue.takeDue(wall: WallTime(nanoseconds: time), boot: BootTime(nanoseconds: boot))
                #expect(due == model.takeDue(time, boot), "seed \(seed)")
            }
            #expect(queue.count == model.entries.count, "seed \(seed)")
        }
    }
}

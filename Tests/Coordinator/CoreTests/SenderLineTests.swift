import ClockCoordinatorCore
import ClockDomain
import Testing

@Suite struct SenderLineTests {
    private typealias Line = SenderLine<String, Int>

    private static let limits = Line.Limits(perSecond: 20, burst: 64, waitingOfOne: 64, waiting: 100, bytes: 10_000_000)

    private func at(_ milliseconds: Int) -> BootTime { BootTime(nanoseconds: Int64(milliseconds) * 1_000_000) }

    private func drain(_ line: inout Line, at boot: BootTime) -> [Int] {
        var all: [Int] = []
        while let message = line.next(at: boot) { all.append(message) }
        return all
    }

    @Test("those who wait are served in turn, each in its own order")
    func turns() {
        var line = Line(Self.limits)
        let sent = [("a", 1), ("a", 2), ("a", 3), ("b", 11), ("c", 21), ("c", 22)]
        #expect(sent.count { line.add($0.1, of: $0.0, bytes: 10) } == 6)
        #expect(drain(&line, at: at(0)) == [1, 11, 21, 2, 22, 3])
        #expect(line.count == 0)
    }

    @Test("who sends more than may be read at once waits for its rate, and holds up nobody")
    func rate() {
        var line = Line(Self.limits)
        for number in 0..<64 { #expect(line.add(number, of: "a", bytes: 10) == true) }
        #expect(drain(&line, at: at(0)).count == 64)
        #expect((100..<130).count { line.add($0, of: "a", bytes: 10) } == 30)
        #expect(line.add(1, of: "b", bytes: 10) == true)
        #expect(drain(&line, at: at(0)) == [1])
        #expect(drain(&line, at: at(1_000)) == Array(100..<120))
        #expect(drain(&line, at: at(1_499)).count == 9)
        #expect(drain(&line, at: at(1_500)) == [129])
    }

    @Test("one sender has as many places as one may have, all have as many as there are, and bytes are bounded")
    func room() {
        var line = Line(Self.limits)
        #expect((0..<3_000).count { line.add($0, of: "a", bytes: 10) } == 64)
        #expect((0..<3_000).count { line.add($0, of: "invented \($0)", bytes: 10) } == 36)
        _ = line.next(at: at(0))
        #expect(line.add(1, of: "b", bytes: 10_000_000) == false)
        #expect(line.add(1, of: "b", bytes: 9_000_000) == true)
    }

    @Test("what is long to read is read at its sender's cost")
    func cost() {
        var line = Line(Self.limits)
        for number in 0..<9 { #expect(line.add(number, of: "a", bytes: 1 << 20) == true) }
        // 17 of 64 each.
        #expect(drain(&line, at: at(0)) == [0, 1, 2])
        #expect(line.add(100, of: "b", bytes: 10) == true)
        #expect(drain(&line, at: at(0)) == [100])
        #expect(drain(&line, at: at(200)) == [3])
    }
}

import Testing

@testable import ClockNodeAudio

@Suite("The mix's path along the device's frames")
struct StreamPathTests {
    @Test("It turns without a jump, and leads back to the frame that it came from")
    func turns() {
        var path = StreamPath(deviceRate: 44_100)
        #expect(path.wholeOffset(in: -5..<100) == 0)
        path.jump(at: 100, to: 130, step: 1)
        #expect(path.wholeOffset(in: 100..<9000) == 30)
        path.turn(at: 1000, step: 1.0001)
        path.turn(at: 3000, step: 0.9998)
        #expect(path.wholeOffset(in: 100..<1000) == 30)
        #expect(path.wholeOffset(in: 100..<1001) == nil)
        #expect(abs(path.place(of: 3000) - 3030.2) < 1e-6)
        #expect(abs(path.place(of: 4000) - 4030) < 1e-6)
        for frame in [100, 999, 1000, 2500, 3000, 50_000] {
            #expect(abs(path.device(at: path.place(of: frame)) - Double(frame)) < 1e-6)
        }
        #expect(path.way(from: 1500).end == 3000)
        #expect(path.way(from: 3000).end == .max)
    }

    @Test("A turn before one that is not written yet replaces it, and what was heard is dropped")
    func replaced() {
        var path = StreamPath(deviceRate: 48_000)
        path.turn(at: 1000, step: 1)
        path.turn(at: 500, step: 0.5)
        #expect(abs(path.place(of: 1500) - (500 * 44_100.0 / 48_000 + 500)) < 1e-6)
        path.forget(before: 600)
        #expect(path.way(from: 400).step == 0.5)
        for turn in 1...5000 { path.turn(at: 1000 + turn * 10, step: turn % 2 == 0 ? 0.9 : 1) }
        #expect(path.way(from: 51_000).step == 0.9)
    }
}

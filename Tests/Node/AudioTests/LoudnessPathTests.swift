import ClockDomain
import ClockSound
import ClockSoundTestSupport
import Testing

@testable import ClockNodeAudio

@Suite("A volume that changes while a sound plays")
struct LoudnessPathTests {
    private static func ring(_ frames: [Int16], volume: Volume = .full, rampSeconds: Int = 0) -> Source {
        var source = Source(
            RingSoundOrder(
                id: 1, sound: RingSound(frames: frames), targetNanoseconds: 0, volume: volume,
                rampSeconds: rampSeconds), latencyTrimNanoseconds: 0)
        source.start = 0
        return source
    }

    private static func render(_ sources: [Source], from first: Int = 0, count: Int) -> [Int16] {
        let mixer = Mixer(format: DeviceFormat(rate: 44_100, channels: 1, encoding: .signed16))
        var output: [Int16] = []
        while output.count < count {
            let part = min(Mixer.chunkFrames, count - output.count)
            output += mixer.render(
                sources, along: StreamPath(deviceRate: 44_100), from: first + output.count, count: part
            ).bindMemory(to: Int16.self)
        }
        return output
    }

    private static func change(_ source: inout Source, to percent: Int, floor: Int = 0, at frame: Int) throws {
        source.ask(try #require(Volume(percent: percent)), floor: try #require(Volume(percent: floor)))
        source.takeUpLoudness(at: frame)
    }

    @Test("It goes over in 50 ms, evenly, and what was before stays as it was")
    func change() throws {
        var source = Self.ring([20_000])
        try Self.change(&source, to: 50, at: 10_000)
        let output = Self.render([source], count: 30_000)
        #expect(output[...10_000].allSatisfy { $0 == 20_000 })
        #expect((10_950...11_050).contains(output[10_000 + LoudnessPath.rampFrames / 2]))
        #expect(output[(10_000 + LoudnessPath.rampFrames)...].allSatisfy { (1998...2002).contains($0) })
        #expect(TestSound.steepestStep(of: output) <= 12)
        // Another change on the way goes on from where it is.
        try Self.change(&source, to: 100, at: 11_000)
        let again = Self.render([source], count: 30_000)
        #expect(zip(again[..<11_000], output).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
        #expect(again[13_300...].allSatisfy { $0 == 20_000 })
        #expect(TestSound.steepestStep(of: again) <= 12)
        // One whose frames were taken back never was.
        try Self.change(&source, to: 0, at: 11_000)
        let silent = Self.render([source], count: 30_000)
        #expect(silent[13_300...].allSatisfy { $0 == 0 })
        #expect(TestSound.steepestStep(of: silent) <= 12)
    }

    @Test("A ring that rises goes on rising, to the new volume, and is never below its new floor")
    func rising() throws {
        var source = Self.ring([20_000], rampSeconds: 2)
        try Self.change(&source, to: 50, at: 44_100)
        let output = Self.render([source], count: 100_000)
        // Half of 40 dB below the volume, before and after.
        #expect(abs(Int(output[44_099]) - 2000) < 5)
        #expect(abs(Int(output[44_100 + LoudnessPath.rampFrames]) - 225) < 5)
        #expect(output[88_300...].allSatisfy { (1998...2002).contains($0) })
        #expect(TestSound.steepestStep(of: output) <= 4)
        try Self.change(&source, to: 50, floor: 40, at: 50_000)
        let floored = Self.render([source], from: 52_300, count: 1000)
        #expect(floored.allSatisfy { abs(Int($0) - 1262) <= 3 })
    }

    @Test("An announcement comes up and down with the volume of the ring that ducks it, without a step")
    func ducking() throws {
        var words = Source(
            PlayOrder(
                id: 2, sound: RenderedPlan(frames: .init(repeating: 10_000, count: 60_000), anchorFrame: 0),
                targetNanoseconds: 0, volume: .full), latencyTrimNanoseconds: 0)
        words.start = 0
        var bell = Self.ring([0])
        try Self.change(&bell, to: 0, at: 20_000)
        let output = Self.render([words, bell], count: 50_000)
        #expect((1770...1785).contains(output[15_000]))
        let wrong = output.indices.filter { $0 >= 20_000 + LoudnessPath.rampFrames && output[$0] != 10_000 }
        #expect(wrong.isEmpty)
        #expect(TestSound.steepestStep(of: Array(output[10_000...])) <= 8)
    }

    @Test("A sound that is not placed, or lost its place, has the new volume from its first frame")
    func unplaced() throws {
        var source = Self.ring([20_000])
        try Self.change(&source, to: 50, at: 1000)
        source.unplace()
        source.start = 0
        #expect(Self.render([source], count: 1000).allSatisfy { (1998...2002).contains($0) })
        source.ask(.full, floor: .silent)
        source.unplace()
        source.start = 0
        #expect(Self.render([source], count: 1000).allSatisfy { $0 == 20_000 })
        source.unplace()
        source.ask(.silent, floor: .silent)
        source.start = 0
        #expect(Self.render([source], count: 1000).allSatisfy { $0 == 0 })
    }
}

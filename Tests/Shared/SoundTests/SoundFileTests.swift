import ClockSoundTestSupport
import Glibc
import Testing

@testable import ClockSound

@Suite("Reading sound files")
struct SoundFileTests {
    /// A second of a sine, peak 16,384.
    private func tone(_ hertz: Double, rate: Int) -> [Int16] {
        (0..<rate).map { Int16((16_384 * sin(2 * .pi * hertz * Double($0) / Double(rate))).rounded()) }
    }

    private func read(_ bytes: [UInt8], maximumSeconds: Int = SoundFile.maximumSeconds) throws -> [Int16] {
        let folders = try SoundFolders()
        try folders.put("x.wav", bytes)
        return try SoundFile.read(path: "\(folders.voice)/x.wav", maximumSeconds: maximumSeconds)
    }

    @Test(
        "Any rate is converted: a tone keeps its length, pitch, phase and level",
        arguments: [8_000, 11_025, 22_050, 32_000, 48_000, 88_200, 96_000, 192_000])
    func rates(rate: Int) throws {
        let frames = try read(SoundFolders.wav(tone(1000, rate: rate), rate: UInt32(rate)))
        #expect(frames.count == 44_100)
        // But for the edges, where the tone begins and ends all at once.
        let worst = (2000..<42_000).map { abs(Double(frames[$0]) - 16_384 * sine(1000, $0)) }.max() ?? .infinity
        #expect(worst < 16, "off by \(worst) of 16384")
    }

    @Test("Several channels are mixed to their mean", arguments: [2, 4, 6, 8])
    func channels(count: Int) throws {
        let one = tone(1000, rate: 44_100)
        let mixed = try read(
            SoundFolders.wav(one.flatMap { [$0] + .init(repeating: 0, count: count - 1) }, channels: UInt16(count)))
        #expect(zip(mixed, one).allSatisfy { abs(Int($0) * count - Int($1)) <= count })
    }

    @Test("The caller says how long a sound may be, in seconds of its own rate")
    func length() throws {
        let bytes = SoundFolders.wav(tone(100, rate: 8000) + tone(100, rate: 8000) + [0], rate: 8000)
        #expect(throws: SoundFile.Problem.self) { try read(bytes, maximumSeconds: 2) }
        #expect(try read(bytes, maximumSeconds: 3).count == 88_206)
    }
}

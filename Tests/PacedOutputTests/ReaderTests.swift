import ClockSound
import ClockSoundTestSupport
import Foundation
import PacedRecording
import Testing

struct ReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func record(
        _ samples: [Int16], name: String = "room", run: Int = 1, start: Int64 = 1_000_000_000
    ) throws -> Recording {
        let header = """
            {"paced":1,"name":"\(name)","pid":7,"run":\(run),"format":"S16_LE","channels":1,"rate":44100,\
            "heard_rate":44100,"start_monotonic_ns":\(start),"wall_offset_ns":1700000000000000000,\
            "ppm":0,"granularity_us":0,"fifo_us":0,"swallow_ms":0}
            """
        var data = Data(header.utf8)
        data.append(Data(repeating: 0x20, count: 511 - data.count))
        data.append(0x0A)
        for sample in samples { withUnsafeBytes(of: sample.littleEndian) { data.append(contentsOf: $0) } }
        return try Recording(path: folder.create("\(name)-7-\(run).paced", data))
    }

    /// A decaying tone as a function of time in frames, so that it can be sampled between frames.
    private func tone(at time: Double, gain: Double = 1) -> Int16 {
        guard time >= 0, time < 2_000 else { return 0 }
        let swell = sin(.pi * time / 2_000)
        return Int16((12_000 * gain * swell * sin(time * (0.06 + time * 5e-5))).rounded())
    }

    @Test("A known sound is found between frames, whatever its volume", arguments: [0.0, 0.25, 0.5, 0.8], [1.0, 0.1])
    func fractionalPosition(fraction: Double, gain: Double) throws {
        let reference = (0..<2_000).map { tone(at: Double($0)) }
        let position = 31_000 + fraction
        // A louder, unlike sound stands before it.
        let samples = (0..<44_100).map { frame in
            tone(at: Double(frame) - position, gain: gain) &+ (frame < 9_000 ? Int16(frame % 200 * 100) : 0)
        }
        let match = try #require(try ReferenceFinder(reference: reference).bestMatch(in: record(samples)))
        #expect(abs(match.frame - position) < 0.05)
        #expect(abs(match.gain / gain - 1) < 0.02)
        #expect(match.correlation > 0.98)
    }

    /// An output at 32,000 Hz may play a sound half a frame beside the one that is looked for.
    @Test("Half a frame beside a sound with high notes its likeness is that of the sound")
    func likenessBetweenFrames() throws {
        let sound = Resampler.convert(
            TestSound.softNoise(milliseconds: 300).map(Float.init), from: 44_100, to: 32_000)
        let fine = Resampler.convert(sound, from: 32_000, to: 64_000).map { Int16($0.rounded()) }
        let reference = stride(from: 0, to: fine.count - 1, by: 2).map { fine[$0] }
        let played = [Int16](repeating: 0, count: 3_000) + stride(from: 1, to: fine.count, by: 2).map { fine[$0] }
        let recording = try record(played + [Int16](repeating: 0, count: 3_000))
        let match = try #require(try ReferenceFinder(reference: reference).bestMatch(in: recording))
        #expect(abs(match.frame - 2_999.5) < 0.05)
        #expect(match.correlation > 0.98)
        #expect(abs(match.gain - 1) < 0.02)
    }

    @Test("Searching part of a recording finds the sound there, counted from the recording's start")
    func partialSearch() throws {
        let reference = (0..<2_000).map { tone(at: Double($0)) }
        let samples = (0..<30_000).map { tone(at: Double($0 - 1_000)) + tone(at: Double($0 - 20_000), gain: 0.5) }
        let recording = try record(samples)
        let finder = ReferenceFinder(reference: reference)
        #expect(abs(try #require(try finder.bestMatch(in: recording)).frame - 1_000) < 0.01)
        let later = try #require(try finder.bestMatch(in: recording, frames: 10_000..<30_000))
        #expect(abs(later.frame - 20_000) < 0.01)
        #expect(try finder.bestMatch(in: recording, frames: 5_000..<6_000) == nil)
        #expect(try finder.bestMatch(in: recording, frames: 5_000..<10_000) == nil)
    }

    @Test("Sounds are told apart by the silence between them")
    func onsets() throws {
        var samples = [Int16](repeating: 0, count: 44_100)
        for frame in 4_410..<8_820 { samples[frame] = frame % 2 == 0 ? 3_277 : -3_277 }
        samples[10_000] = -32_768
        samples[30_000] = 20
        let recording = try record(samples)
        let wide = try OnsetDetector(thresholdDecibels: -60, minimumGapMilliseconds: 50).onsets(in: recording)
        #expect(wide.map(\.frame) == [4_410])
        #expect(wide[0].peak == 32_768)
        #expect(wide[0].endFrame == 10_001)
        #expect(wide[0].monotonicNanoseconds == 1_100_000_000)
        #expect(wide[0].wallNanoseconds == 1_700_000_001_100_000_000)
        let narrow = try OnsetDetector(thresholdDecibels: -70, minimumGapMilliseconds: 10).onsets(in: recording)
        #expect(narrow.map(\.frame) == [4_410, 10_000, 30_000])
        #expect(abs(narrow[0].peakDecibels + 20) < 0.01)
    }

    @Test("Runs are laid on the wall clock's timeline with silence between them")
    func timeline() throws {
        let first = try record([100, 200, 300], run: 1, start: 1_000_000_000)
        let second = try record([400, 500], run: 2, start: 2_000_000_000)
        let path = folder.path + "/room.wav"
        let wall: Int64 = 1_700_000_000_000_000_000
        try TimelineWAV.write([first, second], to: path, fromWall: wall + 500_000_000, toWall: wall + 2_500_000_000)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(bytes.count == 44 + 2 * 88_200)
        let samples = stride(from: 44, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
        let heard = samples.enumerated().filter { $0.element != 0 }.map { [$0.offset, $0.element] }
        #expect(heard == [[22_050, 100], [22_051, 200], [22_052, 300], [66_150, 400], [66_151, 500]])
    }

    @Test("Recordings come in the order of their starts; one that is just being created is left out")
    func listing() throws {
        _ = try record([1], name: "b", run: 10, start: 5)
        _ = try record([1], name: "a", run: 9, start: 7)
        _ = try record([], name: "c", run: 2, start: 6)
        _ = try folder.create("d-1-1.paced", Data("{".utf8))
        _ = try folder.create("notes.txt")
        #expect(try folder.recordings().map(\.header.name) == ["b", "c", "a"])
    }

    @Test(
        "A file that is no recording is refused with its path and a reason",
        arguments: ["{}", "noise", #"{"paced":2}"#, String(repeating: "[", count: 500)])
    func refused(content: String) throws {
        var data = Data(content.utf8)
        data.append(Data(repeating: 0x20, count: 600))
        let path = try folder.create("x.paced", data)
        let error = #expect(throws: RecordingError.self) { try Recording(path: path) }
        #expect(error?.path == path)
    }
}

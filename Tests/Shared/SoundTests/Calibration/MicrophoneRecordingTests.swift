import ClockTestSupport
import FoundationEssentials
import Testing

@testable import ClockSound

@Suite("Microphone recordings")
struct MicrophoneRecordingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("recording") }

    private func write(_ bytes: [UInt8], _ name: String) throws -> String {
        let path = folder.file(name)
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    private func problem(_ path: String) -> String {
        do throws(RecordingProblem) {
            _ = try MicrophoneRecording(path: path)
            return "none"
        } catch {
            return error.description
        }
    }

    @Test("Of two channels the louder one is taken as it is, at its own rate")
    func stereo() throws {
        let left = (0..<9_000).map { Int16($0 % 100) }
        let right = (0..<9_000).map { Int16($0 % 1_000) }
        let path = try write(
            SoundFolders.wav(zip(left, right).flatMap { [$0, $1] }, rate: 48_000, channels: 2), "a.wav")
        let recording = try MicrophoneRecording(path: path)
        #expect(recording.rate == 48_000)
        #expect(recording.samples == right.map { Float($0) / 32_768 })
        #expect(recording.seconds == 0.1875)
    }

    @Test("What cannot be read says why and what to do")
    func refusals() throws {
        #expect(
            problem(folder.file("none.wav")) == "cannot be read (No such file or directory); name the recording's file")
        #expect(problem(folder.path) == "is not a regular file; name the recording's file")
        let text = try write(Array("no sound".utf8), "a.txt")
        #expect(problem(text).hasSuffix("; convert it to WAV, as with: ffmpeg -i FILE recording.wav"))
        let slow = try write(SoundFolders.wav([1, 2, 3], rate: 4_000), "slow.wav")
        #expect(problem(slow) == "has 4000 frames a second; record with 8000 to 192000, best 48000")
        let long = try write(
            SoundFolders.wav([], rate: 8_000, claimedFrames: 8_000 * 301) + [UInt8](repeating: 0, count: 16_000 * 301),
            "long.wav")
        #expect(problem(long) == "is over 5 minutes long; cut it to the part with the clicks")
    }
}

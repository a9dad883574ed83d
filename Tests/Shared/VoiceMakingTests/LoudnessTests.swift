import ClockLoudness
import ClockTestSupport
import ClockVoice
import Testing

@testable import ClockVoiceMaking

@Suite("Loudness of words")
struct LoudnessTests {
    @Test(
        "a full-scale tone of 997 Hz has −3.01 LUFS, as BS.1770-4 says, however short",
        arguments: [8_000, 22_050, 44_100, 96_000])
    func reference(rate: Int) throws {
        for seconds in [0.05, 0.3, 2] {
            let loudness = try #require(
                ClipLoudness.measure(Sounds.tone(997, seconds: seconds, rate: rate, amplitude: 1), rate: rate))
            #expect(abs(loudness + 3.01) < 0.15, "\(seconds) s at \(rate) Hz: \(loudness)")
        }
    }

    @Test("pauses do not count, and silence has no loudness")
    func pauses() throws {
        let word = try Sounds.english("fifteen")
        let alone = try #require(ClipLoudness.measure(word, rate: 44_100))
        let among = try #require(
            ClipLoudness.measure(Sounds.silence(seconds: 0.5) + word + Sounds.silence(seconds: 3), rate: 44_100))
        #expect(abs(alone - among) < 0.05)
        #expect(ClipLoudness.measure(Sounds.silence(seconds: 1), rate: 44_100) == nil)
        #expect(ClipLoudness.measure([Float](), rate: 44_100) == nil)
    }

    @Test("the shipped clips, levelled by another program to −18 LUFS, are found there")
    func english() throws {
        let pack = try VoicePack.read(folder: "\(Sounds.voices)/english")
        for prompt in pack.prompts {
            let loudness = try #require(ClipLoudness.measure(try Sounds.english(prompt.name), rate: 44_100))
            #expect(abs(loudness + 18) < 0.1, "\(prompt.name): \(loudness)")
        }
    }

    @Test("however loud a recording was, its clip is at the target and nothing of it is over the peak limit")
    func levelling() throws {
        for name in ["six", "eight", "o-clock", "forty-five"] {
            let word = try Sounds.english(name)
            for gain: Float in [0.01, 0.3, 1.9] {
                let clip = try ClipMaker.make(
                    Recording(frames: word.map { $0 * gain }, rate: 44_100), format: .standard)
                let loudness = try #require(ClipLoudness.measure(clip.frames, rate: 44_100))
                #expect(abs(loudness - ClipLoudness.target) < 0.2, "\(name): \(loudness)")
                #expect(clip.frames.allSatisfy { $0.magnitude <= 0.8913 })
            }
        }
    }

    @Test("bursts over the peak limit are turned down, and the rest of the word keeps its loudness")
    func bursts() throws {
        var word = Sounds.vowel(120, seconds: 0.4, amplitude: 0.06)
        for index in 0..<40 { word[9_000 + index] = index % 2 == 0 ? 0.5 : -0.5 }
        let clip = try ClipMaker.make(Recording(frames: word, rate: 44_100), format: .standard)
        #expect(clip.frames.allSatisfy { $0.magnitude <= 0.8913 })
        #expect(abs(clip.loudness - ClipLoudness.target) < 1)
    }
}

import ClockDomain
import ClockSoundTestSupport
import Glibc
import Testing

@testable import ClockSound

@Suite("Bells")
struct BellTests {
    /// Every bell of the clock, with the nominal that it should have.
    private static let bells: [(bell: Bell, nominal: Double)] = [
        (.hour, 335), (.quarter(.b), 501.9), (.quarter(.e), 670), (.quarter(.fSharp), 752), (.quarter(.gSharp), 844.1),
    ]

    private static let library = SoundLibrary(voiceFolder: "/nowhere", chime: .westminster)

    private static func score(_ time: String, _ chime: Chime = .westminster) throws -> RenderedPlan {
        let time = try #require(LocalTime(hourAndMinute: time))
        let plan = AnnouncementPlan.spokenTime(time, chime: chime)
        let bells = plan.clips.filter { $0 != .time(time) }
        return library.render(AnnouncementPlan(clips: bells, anchorIndex: plan.anchorIndex))
    }

    /// Returns a frequency's strength in some frames (Goertzel's algorithm, Hann window), 1 for a sine of full scale.
    private static func strength(of hertz: Double, in frames: ArraySlice<Int16>) -> Double {
        let angle = 2 * Double.pi * hertz / Double(RenderedPlan.sampleRate)
        var (one, two) = (0.0, 0.0)
        for (index, sample) in frames.enumerated() {
            let window = 0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(frames.count))
            (one, two) = (Double(sample) / 32_768 * window + 2 * cos(angle) * one - two, one)
        }
        return 4 * (one * one + two * two - 2 * cos(angle) * one * two).squareRoot() / Double(frames.count)
    }

    @Test("The blow is in frame 0, the end is silence, and nothing is clipped")
    func edges() throws {
        for (bell, nominal) in Self.bells {
            let stroke = bell.stroke()
            let peak = try #require(stroke.map(\.magnitude).max())
            #expect((10_000...29_204).contains(peak), "\(nominal)")
            // Within 20 dB of the loudest at once.
            #expect(stroke[0].magnitude > peak / 10, "\(nominal)")
            #expect(stroke.suffix(441).allSatisfy { $0.magnitude <= 33 }, "\(nominal)")
            #expect(bell.stroke() == stroke)
        }
    }

    @Test("A bell sounds its hum, prime, tierce, nominal and those above, and not what lies between")
    func partials() {
        for (bell, nominal) in Self.bells {
            let frames = bell.stroke().prefix(32_768)
            let between = [0.42, 0.9, 1.15, 1.8].map { Self.strength(of: $0 * nominal, in: frames) }.max() ?? 1
            for ratio in [0.25, 0.5, 0.6, 1, 1.5042, 2.0877] {
                let strength = Self.strength(of: ratio * nominal, in: frames)
                #expect(strength > 5 * between, "\(ratio) of \(nominal): \(strength) against \(between)")
            }
        }
    }

    @Test("High partials die first and the hum lasts longest")
    func decay() {
        for (bell, nominal) in Self.bells {
            let stroke = bell.stroke()
            func left(_ ratio: Double) -> Double {
                Self.strength(of: ratio * nominal, in: stroke[88_200..<120_968])
                    / Self.strength(of: ratio * nominal, in: stroke[0..<32_768])
            }
            let (hum, nominalLeft, high) = (left(0.25), left(1), left(2.7354))
            #expect(hum > 1.3 * nominalLeft && nominalLeft > 2 * high, "\(nominal): \(hum), \(nominalLeft), \(high)")
        }
    }

    @Test("A partial is a pair that beats: its strength goes up again while it dies away")
    func beats() {
        // The hour bell's tierce: 0.3 Hz apart, so weakest 1.7 s after the stroke and strong again after that; measured
        // against its neighbours' smooth decay.
        let stroke = Bell.hour.stroke()
        let strengths = (0..<8).map { index -> Double in
            let piece = stroke[index * 22_050..<index * 22_050 + 22_050]
            let decay = exp(-Double(index) * 0.5 / 2.8)
            return Self.strength(of: 0.6 * 335, in: piece) / decay
        }
        let weakest = strengths.prefix(6).min() ?? 1
        #expect(weakest < 0.6 * strengths[0], "\(strengths)")
        #expect(strengths.suffix(2).contains { $0 > 1.2 * weakest }, "\(strengths)")
    }

    @Test(
        "What bells add up to stays below -1 dB of full scale, words beneath included",
        arguments: ["12:00", "18:15", "18:30", "18:45"])
    func headroom(time: String) throws {
        let voices = ShippedVoiceTests.voices
        let library = SoundLibrary(voiceFolder: "\(voices)/english", chime: .westminster)
        let plan = AnnouncementPlan.spokenTime(try #require(LocalTime(hourAndMinute: time)), chime: .westminster)
        let score = library.render(plan)
        #expect(score.peak <= 29_204)
        // It was so without being turned down: the words are as loud as ever.
        #expect(score.segments.allSatisfy { $0.gain == 1 })
    }

    @Test("Bells are about as loud as the words", arguments: ["18:15", "18:00"])
    func loudness(time: String) throws {
        let library = SoundLibrary(voiceFolder: "\(ShippedVoiceTests.voices)/english", chime: .none)
        let words = library.render(.spokenTime(try #require(LocalTime(hourAndMinute: time)), chime: .none))
        let bells = try Self.score(time)
        let difference =
            Loudness.unitsOfFullScale(bells.mixedFrames()) - Loudness.unitsOfFullScale(words.mixedFrames())
        #expect((-5...1).contains(difference), "\(difference) LU")
    }

    @Test("The strokes of the Westminster hour are where the melody and the hour want them, and few bells are held")
    func hour() throws {
        let score = try Self.score("12:00")
        #expect(score.anchorFrame == 22 * 44_100)
        let melody = [0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 15, 16, 17, 18].map { $0 * 44_100 }
        let strikes = (0..<12).map { (22 + 3 * $0) * 44_100 }
        #expect(score.segments.map(\.start) == melody + strikes)
        let buffers = Set(
            score.segments.map { $0.frames.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } })
        #expect(buffers.count == 5)
        let held = Set(score.segments.map(\.frames)).reduce(0) { $0 + $1.count * 2 }
        #expect(held < 2_400_000, "\(held) bytes")
    }

    @Test(
        "Every stroke begins as sharply as the bell does, and nothing jumps elsewhere", arguments: ["18:15", "13:00"])
    func noClicks(time: String) throws {
        let score = try Self.score(time)
        let frames = [0] + score.mixedFrames() + [0]
        let steepest = score.segments.map { TestSound.steepestStep(of: [0] + $0.frames) }.max() ?? 0
        var quiet: [Int16] = []
        for (index, segment) in score.segments.enumerated() {
            let next = index + 1 < score.segments.count ? score.segments[index + 1].start : score.frameCount
            quiet = Array(frames[(segment.start + 2)...next])
            #expect(TestSound.steepestStep(of: quiet) <= steepest * 3 / 2)
        }
        #expect(TestSound.steepestStep(of: frames) <= steepest * 3 / 2)
    }
}

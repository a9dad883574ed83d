import ClockTestSupport
import Testing

@testable import ClockVoiceMaking

@Suite("Cutting a long take")
struct TakeCutterTests {
    private static let words = ["one", "eight", "fifteen", "forty-five", "o-clock", "AM", "six", "twelve"]

    /// The words with a pause behind each, and where each begins, in seconds.
    private func take(pauses: [Double], noise: Float = 0) throws -> (Recording, starts: [Double], ends: [Double]) {
        var random = Noise(seed: 5)
        var frames = Sounds.silence(seconds: 0.8)
        var (starts, ends): ([Double], [Double]) = ([], [])
        for (word, pause) in zip(Self.words, pauses) {
            starts.append(Double(frames.count) / 44_100)
            frames += try Sounds.english(word)
            ends.append(Double(frames.count) / 44_100)
            frames += Sounds.silence(seconds: pause)
        }
        for index in frames.indices { frames[index] += noise * random.next() }
        return (Recording(frames: frames, rate: 44_100), starts, ends)
    }

    @Test("every word is found where it was spoken, in a quiet room and a noisy one", arguments: [0, 0.004] as [Float])
    func words(noise: Float) throws {
        let pauses = [0.5, 0.9, 0.45, 0.7, 1.2, 0.5, 0.6, 0.5]
        let (take, starts, ends) = try take(pauses: pauses, noise: noise)
        let pieces = try TakeCutter.cut(take, words: Self.words.count)
        #expect(pieces.count == Self.words.count)
        for (index, piece) in pieces.enumerated() {
            // All of the word, though its soft ends drown in noise, and nothing of its neighbours.
            let word = Self.words[index]
            #expect(piece.seconds.lowerBound <= starts[index] && piece.seconds.upperBound >= ends[index], "\(word)")
            #expect(piece.seconds.lowerBound > (index > 0 ? ends[index - 1] : 0), "\(word)")
            #expect(piece.seconds.upperBound < (index + 1 < starts.count ? starts[index + 1] : take.seconds), "\(word)")
        }
    }

    @Test("a list that is too long or too short for the take is told, with what is heard instead")
    func wrongCount() throws {
        let (take, _, _) = try take(pauses: [0.5, 0.5, 0.6, 0.5, 0.55, 0.5, 0.5, 0.5])
        #expect {
            try TakeCutter.cut(take, words: 7)
        } throws: { error in
            "\(error)".hasPrefix("it seems to hold 8 words, and the list has 7")
        }
        #expect { try TakeCutter.cut(take, words: 40) } throws: { error in
            "\(error)".contains("sounds with pauses between (at 0.8") && "\(error)".contains("the list 40 words")
        }
        #expect(throws: TakeCutter.Problem.silent) {
            try TakeCutter.cut(Recording(frames: Sounds.silence(seconds: 3), rate: 44_100), words: 3)
        }
        #expect(throws: TakeCutter.Problem.silent) {
            try TakeCutter.cut(Recording(frames: [], rate: 44_100), words: 1)
        }
    }

    @Test(
        "a list of one word takes its inner pauses, and refuses two words", arguments: [0.06, 0.1, 0.2, 0.3, 0.6, 0.9])
    func oneWord(pause: Double) throws {
        let sound = try Sounds.english("one")
        let frames =
            Sounds.silence(seconds: 0.8) + sound + Sounds.silence(seconds: pause) + sound + Sounds.silence(seconds: 0.6)
        let take = Recording(frames: frames, rate: 44_100)
        guard pause < 0.45 else {
            #expect { try TakeCutter.cut(take, words: 1) } throws: { error in
                "\(error)".hasPrefix("it seems to hold 2 words, and the list has 1")
            }
            return
        }
        let piece = try #require(try TakeCutter.cut(take, words: 1).first)
        let end = 0.8 + 2 * Double(sound.count) / 44_100 + pause
        #expect(piece.seconds.lowerBound <= 0.8 && piece.seconds.upperBound >= end - 0.1, "\(piece)")
    }
}

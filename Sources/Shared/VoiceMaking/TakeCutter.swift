// One long take holds the words of a list in their order, with a pause behind each. Pauses within a word are shorter:
// the closure of a "t" takes some 100 ms, a reader pauses half a second and more. We do not know the length of a
// reader's pauses beforehand, only the number of words. So we cut the take at its longest pauses, one fewer than words,
// and accept the cut only if those are clearly longer than the longest pause left inside a word.

internal import Glibc

/// Cuts a long take into the words of a list.
public struct TakeCutter: Sendable {
    /// A word and some of the pauses around it, so that a soft beginning is not cut off.
    public struct Piece: Hashable, Sendable {
        /// Place in the take.
        public var seconds: Range<Double>
    }

    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        case silent
        /// - Parameters:
        ///   - found: the sounds between pauses, in seconds.
        case tooFew(found: [Range<Double>], words: Int)
        /// - Parameters:
        ///   - likely: the apparent number of words.
        ///   - longestInside: the longest pause that would lie within a word, in seconds of the take.
        ///   - shortestCut: the shortest pause that would be between words, likewise.
        case unclear(likely: Int, words: Int, longestInside: Range<Double>, shortestCut: Range<Double>)

        public var description: String {
            func time(_ seconds: Double) -> String { "\((seconds * 100).rounded() / 100) s" }
            func pause(_ span: Range<Double>) -> String {
                "\(Int(((span.upperBound - span.lowerBound) * 1000).rounded())) ms at \(time(span.lowerBound))"
            }
            switch self {
            case .silent: return "there is nothing but silence in it"
            case .tooFew(let found, let words):
                let places = found.prefix(8).map { time($0.lowerBound) }.joined(separator: ", ")
                return
                    "it has \(found.count) sounds with pauses between (at \(places)\(found.count > 8 ? ", …" : "")), "
                    + "and the list \(words) words; pause longer between words, or shorten the list"
            case .unclear(let likely, let words, let inside, let cut):
                return
                    "it seems to hold \(likely) words, and the list has \(words): to cut it into \(words), the pause "
                    + "of \(pause(cut)) would end a word and that of \(pause(inside)) would not; check the list "
                    + "against the take"
            }
        }
    }

    private static let blockSeconds = 0.01
    /// Shorter pauses do not count, in blocks.
    private static let shortestPause = 6
    /// A longer pause does not lie within a single word, in blocks.
    private static let longestInside = 40
    /// Shorter sounds are clicks of the mouth or the switch, in blocks.
    private static let shortestSound = 4
    /// Least ratio of the cut pauses to the pauses within words.
    private static let clearly = 1.3
    /// Seconds.
    private static let maximumMargin = 0.2

    /// Returns a piece for each word, in their order.
    public static func cut(_ take: Recording, words: Int) throws(Problem) -> [Piece] {
        let sounds = sounds(in: take)
        guard !sounds.isEmpty else { throw .silent }
        func seconds(_ blocks: Range<Int>) -> Range<Double> {
            Double(blocks.lowerBound) * blockSeconds..<Double(blocks.upperBound) * blockSeconds
        }
        guard sounds.count >= words, words > 0 else { throw .tooFew(found: sounds.map(seconds), words: words) }
        let pauses = zip(sounds, sounds.dropFirst()).map { $0.upperBound..<$1.lowerBound }
        let order = pauses.indices.sorted { pauses[$0].count > pauses[$1].count }
        let cuts = order.prefix(words - 1).sorted()
        if let inside = order.dropFirst(words - 1).first.map({ pauses[$0] }) {
            // A single word has no pause behind it to compare with.
            let shortest = order.prefix(words - 1).last.map { pauses[$0] }
            let isClear =
                shortest.map { Double($0.count) >= clearly * Double(inside.count) } ?? (inside.count <= longestInside)
            guard isClear else {
                throw .unclear(
                    likely: likelyWords(pauses), words: words, longestInside: seconds(inside),
                    shortestCut: seconds(shortest ?? inside))
            }
        }
        var pieces: [Piece] = []
        var first = 0
        for cut in cuts + [sounds.count - 1] {
            let word = seconds(sounds[first].lowerBound..<sounds[cut].upperBound)
            let before = first > 0 ? seconds(pauses[first - 1]) : 0..<max(0, word.lowerBound)
            let behind =
                cut < pauses.count ? seconds(pauses[cut]) : word.upperBound..<max(word.upperBound, take.seconds)
            pieces.append(Piece(seconds: word.lowerBound - margin(of: before)..<word.upperBound + margin(of: behind)))
            first = cut + 1
        }
        return pieces
    }

    /// Returns the seconds of a pause that go with the word.
    private static func margin(of pause: Range<Double>) -> Double {
        min(maximumMargin, max(0, pause.upperBound - pause.lowerBound) / 2)
    }

    /// Returns the number of words that the largest step in the sorted lengths of pauses suggests.
    private static func likelyWords(_ pauses: [Range<Int>]) -> Int {
        let lengths = pauses.map(\.count).sorted(by: >)
        let steps = zip(lengths, lengths.dropFirst()).map { Double($0) / Double($1) }
        // With all pauses alike, each ends a word.
        guard let widest = steps.indices.max(by: { steps[$0] < steps[$1] }), steps[widest] >= clearly else {
            return lengths.count + 1
        }
        return widest + 2
    }

    /// Returns the blocks that sound, joined across short pauses.
    private static func sounds(in take: Recording) -> [Range<Int>] {
        let size = max(1, Int(Double(take.rate) * blockSeconds))
        let levels = stride(from: 0, to: take.frames.count, by: size).map { start -> Float in
            let block = take.frames[start..<min(start + size, take.frames.count)]
            return (block.reduce(0) { $0 + $1 * $1 } / Float(block.count)).squareRoot()
        }
        let threshold = threshold(levels)
        var sounds: [Range<Int>] = []
        for (index, level) in levels.enumerated() where level > threshold {
            if let last = sounds.last, index - last.upperBound < shortestPause {
                sounds[sounds.count - 1] = last.lowerBound..<index + 1
            } else {
                sounds.append(index..<index + 1)
            }
        }
        return sounds.filter { $0.count >= shortestSound }
    }

    /// Returns a level between the room's noise and the words: 10 dB over the quietest fifth, but at least 20 dB and at
    /// most 45 dB under the loudest twentieth.
    private static func threshold(_ levels: [Float]) -> Float {
        let sorted = levels.sorted()
        guard let loudest = sorted.last, loudest > 0 else { return 0 }
        let (noise, speech) = (sorted[sorted.count / 5], sorted[sorted.count * 19 / 20])
        let floor = max(Float(pow(10, -70.0 / 20)), speech * Float(pow(10, -45.0 / 20)))
        return max(floor, min(noise * Float(pow(10, 10.0 / 20)), speech * Float(pow(10, -20.0 / 20))))
    }
}

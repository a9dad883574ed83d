// espeak-ng reads 700 files at start, which takes longer than to speak a word. It speaks every line of its input by
// itself and puts a pause of digital silence behind: 301 ms, 150 ms behind a comma, and up to 115 ms more after a word
// with a silent end. No pause within a plain word is so long (the longest are Japanese geminates, 111 ms). So we cut a
// row of plain words of one inflection at these pauses, and only when there are as many as words and each has the right
// length: if the engine skips one of two words, one pause is too long.

/// Several words that an engine spoke in a row.
enum SpokenRow {
    /// Milliseconds of the pause behind a word, and behind one with a comma.
    private static let pauses = (plain: 290...450, continued: 140...280)

    /// True when the cut can tell such words apart again.
    static func isFit(_ batch: [Utterance]) -> Bool {
        batch.allSatisfy { $0.isContinued == batch[0].isContinued && ($0.phonemes != nil || isPlain($0.text)) }
    }

    /// The engine's input: a word a line.
    static func lines(_ batch: [Utterance]) -> String { batch.map { $0.spelled + "\n" }.joined() }

    /// - Returns: `nil` when the number or the lengths of the pauses are wrong.
    static func cut(_ row: Recording, into count: Int, isContinued: Bool) -> [Recording]? {
        let expected = isContinued ? pauses.continued : pauses.plain
        var silences: [Range<Int>] = []
        var start: Int?
        func end(at index: Int) {
            guard let begun = start else { return }
            start = nil
            if (index - begun) * 1000 / row.rate >= expected.lowerBound { silences.append(begun..<index) }
        }
        for (index, frame) in row.frames.enumerated() {
            if frame == 0 { start = start ?? index } else { end(at: index) }
        }
        end(at: row.frames.count)
        guard silences.count == count, silences.last?.upperBound == row.frames.count,
            silences.allSatisfy({ expected.contains($0.count * 1000 / row.rate) })
        else { return nil }
        // Each with its pause, from which the trimming learns the level of silence.
        let ends = silences.map(\.upperBound)
        return zip([0] + ends, ends).map { Recording(frames: Array(row.frames[$0..<$1]), rate: row.rate) }
    }

    /// True when nothing in the text makes a pause.
    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.generalCategory == .nonspacingMark
                || " '’-".unicodeScalars.contains($0)
        }
    }
}

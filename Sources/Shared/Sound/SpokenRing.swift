import Glibc

/// A spoken text as a sound to ring: two soft notes, the text, and a pause before the next round.
public enum SpokenRing {
    private static let rate = Double(RenderedPlan.sampleRate)
    /// C5 and E5, with the beginning of each in seconds.
    private static let notes: [(start: Double, hertz: Double)] = [(0, 523.25), (0.22, 659.26)]
    private static let textStart = 0.8
    private static let pause = 1.5

    /// - Parameter text: the spoken words, 44,100 Hz mono.
    /// - Returns: frames that begin and end in silence.
    public static func frames(saying text: [Int16]) -> [Int16] {
        let start = Int(textStart * rate)
        var frames = [Int16](repeating: 0, count: start + text.count + Int(pause * rate))
        for (index, sample) in text.enumerated() { frames[start + index] = sample }
        for index in 0..<start {
            frames[index] = Int16((5_000 * tone(at: Double(index) / rate)).rounded())
        }
        return frames
    }

    /// Within ±2.
    private static func tone(at seconds: Double) -> Double {
        // The end of the tone fades before the text begins.
        let fade = min(1, (textStart - seconds) / 0.1)
        return fade
            * notes.reduce(0) { sum, note in
                let age = seconds - note.start
                guard age > 0 else { return sum }
                let level = min(1, age / 0.008) * exp(-age / 0.22)
                return sum + level * (0.8 * sin(2 * .pi * note.hertz * age) + 0.2 * sin(4 * .pi * note.hertz * age))
            }
    }
}

/// What is in the output's stream at which frame: silence, the sound from where it was placed, and fades.
struct StreamContent {
    private let sound: [Int16]
    private let gain: Float
    /// Frame of the stream at which frame 0 of the sound is; negative when that is past. `nil` while only silence plays.
    var soundStart: Int?
    /// Frame of the stream at which the sound rises from silence, after a gap.
    var fadeInStart: Int?
    /// Frame of the stream from which the sound falls to silence, and stays there.
    var fadeOutStart: Int?

    /// 5 ms.
    static let fadeInFrames = 220
    /// 15 ms: short enough to end at once, long enough not to click.
    static let fadeOutFrames = 660

    /// - Parameter gain: 0...1, so nothing can clip.
    init(sound: [Int16], gain: Float) {
        self.sound = sound
        self.gain = gain
    }

    /// Stream frame just behind the sound's last.
    var soundEnd: Int? { soundStart.map { $0 + sound.count } }

    /// Writes the stream's frames from `first` on, every channel the same.
    func fill(_ output: UnsafeMutableBufferPointer<Int16>, channels: Int, from first: Int) {
        let count = output.count / channels
        sound.withUnsafeBufferPointer { sound in
            for offset in 0..<count {
                let sample = sample(at: first + offset, of: sound)
                for channel in 0..<channels { output[offset * channels + channel] = sample }
            }
        }
    }

    private func sample(at frame: Int, of sound: UnsafeBufferPointer<Int16>) -> Int16 {
        guard let soundStart, frame >= soundStart, frame - soundStart < sound.count else { return 0 }
        var factor = gain
        if let fadeInStart {
            factor *= Float(max(0, min(Self.fadeInFrames, frame - fadeInStart))) / Float(Self.fadeInFrames)
        }
        if let fadeOutStart {
            let left = Self.fadeOutFrames - (frame - fadeOutStart)
            factor *= Float(max(0, min(Self.fadeOutFrames, left))) / Float(Self.fadeOutFrames)
        }
        return Int16((Float(sound[frame - soundStart]) * factor).rounded())
    }
}

import ClockDomain
import ClockSound
import ClockTestSupport
import ClockVoice
import FoundationEssentials

/// The clips of the voice of words, for recognising what was said.
struct Voice: Sendable {
    /// Samples by name; the hour bell is `strike`, as far as it sounds alone.
    let clips: [String: [Int16]]
    /// The hour bell's stroke until it has died away, under the words.
    private let bell: [Int16]

    /// - Parameter folder: with `english` in it.
    init(folder: String) throws {
        var clips: [String: [Int16]] = [:]
        for word in Grammar.english.timeVocabulary() {
            clips[word] = try Self.samples(ofWAV: "\(folder)/english/\(word).wav")
        }
        bell = SoundLibrary.empty.render(AnnouncementPlan(clips: [.strikes(1)])).mixedFrames()
        clips["strike"] = Array(bell.prefix(RenderedPlan.frames(HourBell.length(strokes: 1))))
        self.clips = clips
    }

    /// Returns the words from the first sample on, as far as it recognises them: at each place the clip most like the
    /// sound there, whatever its volume.
    func words(in samples: [Int16]) -> [String] {
        var samples = samples.map(Double.init)
        var words: [String] = []
        var position = 0
        while true {
            let likeness = clips.map { (name: $0.key, value: Self.likeness(of: $0.value, to: samples, at: position)) }
            guard let best = likeness.max(by: { $0.value < $1.value }), best.value > 0.9 else { return words }
            words.append(best.name)
            if best.name == "strike" { take(bell, from: &samples, at: position) }
            position += clips[best.name]?.count ?? 0
        }
    }

    /// Leaves what else there is when a sound is taken out, as loud as it is there.
    private func take(_ sound: [Int16], from samples: inout [Double], at position: Int) {
        let alone = clips["strike"]?.count ?? sound.count
        var (product, energy) = (0.0, 0.0)
        for index in 0..<min(alone, samples.count - position) {
            product += Double(sound[index]) * samples[position + index]
            energy += Double(sound[index]) * Double(sound[index])
        }
        for index in 0..<min(sound.count, samples.count - position) {
            samples[position + index] -= product / energy * Double(sound[index])
        }
    }

    /// Normalised correlation of a clip with the samples at a place: 1 for the same waveform.
    private static func likeness(of clip: [Int16], to samples: [Double], at position: Int) -> Double {
        guard position + clip.count <= samples.count else { return 0 }
        var product = 0.0
        var energies = (0.0, 0.0)
        samples.withUnsafeBufferPointer { samples in
            clip.withUnsafeBufferPointer { clip in
                for index in clip.indices {
                    let (a, b) = (Double(clip[index]), samples[position + index])
                    product += a * b
                    energies.0 += a * a
                    energies.1 += b * b
                }
            }
        }
        return energies.0 > 0 && energies.1 > 0 ? product / (energies.0 * energies.1).squareRoot() : 0
    }

    /// The samples of a 16-bit mono WAV file.
    private static func samples(ofWAV path: String) throws -> [Int16] {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }
        var offset = 12
        while offset + 8 <= bytes.count {
            let size = number(offset + 4)
            if bytes[offset..<offset + 4].elementsEqual("data".utf8) {
                let end = min(bytes.count, offset + 8 + size)
                return stride(from: offset + 8, to: end - 1, by: 2).map {
                    Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
                }
            }
            offset += 8 + size + size % 2
        }
        throw TestFailure("\(path) is no WAV file with samples in it")
    }
}

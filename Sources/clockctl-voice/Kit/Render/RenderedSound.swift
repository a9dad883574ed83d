internal import ClockDomain
internal import ClockSound
internal import Glibc

/// The sound that a node would play, with its facts.
struct RenderedSound: Sendable {
    /// The announced time.
    struct Moment: Sendable {
        var instant: WallTime
        var zone: TimeZoneRules
    }

    /// A part with a name: a clip, or a round of a ring.
    struct Part: Hashable, Sendable {
        var name: String
        /// Frame at which it begins.
        var start: Int
        /// True for a word, which shares a label with its neighbours when there is little room.
        var isWord: Bool
    }

    /// One line: `18:00, westminster, 80 %`.
    var title: String
    /// As they leave the node, at its volume.
    var frames: [Int16]
    var anchorFrame: Int
    var parts: [Part]
    /// `nil` for a ring.
    var moment: Moment?
    /// The deviations from the request, a line each.
    var problems: [String]

    init(_ library: SoundLibrary, moment: Moment, chime: Chime, volume: Volume) {
        let time = moment.zone.localTime(at: moment.instant).time
        let score = library.render(.spokenTime(time, chime: chime))
        title = "\(time.hourAndMinute), \(chime.rawValue), \(volume.percent) %"
        frames = score.mixedFrames(gain: volume.gain)
        anchorFrame = score.anchorFrame
        parts = zip(score.clips, score.clipFrames).map { clip, start in
            let isWord = if case .word = clip { true } else { false }
            return Part(name: clip.name, start: start, isWord: isWord)
        }
        self.moment = moment
        problems = (library.packProblem.map { [$0] } ?? [])
        problems += (library.missing + library.broken).filter { score.missing.contains($0.clip) }.map(\.description)
    }

    init(ring: RingSound, name: String, seconds: Int, volume: Volume) {
        let count = seconds * RenderedPlan.sampleRate
        let round = ring.frames.count - ring.loopStart
        title = "\(name), \(volume.percent) %"
        frames = (0..<count).map { index in
            let frame = index < ring.frames.count ? index : ring.loopStart + (index - ring.loopStart) % round
            return Int16((Float(ring.frames[frame]) * volume.gain).rounded())
        }
        anchorFrame = 0
        parts = [Part(name: name, start: 0, isWord: false)]
        // The few frames at the beginning of some rings are no round of their own.
        let second = ring.loopStart > round / 2 ? ring.loopStart : ring.loopStart + round
        parts += stride(from: second, to: count, by: round).map { Part(name: "again", start: $0, isWord: false) }
        problems = ring.problem.map { [$0.description] } ?? []
    }

    /// Decibels of full scale of the loudest frame; `nil` for silence.
    var peakDecibels: Double? { Self.decibels(Double(frames.reduce(0) { max($0, $1.magnitude) }) / 32_768) }

    /// Decibels of the root of the mean square, to a full-scale square wave; `nil` for silence.
    var meanDecibels: Double? {
        let energy = frames.reduce(0.0) { $0 + Double($1) * Double($1) }
        return Self.decibels((energy / Double(frames.count)).squareRoot() / 32_768)
    }

    private static func decibels(_ share: Double) -> Double? { share > 0 ? 20 * log10(share) : nil }
}

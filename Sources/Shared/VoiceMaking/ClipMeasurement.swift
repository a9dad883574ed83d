internal import ClockLoudness
public import ClockSound
internal import Glibc

public struct ClipMeasurement: Hashable, Sendable {
    /// One end of the clip, as far as it affects the join with a neighbour.
    public struct Edge: Hashable, Sendable {
        /// Loudness of the nearest ``ClipMeasurement/edgeSeconds`` of sound, in LUFS.
        public var loudness: Double
        /// The voice's pitch there, in hertz; `nil` when there is no voiced sound.
        public var pitch: Double?
        /// Silence from there to the end of the file, in seconds.
        public var silence: Double
        /// Magnitude of the file's very first or last sample, full scale 1.
        public var step: Float
    }

    public var seconds: Double
    /// In LUFS, see ``ClipLoudness``; `nil` for silence.
    public var loudness: Double?
    /// Largest magnitude, full scale 1.
    public var peak: Float
    /// True when the tops of the wave are cut off.
    public var isClipped: Bool
    /// `nil` for silence.
    public var head: Edge?
    public var tail: Edge?

    /// Seconds of a clip's end that decide how a join sounds.
    static let edgeSeconds = 0.3
    /// Voiced blocks whose median is an edge's pitch.
    private static let pitchBlocks = 5
    /// LU under the clip's loudness of the faintest block that counts as voiced: breath and bursts have no pitch.
    private static let voicedRange = 12.0
    /// Length and magnitude of a run of samples at the peak that shows cut-off tops.
    private static let (clippedRun, clippedMagnitude): (Int, Float) = (3, 0.98)

    public init(_ sound: SoundFile.Recorded) {
        let (frames, rate) = (sound.frames, sound.rate)
        seconds = Double(frames.count) / Double(rate)
        peak = frames.reduce(0) { max($0, $1.magnitude) }
        isClipped = Self.isClipped(frames, peak: peak)
        let powers = ClipLoudness.powers(frames, rate: rate)
        loudness = ClipLoudness.gatedMean(powers).map(ClipLoudness.loudness)
        guard loudness != nil else { return }
        let threshold = Float(pow(10, SoundingPart.silence / 20))
        guard let first = frames.firstIndex(where: { $0.magnitude >= threshold }),
            let last = frames.lastIndex(where: { $0.magnitude >= threshold })
        else { return }
        let block = Double(rate) * Double(ClipLoudness.blockMilliseconds) / 1000
        let blocks =
            min(powers.count - 1, Int(Double(first) / block))...min(powers.count - 1, Int(Double(last) / block))
        let track = PitchTrack(frames, rate: rate, powers: powers)
        let faintest = ClipLoudness.power(loudness: (loudness ?? 0) - Self.voicedRange)
        let count = Int(Self.edgeSeconds * 1000) / ClipLoudness.blockMilliseconds
        head = Self.edge(
            blocks.prefix(count), track, faintest: faintest, silence: Double(first) / Double(rate),
            step: frames[0].magnitude)
        tail = Self.edge(
            blocks.reversed().prefix(count), track, faintest: faintest,
            silence: Double(frames.count - 1 - last) / Double(rate), step: frames[frames.count - 1].magnitude)
    }

    /// - Parameters:
    ///   - blocks: from the clip's end inwards.
    ///   - faintest: power of the faintest block that can be voiced.
    private static func edge(
        _ blocks: some Sequence<Int>, _ track: PitchTrack, faintest: Double, silence: Double, step: Float
    ) -> Edge? {
        var powers: [Double] = []
        var pitches: [Double] = []
        for block in blocks {
            powers.append(track.power(block))
            guard pitches.count < pitchBlocks, track.power(block) >= faintest, let pitch = track.pitch(block) else {
                continue
            }
            pitches.append(pitch)
        }
        guard let mean = ClipLoudness.gatedMean(powers) else { return nil }
        return Edge(
            loudness: ClipLoudness.loudness(power: mean),
            pitch: pitches.isEmpty ? nil : pitches.sorted()[pitches.count / 2], silence: silence, step: step)
    }

    private static func isClipped(_ frames: [Float], peak: Float) -> Bool {
        guard peak >= clippedMagnitude else { return false }
        var run = 0
        for frame in frames {
            run = frame.magnitude == peak ? run + 1 : 0
            if run >= clippedRun { return true }
        }
        return false
    }
}

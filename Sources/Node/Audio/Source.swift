import ClockDomain
import ClockSound
import Glibc

/// One sound in an ``OutputSession``: its content, its place in the stream, and the part heard so far.
///
/// Its share of a frame of the mix depends only on that frame's number and on the sound's place: a frame after a rewind
/// comes out the same.
struct Source {
    private enum Content {
        /// Pieces that may overlap, and the frame behind the last.
        case score([RenderedPlan.Segment], end: Int)
        /// A sound that goes on at its `loopStart` after its last frame; `end` is the frame at which its rounds end and
        /// the last notes ring on, `nil` for a sound that repeats until it is stopped.
        case loop(RingSound, end: Int?)
    }

    let id: UInt64
    private let content: Content
    let anchorFrame: Int
    /// As ``PlayOrder/silencesRings``.
    let silencesRings: Bool
    private(set) var loudness: LoudnessPath
    /// The loudness that was asked for and that the stream has yet to take up; `nil` without one.
    var askedLoudness: Loudness?
    private let rampFrames: Int
    /// The instant at which the device should report that the anchor frame leaves it.
    var target: Int64
    /// The actual instant: later than `target` for a ring that began late. After an underrun it stays known, because it
    /// is a time.
    var instant: Int64

    // MARK: Placement

    /// The frame of the mix at which frame 0 of the sound is; negative when that is past. `nil` while it is not placed.
    var start: Int?
    /// Frame of the mix at which it rises from silence, after a gap.
    var fadeInStart: Int?
    /// Frame of the mix from which it falls to silence, and stays there.
    var fadeOutStart: Int?
    var isCancelled = false
    /// True when it was placed before, and an underrun came after.
    var isResuming = false

    // MARK: The heard part

    var framesHeard = 0
    /// True when any of it left the converter, even after it was cancelled.
    var wasHeard = false
    var underruns = 0
    /// The instant at which a ring fell silent because the output ran dry; `nil` while it is heard.
    var silentSince: Int64?
    var leadIn: Int64 = 0
    var onsetError: Int64?
    /// True when `onsetError` was measured or cannot be.
    var isOnsetSettled = false
    var framesPerNanosecond: Double?
    /// True when its end was reported. It stays a little while, for the limiter's look back.
    var isOver = false

    /// 5 ms.
    static let fadeInFrames = 220
    /// 10 ms: short enough to end at once, long enough not to click.
    static let fadeOutFrames = 441
    /// 30 ms from and to a ducked announcement.
    static let duckFrames = 1323
    /// -15 dB: words stay in hearing below a ring.
    static let duckedGain: Float = 0.177_828
    /// The start of a ramp, in decibels below the volume.
    static let rampDecibels = 40.0

    init(_ order: PlayOrder, latencyTrimNanoseconds: Int64) {
        id = order.id
        content = .score(order.sound.segments, end: order.sound.frameCount)
        anchorFrame = order.sound.anchorFrame
        silencesRings = order.silencesRings
        loudness = LoudnessPath(Loudness(volume: order.volume, floor: .silent))
        rampFrames = 0
        target = order.targetNanoseconds - latencyTrimNanoseconds - Int64(order.trimMicroseconds) * 1000
        instant = target
    }

    init(_ order: RingSoundOrder, latencyTrimNanoseconds: Int64) {
        id = order.id
        content = .loop(order.sound, end: order.plays.map { max(1, $0) * order.sound.roundFrames })
        anchorFrame = 0
        silencesRings = false
        loudness = LoudnessPath(Loudness(volume: order.volume, floor: order.floor))
        let rampSeconds = max(RingStyle.rampRange.lowerBound, min(RingStyle.rampRange.upperBound, order.rampSeconds))
        rampFrames = rampSeconds * RenderedPlan.sampleRate
        target = order.targetNanoseconds - latencyTrimNanoseconds - Int64(order.trimMicroseconds) * 1000
        instant = target
    }

    var isRing: Bool {
        switch content {
        case .score: false
        case .loop: true
        }
    }

    /// True when it was placed and is not over.
    var isSounding: Bool { start != nil && !isOver }

    /// Frames until it ends; `nil` for a ring without an end.
    private var frameCount: Int? {
        switch content {
        case .score(_, let end): end
        case .loop(let sound, let end): end.map { $0 + sound.tail.count }
        }
    }

    /// The instant at which the first frame is at the converter.
    var startNanoseconds: Int64 { instant - RenderedPlan.nanoseconds(frames: anchorFrame) }

    /// The instant at which the last frame has passed the converter; `nil` for a ring without an end.
    var endNanoseconds: Int64? { frameCount.map { startNanoseconds + RenderedPlan.nanoseconds(frames: $0) } }

    /// The frame of the mix just behind the sound's last; `nil` when it is not placed or has no end.
    var end: Int? {
        guard let start else { return nil }
        let last = frameCount.map { start + $0 }
        guard let fadeOutStart else { return last }
        return min(fadeOutStart + Self.fadeOutFrames, last ?? .max)
    }

    /// The output's error as it was known when the sound was placed or measured.
    var rateErrorPartsPerMillion: Double {
        let nominal = Double(RenderedPlan.sampleRate) / 1e9
        return framesPerNanosecond.map { ($0 / nominal - 1) * 1e6 } ?? 0
    }

    /// True when any of it may be in these frames of the mix.
    func sounds(in range: Range<Int>) -> Bool {
        guard let start, start < range.upperBound, range.lowerBound < end ?? .max else { return false }
        return !loudness.isSilent(in: range)
    }

    /// Returns the share, from 0 to 1, by which it ducks others at a frame of the mix: a ring ducks announcements, and
    /// words between rings duck rings.
    func duckShare(at frame: Int) -> Float {
        guard let start else { return 0 }
        var share = max(0, min(Self.duckFrames, frame - start))
        if let stop = duckStop {
            share = min(share, max(0, Self.duckFrames - max(0, frame - stop)))
        }
        return Float(share) / Float(Self.duckFrames) * loudness.audibleShare(at: frame)
    }

    /// True when it may duck others at any of these frames of the mix.
    func mayDuck(in range: Range<Int>) -> Bool {
        guard let start, start < range.upperBound else { return false }
        if let stop = duckStop, range.lowerBound >= stop + Self.duckFrames { return false }
        return !loudness.isSilent(in: range)
    }

    /// The frame of the mix from which it ducks others less and less; `nil` for a ring without an end.
    private var duckStop: Int? {
        guard let start else { return nil }
        return fadeOutStart ?? frameCount.map { start + $0 }
    }

    // MARK: Loudness

    /// Asks for another volume. A sound that is not placed has it at once; the stream changes that of another one.
    mutating func ask(_ volume: Volume, floor: Volume) {
        let asked = Loudness(volume: volume, floor: isRing ? floor : .silent)
        if start == nil { loudness = LoudnessPath(asked) } else { askedLoudness = asked }
    }

    /// Goes over to the asked loudness from a frame of the mix on.
    mutating func takeUpLoudness(at frame: Int) {
        guard let asked = askedLoudness else { return }
        askedLoudness = nil
        loudness.change(to: asked, at: frame)
    }

    /// The mix's frames are numbered from zero again, and the sound is not placed any more.
    mutating func unplace() {
        start = nil
        fadeInStart = nil
        if let asked = askedLoudness { loudness = LoudnessPath(asked) } else { loudness.restart() }
        askedLoudness = nil
    }

    // MARK: Rendering

    /// Adds the sound to `mix`, whose first frame is `first` of the mix, and notes the frames' new origin in `marks`.
    ///
    /// - Parameter duck: a factor for each frame; `nil` when the sound is not ducked.
    func add(
        to mix: UnsafeMutablePointer<Float>, _ marks: UnsafeMutablePointer<FrameMark>, from first: Int, count: Int,
        duck: UnsafePointer<Float>?
    ) {
        guard let start else { return }
        let range = max(first, start)..<max(first, start, min(first + count, end ?? .max))
        guard !range.isEmpty, !loudness.isSilent(in: range) else { return }
        let target = Target(mix: mix - first, marks: marks - first, duck: duck.map { $0 - first })
        switch content {
        case .score(let segments, _):
            // In the order of their starts: nothing comes after one that begins behind the range.
            for segment in segments {
                if start + segment.start >= range.upperBound { break }
                let piece = range.clamped(to: start + segment.start..<start + segment.end)
                guard !piece.isEmpty else { continue }
                segment.frames.withUnsafeBufferPointer { frames in
                    add(frames.baseAddress! - (start + segment.start), piece, level: segment.gain, to: target)
                }
            }
        case .loop(let sound, let end):
            let rounds = range.clamped(to: start..<max(start, end.map { start + $0 } ?? .max))
            sound.frames.withUnsafeBufferPointer { frames in
                var next = rounds.lowerBound
                while next < rounds.upperBound {
                    let index = Self.loopFrame(next - start, of: frames.count, loopStart: sound.loopStart)
                    let stop = min(rounds.upperBound, next + frames.count - index)
                    add(frames.baseAddress! + (index - next), next..<stop, level: 1, to: target)
                    next = stop
                }
            }
            guard let end, !sound.tail.isEmpty else { return }
            let ringing = range.clamped(to: start + end..<start + end + sound.tail.count)
            guard !ringing.isEmpty else { return }
            sound.tail.withUnsafeBufferPointer { frames in
                add(frames.baseAddress! - (start + end), ringing, level: 1, to: target)
            }
        }
    }

    /// The buffers to which a sound is added; all three are indexed by the mix's frames.
    private struct Target {
        var mix: UnsafeMutablePointer<Float>
        var marks: UnsafeMutablePointer<FrameMark>
        var duck: UnsafePointer<Float>?
    }

    /// - Parameters:
    ///   - frames: indexed by the mix's frames too.
    ///   - level: a factor beside that of the volume.
    private func add(_ frames: UnsafePointer<Int16>, _ range: Range<Int>, level: Float, to target: Target) {
        if target.duck == nil, isSteady(in: range) {
            let factor = level * loudness.loudness(at: range.lowerBound).gain
            if factor == 0 { return }
            let isExact = factor == 1
            for frame in range {
                target.mix[frame] += Float(frames[frame]) * factor
                let isFirst = target.marks[frame] == .nothing
                target.marks[frame] = isExact && isFirst ? .exact : .computed
            }
            return
        }
        var ramp = Ramp(frames: rampFrames, at: range.lowerBound - (start ?? 0))
        for frame in range {
            let factors = loudness.loudness(at: frame)
            var factor = level * max(factors.floor, factors.gain * ramp.next()) * fade(at: frame)
            if let duck = target.duck { factor *= duck[frame] }
            if factor == 0 { continue }
            target.mix[frame] += Float(frames[frame]) * factor
            let isFirst = target.marks[frame] == .nothing
            target.marks[frame] = factor == 1 && isFirst ? .exact : .computed
        }
    }

    /// True when it is at its full volume in all of these frames.
    private func isSteady(in range: Range<Int>) -> Bool {
        guard let start else { return false }
        return range.lowerBound >= start + rampFrames
            && range.lowerBound >= (fadeInStart ?? .min / 2) + Self.fadeInFrames
            && range.upperBound <= fadeOutStart ?? .max && loudness.isSteady(in: range)
    }

    /// Returns the loop's frame that plays as its `count`th.
    private static func loopFrame(_ count: Int, of frames: Int, loopStart: Int) -> Int {
        count < frames ? count : loopStart + (count - loopStart) % (frames - loopStart)
    }

    private func fade(at frame: Int) -> Float {
        var factor: Float = 1
        if let fadeInStart {
            factor = Float(max(0, min(Self.fadeInFrames, frame - fadeInStart))) / Float(Self.fadeInFrames)
        }
        if let fadeOutStart {
            let left = Self.fadeOutFrames - (frame - fadeOutStart)
            factor *= Float(max(0, min(Self.fadeOutFrames, left))) / Float(Self.fadeOutFrames)
        }
        return factor
    }

    /// The rise to the volume, even in decibels, as people feel loudness.
    private struct Ramp {
        private var value: Double
        private var left: Int
        private let step: Double

        init(frames: Int, at frame: Int) {
            left = max(0, frames - frame)
            guard left > 0 else {
                value = 1
                step = 1
                return
            }
            // ln of the factor between two frames.
            let perFrame = Source.rampDecibels / 20 * log(10) / Double(frames)
            value = exp(-perFrame * Double(left))
            step = exp(perFrame)
        }

        mutating func next() -> Float {
            guard left > 0 else { return 1 }
            defer {
                value *= step
                left -= 1
            }
            return Float(value)
        }
    }
}

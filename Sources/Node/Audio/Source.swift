import ClockDomain
import ClockSound
import Glibc

/// One sound in an ``OutputSession``: what is in it, where in the stream it was placed, and what was heard of it so far.
///
/// What it adds to a frame of the stream depends on that frame's number and on where it was placed, on nothing else: a
/// frame that was taken back from the device is made again the same.
struct Source {
    let id: UInt64
    let isRing: Bool
    let frames: [Int16]
    /// Where a ring goes on after its last frame; `nil` for a sound that ends.
    private let loopStart: Int?
    let anchorFrame: Int
    private let gain: Float
    private let rampFrames: Int
    /// When the device should say that the anchor frame leaves it.
    let target: Int64
    /// When it does: later than `target` for a ring that began late. Known again after an underrun, because it is time.
    var instant: Int64

    // MARK: Placement

    /// Frame of the stream at which frame 0 of the sound is; negative when that is past. `nil` while it is not placed.
    var start: Int?
    /// Frame of the stream at which it rises from silence, after a gap.
    var fadeInStart: Int?
    /// Frame of the stream from which it falls to silence, and stays there.
    var fadeOutStart: Int?
    var isCancelled = false
    /// Whether it was placed before, and an underrun came after.
    var isResuming = false

    // MARK: What was heard

    var framesHeard = 0
    var underruns = 0
    var leadIn: Int64 = 0
    var onsetError: Int64?
    /// Whether `onsetError` was measured or cannot be.
    var isOnsetSettled = false
    var framesPerNanosecond: Double?
    /// Whether its end was told. It stays a little while, for what the limiter looks back at.
    var isOver = false

    /// 5 ms.
    static let fadeInFrames = 220
    /// 15 ms: short enough to end at once, long enough not to click.
    static let fadeOutFrames = 660
    /// 30 ms from and to a ducked announcement.
    static let duckFrames = 1323
    /// -15 dB: words stay in hearing below a ring.
    static let duckedGain: Float = 0.177_828
    /// Where a ramp begins, below the volume.
    static let rampDecibels = 40.0

    init(_ order: PlayOrder, latencyTrimNanoseconds: Int64) {
        id = order.id
        isRing = false
        frames = order.sound.frames
        loopStart = nil
        anchorFrame = order.sound.anchorFrame
        gain = order.volume.gain
        rampFrames = 0
        target = order.targetNanoseconds - latencyTrimNanoseconds
        instant = target
    }

    init(_ order: RingSoundOrder, latencyTrimNanoseconds: Int64) {
        id = order.id
        isRing = true
        frames = order.sound.frames
        loopStart = order.sound.loopStart
        anchorFrame = 0
        gain = order.volume.gain
        let rampSeconds = max(RingStyle.rampRange.lowerBound, min(RingStyle.rampRange.upperBound, order.rampSeconds))
        rampFrames = rampSeconds * RenderedPlan.sampleRate
        target = order.targetNanoseconds - latencyTrimNanoseconds
        instant = target
    }

    /// When the first frame is at the converter.
    var startNanoseconds: Int64 { instant - RenderedPlan.nanoseconds(frames: anchorFrame) }

    /// When the last frame has been at the converter; `nil` for a ring.
    var endNanoseconds: Int64? {
        loopStart == nil ? startNanoseconds + RenderedPlan.nanoseconds(frames: frames.count) : nil
    }

    /// Frame of the stream just behind the sound's last; `nil` when it is not placed or has no end.
    var end: Int? {
        guard let start else { return nil }
        let last = loopStart == nil ? start + frames.count : nil
        guard let fadeOutStart else { return last }
        return min(fadeOutStart + Self.fadeOutFrames, last ?? .max)
    }

    /// The output's error as it was known when the sound was placed or measured.
    var rateErrorPartsPerMillion: Double {
        let nominal = Double(RenderedPlan.sampleRate) / 1e9
        return framesPerNanosecond.map { ($0 / nominal - 1) * 1e6 } ?? 0
    }

    /// Whether anything of it may be in these frames of the stream.
    func sounds(in range: Range<Int>) -> Bool {
        guard gain > 0, let start else { return false }
        return start < range.upperBound && range.lowerBound < end ?? .max
    }

    /// How far it presses announcements down at a frame of the stream, from 0 to 1.
    func duckShare(at frame: Int) -> Float {
        guard isRing, gain > 0, let start else { return 0 }
        var share = max(0, min(Self.duckFrames, frame - start))
        if let fadeOutStart { share = min(share, max(0, Self.duckFrames - max(0, frame - fadeOutStart))) }
        return Float(share) / Float(Self.duckFrames)
    }

    // MARK: Rendering

    /// Adds the sound to `mix`, whose first frame is `first` of the stream.
    ///
    /// - Parameter duck: a factor for each frame; `nil` where it is not ducked.
    func add(
        to mix: UnsafeMutablePointer<Float>, from first: Int, count: Int, duck: UnsafePointer<Float>?
    ) {
        guard gain > 0, let start else { return }
        let begin = max(first, start)
        let stop = min(first + count, end ?? .max)
        guard begin < stop else { return }
        frames.withUnsafeBufferPointer { frames in
            var index = soundFrame(begin - start)
            var ramp = Ramp(frames: rampFrames, at: begin - start)
            for frame in begin..<stop {
                var factor = gain * ramp.next() * fade(at: frame)
                if let duck { factor *= duck[frame - first] }
                mix[frame - first] += Float(frames[index]) * factor
                index += 1
                if index == frames.count { index = loopStart ?? 0 }
            }
        }
    }

    /// The sound's frame that is played as its `count`th.
    private func soundFrame(_ count: Int) -> Int {
        guard let loopStart, count >= frames.count else { return count }
        return loopStart + (count - loopStart) % (frames.count - loopStart)
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

    /// The way up to the volume, even in decibels, which is how loudness is felt.
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

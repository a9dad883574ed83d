// The mix at the device's rate.
//
// The converter goes through the mix once, from some frame on, and keeps its output of the last few hundredths of a
// second. For earlier frames, or after a sound was placed, ended or removed, it begins again a little before the wanted
// frames, at a frame at which both rates coincide: so a frame comes out the same however often and in whatever portions
// it is made.

import ClockSound

/// Makes frames at the device's rate from sounds that are placed in the mix. Allocates only at the start.
final class StreamConverter {
    private let scale: RateScale
    private let resampler: Resampler
    private let sum = SourceSum(mostFrames: portion)
    private let mix: UnsafeMutableBufferPointer<Float>
    private let marks: UnsafeMutablePointer<FrameMark>
    /// The part of `mix` that the resampler has not consumed yet.
    private var waiting = 0..<0
    /// The mix's next frame to add up.
    private var nextMix = 0
    /// The resampler's next frame.
    private var nextDevice = 0
    private let window: UnsafeMutableBufferPointer<Float>
    private var windowFirst = 0
    private var windowCount = 0
    /// A hash of the sounds' places in the window; `nil` when the window is empty.
    private var places: Int?

    /// The number of frames of the mix on each side of a frame on which it depends.
    let reach: Int
    private static let portion = 256

    /// - Parameter mostFrames: the most frames per call.
    init(scale: RateScale, deviceRate: Int, mostFrames: Int) {
        self.scale = scale
        resampler = Resampler(from: RenderedPlan.sampleRate, to: deviceRate, quality: .fast)
        // The filter reaches 20 frames to each side, further where it has to leave out more.
        reach = Int(22 * max(1, scale.mixPerDevice)) + 2
        mix = .allocate(capacity: Self.portion)
        marks = .allocate(capacity: Self.portion)
        window = .allocate(capacity: mostFrames)
        window.initialize(repeating: 0)
    }

    deinit {
        mix.deallocate()
        marks.deallocate()
        window.deallocate()
    }

    /// Returns the frames of the mix on which frames of the device depend.
    func mixFrames(for frames: Range<Int>) -> Range<Int> {
        (scale.mixFrame(atDevice: frames.lowerBound) - reach)..<(scale.mixFrame(atDevice: frames.upperBound) + reach)
    }

    /// Makes the next call begin again, independent of earlier frames.
    func forget() { places = nil }

    /// Returns frames of the device's stream. They stay until the next call.
    func render(_ sources: [Source], _ frames: Range<Int>) -> UnsafePointer<Float> {
        precondition(frames.count <= window.count, "\(frames.count) frames asked for at a time")
        let places = Self.places(of: sources)
        if places != self.places || !(windowFirst...windowFirst + windowCount).contains(frames.lowerBound) {
            restart(at: frames.lowerBound)
            self.places = places
        }
        let gone = frames.lowerBound - windowFirst
        windowCount -= gone
        windowFirst = frames.lowerBound
        let base = window.baseAddress!
        base.update(from: base + gone, count: windowCount)
        while windowCount < frames.count { convert(sources, upTo: frames.count) }
        return UnsafePointer(base)
    }

    private func restart(at frame: Int) {
        let runIn = scale.deviceFrame(atMix: 2 * reach) + 1
        let block = RateScale.floor(frame - runIn, scale.device)
        resampler.reset()
        waiting = 0..<0
        nextMix = block * scale.mix
        nextDevice = block * scale.device
        windowFirst = frame
        windowCount = 0
    }

    private func convert(_ sources: [Source], upTo count: Int) {
        if waiting.isEmpty {
            sum.fill(mix.baseAddress!, marks, with: sources, from: nextMix, count: Self.portion)
            nextMix += Self.portion
            waiting = 0..<Self.portion
        }
        // The frames before the window go to a place that is overwritten.
        let early = max(0, windowFirst - nextDevice)
        let free = early > 0 ? 0..<min(early, window.count) : windowCount..<count
        let progress = resampler.process(
            UnsafeBufferPointer(rebasing: mix[waiting]), into: UnsafeMutableBufferPointer(rebasing: window[free]))
        waiting = (waiting.lowerBound + progress.used)..<waiting.upperBound
        nextDevice += progress.made
        if early == 0 { windowCount += progress.made }
    }

    /// Changes whenever a sound comes, goes or changes its level.
    private static func places(of sources: [Source]) -> Int {
        var hasher = Hasher()
        for index in sources.indices {
            hasher.combine(sources[index].id)
            hasher.combine(sources[index].start)
            hasher.combine(sources[index].fadeInStart)
            hasher.combine(sources[index].fadeOutStart)
        }
        return hasher.finalize()
    }
}

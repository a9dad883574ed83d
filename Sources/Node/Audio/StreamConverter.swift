// The mix at the device's rate.
//
// The converter goes through the mix once, from some frame on, and keeps the last few hundredths of a second of what it
// made. When frames are wanted again that are gone, or when a sound was placed, ended or taken away, it begins anew a
// little before them, at a frame where both rates fall together: so a frame comes out the same however often and in
// whatever portions it is made.

import ClockSound

/// Makes frames at the device's rate from sounds that are placed in the mix. Holds its memory from the start.
final class StreamConverter {
    private let scale: RateScale
    private let resampler: Resampler
    private let sum = SourceSum(mostFrames: portion)
    private let mix: UnsafeMutableBufferPointer<Float>
    private let marks: UnsafeMutablePointer<FrameMark>
    /// What is in `mix` and was not yet taken by the resampler.
    private var waiting = 0..<0
    /// The mix's next frame to be added up.
    private var nextMix = 0
    /// The next frame that comes out of the resampler.
    private var nextDevice = 0
    private let window: UnsafeMutableBufferPointer<Float>
    private var windowFirst = 0
    private var windowCount = 0
    /// Of the sounds in the window; `nil` when there is nothing in it.
    private var places: Int?

    /// Frames of the mix on each side of a frame that have a part in it.
    let reach: Int
    private static let portion = 256

    /// - Parameter mostFrames: that are asked for at a time.
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

    /// Frames of the mix that have a part in frames of the device.
    func mixFrames(for frames: Range<Int>) -> Range<Int> {
        (scale.mixFrame(atDevice: frames.lowerBound) - reach)..<(scale.mixFrame(atDevice: frames.upperBound) + reach)
    }

    /// Frees the next call from what was made so far.
    func forget() { places = nil }

    /// Frames of the device's stream. They stay until the next call.
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
        // What comes before the window goes where it is written over.
        let early = max(0, windowFirst - nextDevice)
        let free = early > 0 ? 0..<min(early, window.count) : windowCount..<count
        let progress = resampler.process(
            UnsafeBufferPointer(rebasing: mix[waiting]), into: UnsafeMutableBufferPointer(rebasing: window[free]))
        waiting = (waiting.lowerBound + progress.used)..<waiting.upperBound
        nextDevice += progress.made
        if early == 0 { windowCount += progress.made }
    }

    /// Changes whenever a sound comes, goes or is heard otherwise.
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

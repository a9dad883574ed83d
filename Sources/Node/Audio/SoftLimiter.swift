// Keeping a sum within full scale without cutting it.
//
// Two sounds that are each within full scale can be twice that together. A limiter that bends the waveform distorts
// both; one that turns the volume down in time does not. This one looks 5 ms ahead: the factor at a frame is the mean
// over the last 5 ms of the smallest factor that anything needs from 20 ms before to 5 ms after. A window of 5 ms is as
// long as its look ahead, so every value in that mean has seen the frame itself: the result never exceeds full scale, it is
// smooth, and 20 ms of hold keep it from following the waves of low tones.
//
// Nothing is carried from one call to the next. The factor is a function of the surrounding frames, which the mixer
// makes again for each call: frames that were taken back from the device come out the same.

import ClockSound

/// Factors that keep a stretch of a mix within full scale. Holds its memory from the start.
final class SoftLimiter {
    /// Frames that are needed behind the stretch.
    static let ahead = RenderedPlan.sampleRate * 5 / 1000
    private static let hold = RenderedPlan.sampleRate * 20 / 1000
    /// Frames that are needed before the stretch.
    static let behind = hold + ahead
    /// Full scale of 16 bits.
    static let limit: Float = 32_768

    private let needed: UnsafeMutablePointer<Float>
    private let smallest: UnsafeMutablePointer<Float>
    /// Indices of falling minima, see `findSmallest`.
    private let queue: UnsafeMutablePointer<Int>

    /// - Parameter mostFrames: of a stretch without its surroundings.
    init(mostFrames: Int) {
        let count = Self.behind + mostFrames + Self.ahead
        needed = .allocate(capacity: count)
        smallest = .allocate(capacity: count)
        queue = .allocate(capacity: count)
    }

    deinit {
        needed.deallocate()
        smallest.deallocate()
        queue.deallocate()
    }

    /// Turns down what is too loud.
    ///
    /// - Parameter mix: `behind` frames before the stretch, its `count` frames, and `ahead` frames after it. Only the
    ///   stretch itself is changed.
    func limit(_ mix: UnsafeMutablePointer<Float>, count: Int) {
        let total = Self.behind + count + Self.ahead
        var isTooLoud = false
        for index in 0..<total {
            let magnitude = abs(mix[index])
            needed[index] = magnitude > Self.limit ? Self.limit / magnitude : 1
            isTooLoud = isTooLoud || magnitude > Self.limit
        }
        guard isTooLoud else { return }
        findSmallest(upTo: total)

        // Sums in double precision: a value that left the window leaves nothing behind.
        var sum = 0.0
        for index in (Self.behind - Self.ahead)..<Self.behind { sum += Double(smallest[index]) }
        for index in Self.behind..<(Self.behind + count) {
            sum += Double(smallest[index]) - Double(smallest[index - Self.ahead])
            mix[index] *= Float(sum / Double(Self.ahead))
        }
    }

    /// For each frame the least factor from `hold` before it to `ahead` after it. The queue holds, in the order of their
    /// frames, those that no later frame in the window undercuts.
    private func findSmallest(upTo total: Int) {
        var head = 0
        var tail = 0
        for index in 0..<total {
            while tail > head, needed[queue[tail - 1]] >= needed[index] { tail -= 1 }
            queue[tail] = index
            tail += 1
            let center = index - Self.ahead
            guard center >= Self.hold else { continue }
            while queue[head] < center - Self.hold { head += 1 }
            smallest[center] = needed[queue[head]]
        }
    }
}

// Keeps a sum within full scale without clipping it.
//
// Two sounds that are each within full scale can be twice that together. A limiter that bends the waveform distorts
// both; one that turns the volume down in time does not. This one looks 5 ms ahead: the factor at a frame is the mean
// over the last 5 ms of the smallest factor that anything needs from 20 ms before to 5 ms after. A window of 5 ms is as
// long as its look ahead, so every value in that mean includes the frame itself: the result never exceeds full scale,
// it is smooth, and 20 ms of hold keep it from following the waves of low tones.
//
// Nothing is carried from one call to the next. The factor is a function of the surrounding frames, which the mixer
// makes again for each call: frames after a rewind come out the same.

/// Computes factors that keep a stretch of a mix within full scale. Allocates only at the start.
final class SoftLimiter {
    /// The number of frames needed after the stretch.
    let ahead: Int
    private let hold: Int
    /// The number of frames needed before the stretch.
    let behind: Int
    /// Full scale of 16 bits.
    static let limit: Float = 32_768

    private let needed: UnsafeMutablePointer<Float>
    private let smallest: UnsafeMutablePointer<Float>
    /// Indices of falling minima, see `findSmallest`.
    private let queue: UnsafeMutablePointer<Int>

    /// - Parameters:
    ///   - rate: frames per second.
    ///   - mostFrames: of a stretch without its surroundings.
    init(rate: Int, mostFrames: Int) {
        ahead = rate * 5 / 1000
        hold = rate * 20 / 1000
        behind = hold + ahead
        let count = behind + mostFrames + ahead
        needed = .allocate(capacity: count)
        smallest = .allocate(capacity: count)
        queue = .allocate(capacity: count)
    }

    deinit {
        needed.deallocate()
        smallest.deallocate()
        queue.deallocate()
    }

    /// Turns down a stretch that is too loud.
    ///
    /// - Parameters:
    ///   - mix: `behind` frames before the stretch, its `count` frames, and `ahead` frames after it. Only the stretch
    ///     itself is changed.
    ///   - marks: of the same frames.
    func limit(_ mix: UnsafeMutablePointer<Float>, _ marks: UnsafeMutablePointer<FrameMark>, count: Int) {
        let total = behind + count + ahead
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
        for index in (behind - ahead)..<behind { sum += Double(smallest[index]) }
        for index in behind..<(behind + count) {
            sum += Double(smallest[index]) - Double(smallest[index - ahead])
            let factor = Float(sum / Double(ahead))
            guard factor != 1 else { continue }
            mix[index] *= factor
            marks[index] = .computed
        }
    }

    /// Finds for each frame the least factor from `hold` before it to `ahead` after it. The queue holds, in the order
    /// of their frames, those that no later frame in the window undercuts.
    private func findSmallest(upTo total: Int) {
        var head = 0
        var tail = 0
        for index in 0..<total {
            while tail > head, needed[queue[tail - 1]] >= needed[index] { tail -= 1 }
            queue[tail] = index
            tail += 1
            let center = index - ahead
            guard center >= hold else { continue }
            while queue[head] < center - hold { head += 1 }
            smallest[center] = needed[queue[head]]
        }
    }
}

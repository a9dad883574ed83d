// Computes the instant at which a frame is at the converter.
//
// Problem. A sound card runs on a crystal of its own, tens of parts per million off, and reports its position in steps:
// of one frame at best, of a millisecond or a DMA burst on many cards. One reading (position = frames written - delay)
// is therefore up to a whole step too low, and it is never too high: a step is reported after it happened, and an
// interrupted reading gets older, not newer. So an average of readings is biased by half a step.
//
// Method. Readings lie on or below the true line "position over time", and touch it right after each step. The wanted
// line lies above all readings with the smallest sum of distances to them: it is the edge of the upper convex hull over
// the readings' mean time (S. B. Moon, P. Skelly, D. Towsley, "Estimation and Removal of Clock Skew from Network Delay
// Measurements", INFOCOM 1999, solve the same problem for one-way packet delays). Over a short span a prior gives the
// slope instead, and the readings only the height.
//
// A single reading far above the rest would lift the whole line; such readings are first set aside, by the median and
// the median absolute deviation of the residuals from the last line's slope. A thread that is woken in pace with the
// steps reads all but the edges equally low. So a reading right after a step may stand above the others by that step.
//
// A sound server may fall behind for good: it was starved, its graph missed a cycle, or its first word left out its own
// buffer. Then no reading reaches the line any more, and the earlier ones tell of a stream that is gone. They go once
// the newest readings keep to a line of their own that lies lower by far more than these stray.

/// Estimates an output's clock from readings of its position. Holds a fixed number of readings, allocates once.
///
/// Knows no clock of its own: the nanoseconds are of the clock that the caller compares with.
struct OutputClock {
    /// A straight line: the output's position at a time, and the time at which a frame is at the converter.
    struct Line: Hashable {
        /// Nanoseconds of `originPosition`.
        var originNanoseconds: Int64
        /// Frames at the origin, with their fraction.
        var originPosition: Double
        var framesPerNanosecond: Double

        func position(at nanoseconds: Int64) -> Double {
            originPosition + Double(nanoseconds - originNanoseconds) * framesPerNanosecond
        }

        func nanoseconds(of position: Double) -> Int64 {
            originNanoseconds + Int64(((position - originPosition) / framesPerNanosecond).rounded())
        }
    }

    /// Readings kept; the oldest give way.
    static let capacity = 1024
    /// Older readings give way too: crystals warm up.
    static let longestSpanNanoseconds: Int64 = 30_000_000_000
    /// Cheap crystals are within 200 ppm; the clock believes nothing beyond this.
    static let maximumSlopeError = 1e-3
    /// Below this span the slope of the hull depends more on the steps than on the crystal.
    static let shortestSlopeSpanNanoseconds = 250_000_000.0
    /// The same after a fall: a server's word strays by a millisecond and more.
    private static let fallenSlopeSpanNanoseconds = 10_000_000_000.0
    /// The newest readings that show a fall: this many, and of this span.
    private static let fallReadings = 32
    private static let fallSpanNanoseconds: Int64 = 250_000_000
    /// The least fall that is believed; a crystal that is not learned yet strays less in that span.
    private static let leastFallSeconds = 0.005
    /// In distances of the newest readings' median from their highest.
    private static let leastFallSpreads = 4.0
    /// A longer step is no credit: a wrong delay looks like one.
    private static let mostStepSeconds = 0.002

    /// Frames per nanosecond that are assumed until there are enough readings.
    private(set) var priorSlope: Double
    /// Those of the last line, from which readings are judged: most of them may be from the lead-in.
    private var trend: Double
    private(set) var count = 0
    /// The least span of readings that give the slope.
    private(set) var slopeSpanNanoseconds = Self.shortestSlopeSpanNanoseconds
    private var next = 0
    private var times: [Int64] = .init(repeating: 0, count: capacity)
    private var positions: [Int64] = .init(repeating: 0, count: capacity)
    /// For a reading right after a step, the step's frames; otherwise 0.
    private var steps: [Int64] = .init(repeating: 0, count: capacity)
    private var residuals: [Double] = .init(repeating: 0, count: capacity)
    private var scratch: [Double] = .init(repeating: 0, count: capacity)
    private var hull: [Int] = .init(repeating: 0, count: capacity)

    /// The median distance of the readings from their median line, in nanoseconds, at the last call of ``line()``.
    private(set) var spreadNanoseconds = 0.0
    private let mostStep: Int64

    init(framesPerSecond: Double) {
        mostStep = Int64(framesPerSecond * Self.mostStepSeconds)
        priorSlope = framesPerSecond / 1e9
        trend = priorSlope
    }

    /// Adds a reading: at `nanoseconds` the output was at `position` or a little beyond.
    ///
    /// Readings come in the order of time; one that is not later than the last is left out.
    ///
    /// - Parameter step: the frames of the step that was seen right before; 0 without one.
    mutating func add(position: Int64, at nanoseconds: Int64, afterStepOf step: Int64 = 0) {
        if count > 0, nanoseconds <= times[(next + Self.capacity - 1) % Self.capacity] { return }
        times[next] = nanoseconds
        positions[next] = position
        steps[next] = max(0, min(mostStep, step))
        next = (next + 1) % Self.capacity
        count = min(count + 1, Self.capacity)
        while nanoseconds - times[slot(0)] > Self.longestSpanNanoseconds { count -= 1 }
    }

    /// Forgets the readings, because positions count from zero again.
    ///
    /// - Parameter keepsRate: true to assume the crystal's rate, as learned, from now on.
    mutating func restart(keepsRate: Bool) {
        if keepsRate, let line = line() { priorSlope = line.framesPerNanosecond }
        trend = priorSlope
        slopeSpanNanoseconds = Self.shortestSlopeSpanNanoseconds
        count = 0
        next = 0
    }

    /// Nanoseconds from the oldest reading to the newest.
    var span: Int64 { count < 2 ? 0 : times[slot(count - 1)] - times[slot(0)] }

    /// The best line through the readings so far; `nil` without any.
    mutating func line() -> Line? {
        guard count > 0 else { return nil }
        measureResiduals()
        if forgetBeforeFall() { measureResiduals() }
        let origin = times[slot(0)]
        let base = positions[slot(0)]
        let limit = highestBelievedResidual()

        var hullCount = 0
        var timeSum = 0.0
        var believed = 0
        for index in 0..<count where residuals[index] <= limit + Double(steps[slot(index)]) {
            timeSum += time(index, since: origin)
            believed += 1
            while hullCount >= 2, turnsLeft(hull[hullCount - 2], hull[hullCount - 1], index, since: origin) {
                hullCount -= 1
            }
            hull[hullCount] = index
            hullCount += 1
        }

        let slope = hullSlope(hullCount, atTime: timeSum / Double(believed), since: origin)
        var height = -Double.infinity
        for index in 0..<hullCount {
            height = max(height, residuals[hull[index]] - slope * time(hull[index], since: origin))
        }
        trend += slope
        return Line(originNanoseconds: origin, originPosition: Double(base) + height, framesPerNanosecond: trend)
    }

    private mutating func measureResiduals() {
        let origin = times[slot(0)]
        let base = positions[slot(0)]
        for index in 0..<count {
            residuals[index] = Double(positions[slot(index)] - base) - trend * time(index, since: origin)
        }
    }

    /// Forgets the readings before a lasting fall.
    ///
    /// - Returns: true when there was one.
    private mutating func forgetBeforeFall() -> Bool {
        guard count > Self.fallReadings else { return false }
        let newest = times[slot(count - 1)]
        var first = count - Self.fallReadings
        while first > 0, newest - times[slot(first)] < Self.fallSpanNanoseconds { first -= 1 }
        guard first > 0 else { return false }
        // By the median: a single high reading is no fall of those after it.
        for index in 0..<first { scratch[index] = residuals[index] }
        let earlier = medianOfScratch(first)
        var highest = -Double.infinity
        for index in first..<count {
            highest = max(highest, residuals[index])
            scratch[index - first] = residuals[index]
        }
        let least = Self.leastFallSeconds * priorSlope * 1e9
        guard earlier - highest > least else { return false }
        let spread = highest - medianOfScratch(count - first)
        guard earlier - highest > Self.leastFallSpreads * spread else { return false }
        count -= first
        trend = priorSlope
        slopeSpanNanoseconds = Self.fallenSlopeSpanNanoseconds
        return true
    }

    /// The slope, beyond the trend, of the hull's edge over `mean`; the prior's while there are few readings.
    private func hullSlope(_ hullCount: Int, atTime mean: Double, since origin: Int64) -> Double {
        let first = time(hull[0], since: origin)
        guard hullCount >= 2, time(hull[hullCount - 1], since: origin) - first >= slopeSpanNanoseconds
        else { return priorSlope - trend }
        var edge = 0
        while edge < hullCount - 2, time(hull[edge + 1], since: origin) < mean { edge += 1 }
        let run = time(hull[edge + 1], since: origin) - time(hull[edge], since: origin)
        let slope = (residuals[hull[edge + 1]] - residuals[hull[edge]]) / run
        let bound = Self.maximumSlopeError * priorSlope
        return max(-bound, min(bound, trend + slope - priorSlope)) + priorSlope - trend
    }

    /// True when the middle of three readings lies on or under the line between the others.
    private func turnsLeft(_ a: Int, _ b: Int, _ c: Int, since origin: Int64) -> Bool {
        let runB = time(b, since: origin) - time(a, since: origin)
        let runC = time(c, since: origin) - time(a, since: origin)
        return (residuals[b] - residuals[a]) * runC <= (residuals[c] - residuals[a]) * runB
    }

    private mutating func highestBelievedResidual() -> Double {
        for index in 0..<count { scratch[index] = residuals[index] }
        let median = medianOfScratch(count)
        for index in 0..<count { scratch[index] = abs(residuals[index] - median) }
        let deviation = medianOfScratch(count)
        spreadNanoseconds = deviation / priorSlope
        return median + 4 * deviation + 2
    }

    private mutating func medianOfScratch(_ count: Int) -> Double {
        let middle = count / 2
        var low = 0
        var high = count - 1
        // Hoare's selection: unlike sorting it needs no memory, which a playing thread must not allocate.
        while low < high {
            let pivot = scratch[(low + high) / 2]
            var left = low
            var right = high
            while left <= right {
                while scratch[left] < pivot { left += 1 }
                while scratch[right] > pivot { right -= 1 }
                if left <= right {
                    scratch.swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if middle <= right {
                high = right
            } else if middle >= left {
                low = left
            } else {
                break
            }
        }
        return scratch[middle]
    }

    private func time(_ index: Int, since origin: Int64) -> Double { Double(times[slot(index)] - origin) }

    /// Returns the slot of the reading with that index, counted from the oldest.
    private func slot(_ index: Int) -> Int { (next + Self.capacity - count + index) % Self.capacity }
}

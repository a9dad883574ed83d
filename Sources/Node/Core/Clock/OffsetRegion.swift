/// Every pair of offset and rate that two clocks may have by the known bounds: a convex polygon.
///
/// Offsets are nanoseconds at a moment of reference and from an offset of reference, rates nanoseconds per second
/// (parts per 1,000,000,000). At each rate, every bound allows the offsets on one side of it, so the polygon lies
/// between two chains of straight lines: the least of the upper bounds, and the greatest of the lower ones. A chain is
/// the dual of a convex hull (de Berg and others, "Computational Geometry", section 11.4), found by Andrew's scan; the
/// region then follows both from the lowest rate to the highest, and sums up the area between them on the way.
struct OffsetRegion {
    /// The centre of mass.
    private(set) var centre: (offset: Double, rate: Double) = (0, 0)
    private(set) var offsets: (least: Double, most: Double) = (.infinity, -.infinity)
    private(set) var rates: (least: Double, most: Double) = (.infinity, -.infinity)
    /// A bit for each place with a bound that touches the polygon.
    private(set) var touching: UInt64 = 0
    private var area = 0.0

    /// Under this, the polygon has shrunk to a line.
    private static let leastArea = 1e-6

    /// - Parameters:
    ///   - top: the upper bounds; at least one.
    ///   - bottom: the lower bounds, negated on both axes; at least one.
    init(_ top: consuming BoundChain, _ bottom: consuming BoundChain, rates: ClosedRange<Double>) {
        var (upper, lower) = (top.start(at: rates.lowerBound), bottom.start(at: rates.lowerBound))
        var rate = rates.lowerBound
        while rate < rates.upperBound {
            let (upperEnd, lowerEnd) = (top.end(of: upper), bottom.end(of: lower))
            let end = max(rate, min(upperEnd, lowerEnd, rates.upperBound))
            let isApart = add(from: rate, to: end, top.bounds[upper], bottom.bounds[lower])
            // Two such chains enclose at most one polygon.
            if !isApart, area > 0 { break }
            if upperEnd <= end { upper += 1 }
            if lowerEnd <= end { lower += 1 }
            rate = end
        }
        guard hasArea else { return }
        centre.offset /= area
        centre.rate /= area
    }

    /// True when some possible pairs do not all lie on a line.
    var hasArea: Bool { area > Self.leastArea }

    /// Adds the area between two straight lines.
    ///
    /// - Returns: true when they are still apart at the end.
    private mutating func add(
        from start: Double, to end: Double, _ top: BoundChain.Bound, _ bottom: BoundChain.Bound
    ) -> Bool {
        let first = top.offset(at: start) + bottom.offset(at: start)
        let last = top.offset(at: end) + bottom.offset(at: end)
        guard first > 0 || last > 0 else { return false }
        var (from, to) = (start, end)
        if first < 0 { from += (to - from) * (first / (first - last)) }
        if last < 0 { to += (to - from) * (last / (first - last)) }
        let (highest, lowest) = (top.offset(at: from), -bottom.offset(at: from))
        let (highestEnd, lowestEnd) = (top.offset(at: to), -bottom.offset(at: to))
        let (gap, gapEnd) = (max(0, highest - lowest), max(0, highestEnd - lowestEnd))
        // Of two straight lines each: the gap, the rate times the gap, and the middle times the gap.
        let width = to - from
        area += width * (gap + gapEnd) / 2
        let (weight, weightEnd) = (width * (2 * gap + gapEnd) / 6, width * (gap + 2 * gapEnd) / 6)
        centre.rate += from * weight + to * weightEnd
        centre.offset += (highest + lowest) / 2 * weight + (highestEnd + lowestEnd) / 2 * weightEnd
        offsets.least = min(offsets.least, lowest, lowestEnd)
        offsets.most = max(offsets.most, highest, highestEnd)
        rates.least = min(rates.least, from)
        rates.most = max(rates.most, to)
        touching |= 1 << UInt64(top.place) | 1 << UInt64(bottom.place)
        return last > 0
    }
}

/// The tightest of several bounds at each rate: those that are tightest somewhere, in the order of the rates.
struct BoundChain {
    /// The offset, `seconds` after the moment of reference, is at most `offset`.
    struct Bound {
        var offset: Double
        var seconds: Double
        /// The place of its exchange, 0 to 63.
        var place: Int

        /// Returns the upper limit, at a rate, of the offset at the moment of reference.
        func offset(at rate: Double) -> Double { offset - rate * seconds }
    }

    private(set) var bounds: [Bound] = []

    init(capacity: Int) { bounds.reserveCapacity(capacity) }

    /// Adds a bound.
    ///
    /// - Parameter bound: at a moment no earlier than the last one's; otherwise it is left out.
    mutating func add(_ bound: Bound) {
        while let last = bounds.last {
            if bound.seconds <= last.seconds {
                guard bound.seconds == last.seconds, bound.offset < last.offset else { return }
            } else {
                guard bounds.count > 1 else { break }
                // The last one is never the tightest if this one takes over from the one before it sooner.
                let before = bounds[bounds.count - 2]
                let (run, rise) = (last.seconds - before.seconds, last.offset - before.offset)
                if (bound.offset - before.offset) * run > rise * (bound.seconds - before.seconds) { break }
            }
            bounds.removeLast()
        }
        bounds.append(bound)
    }

    /// Returns the place of the tightest bound at a rate.
    fileprivate func start(at rate: Double) -> Int {
        var place = 0
        while end(of: place) <= rate { place += 1 }
        return place
    }

    /// Returns the rate from which the next one is the tightest; infinite for the last.
    fileprivate func end(of place: Int) -> Double {
        guard place + 1 < bounds.count else { return .infinity }
        return (bounds[place + 1].offset - bounds[place].offset) / (bounds[place + 1].seconds - bounds[place].seconds)
    }
}

/// Every pair of offset and rate that two clocks may have, as far as it is known: a convex polygon.
///
/// Offsets are nanoseconds at a moment of reference and from an offset of reference, rates nanoseconds per second (parts
/// per 1,000,000,000). A bound on the offset at another moment cuts the polygon by a straight line.
struct OffsetRegion {
    struct Corner: Equatable {
        var offset: Double
        var rate: Double
    }

    /// In order around the polygon; none when no pair is possible.
    private(set) var corners: [Corner] = []
    /// Where a cut puts what it leaves, so that nothing is allocated for it.
    private var spare: [Corner] = []

    init(offsets: ClosedRange<Double>, rates: ClosedRange<Double>) {
        corners.reserveCapacity(Self.usualCorners)
        corners.append(Corner(offset: offsets.lowerBound, rate: rates.lowerBound))
        corners.append(Corner(offset: offsets.upperBound, rate: rates.lowerBound))
        corners.append(Corner(offset: offsets.upperBound, rate: rates.upperBound))
        corners.append(Corner(offset: offsets.lowerBound, rate: rates.upperBound))
    }

    private static let usualCorners = 16

    /// Cuts off the pairs whose offset, `seconds` after the moment of reference, is over `most`.
    ///
    /// - Returns: whether there were any.
    mutating func keep(atMost most: Double, after seconds: Double) -> Bool {
        cut(Bound(offset: 1, rate: seconds, limit: most))
    }

    /// Cuts off the pairs whose offset, `seconds` after the moment of reference, is under `least`.
    ///
    /// - Returns: whether there were any.
    mutating func keep(atLeast least: Double, after seconds: Double) -> Bool {
        cut(Bound(offset: -1, rate: -seconds, limit: -least))
    }

    /// Whether a bound runs along the polygon, within `tolerance`.
    func isTouched(atMost most: Double, after seconds: Double, tolerance: Double) -> Bool {
        corners.contains { $0.offset + $0.rate * seconds >= most - tolerance }
    }

    func isTouched(atLeast least: Double, after seconds: Double, tolerance: Double) -> Bool {
        corners.contains { $0.offset + $0.rate * seconds <= least + tolerance }
    }

    /// What `offset` times the offset and `rate` times the rate come to is at most `limit`.
    private struct Bound {
        var offset: Double
        var rate: Double
        var limit: Double

        func excess(_ corner: Corner) -> Double { offset * corner.offset + rate * corner.rate - limit }
    }

    /// Sutherland and Hodgman, "Reentrant polygon clipping" (1974), for one edge.
    ///
    /// - Returns: whether anything was cut off.
    private mutating func cut(_ bound: Bound) -> Bool {
        // Most bounds cut nothing off.
        guard corners.contains(where: { bound.excess($0) > 0 }) else { return false }
        spare.removeAll(keepingCapacity: true)
        spare.reserveCapacity(max(corners.count + 1, Self.usualCorners))
        let first = corners[0]
        var corner = first
        var here = bound.excess(corner)
        for index in 1...corners.count {
            let next = index == corners.count ? first : corners[index]
            let there = bound.excess(next)
            if here <= 0 { spare.append(corner) }
            if (here < 0 && there > 0) || (here > 0 && there < 0) {
                let part = here / (here - there)
                spare.append(
                    Corner(
                        offset: corner.offset + (next.offset - corner.offset) * part,
                        rate: corner.rate + (next.rate - corner.rate) * part))
            }
            (corner, here) = (next, there)
        }
        swap(&corners, &spare)
        return true
    }

    /// The area is taken from a corner on, as the polygon may be small and far from zero; under this, what is left of it
    /// is a line.
    private static let leastArea = 1e-6

    /// Whether some pairs are possible that do not all lie on a line.
    var hasArea: Bool {
        guard let origin = corners.first, corners.count > 2 else { return false }
        var area = 0.0
        for index in 2..<corners.count {
            let (one, other) = (corners[index - 1], corners[index])
            area +=
                (one.offset - origin.offset) * (other.rate - origin.rate)
                - (other.offset - origin.offset) * (one.rate - origin.rate)
        }
        return area.magnitude > Self.leastArea
    }

    /// The centre of mass; `nil` when no pair is possible, or all of them lie on a line.
    var centre: Corner? {
        guard let origin = corners.first, corners.count > 2 else { return nil }
        var (area, offset, rate) = (0.0, 0.0, 0.0)
        for index in 2..<corners.count {
            let (one, other) = (corners[index - 1], corners[index])
            let a = (offset: one.offset - origin.offset, rate: one.rate - origin.rate)
            let b = (offset: other.offset - origin.offset, rate: other.rate - origin.rate)
            let doubled = a.offset * b.rate - b.offset * a.rate
            area += doubled
            offset += doubled * (a.offset + b.offset) / 3
            rate += doubled * (a.rate + b.rate) / 3
        }
        guard area.magnitude > Self.leastArea else { return nil }
        return Corner(offset: origin.offset + offset / area, rate: origin.rate + rate / area)
    }
}

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
    private(set) var corners: [Corner]

    init(offsets: ClosedRange<Double>, rates: ClosedRange<Double>) {
        corners = [
            Corner(offset: offsets.lowerBound, rate: rates.lowerBound),
            Corner(offset: offsets.upperBound, rate: rates.lowerBound),
            Corner(offset: offsets.upperBound, rate: rates.upperBound),
            Corner(offset: offsets.lowerBound, rate: rates.upperBound),
        ]
    }

    /// Cuts off the pairs whose offset, `seconds` after the moment of reference, is over `most`.
    mutating func keep(atMost most: Double, after seconds: Double) {
        cut(Bound(offset: 1, rate: seconds, limit: most))
    }

    /// Cuts off the pairs whose offset, `seconds` after the moment of reference, is under `least`.
    mutating func keep(atLeast least: Double, after seconds: Double) {
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
    private mutating func cut(_ bound: Bound) {
        // Most bounds cut nothing off.
        guard corners.contains(where: { bound.excess($0) > 0 }) else { return }
        var kept: [Corner] = []
        for (index, corner) in corners.enumerated() {
            let next = corners[index + 1 == corners.count ? 0 : index + 1]
            let here = bound.excess(corner)
            let there = bound.excess(next)
            if here <= 0 { kept.append(corner) }
            if (here < 0 && there > 0) || (here > 0 && there < 0) {
                let part = here / (here - there)
                kept.append(
                    Corner(
                        offset: corner.offset + (next.offset - corner.offset) * part,
                        rate: corner.rate + (next.rate - corner.rate) * part))
            }
        }
        corners = kept
    }

    /// The centre of mass; `nil` when no pair is possible, or all of them lie on a line.
    var centre: Corner? {
        guard let origin = corners.first else { return nil }
        // From a corner, as the polygon may be small and far from zero.
        var (area, offset, rate) = (0.0, 0.0, 0.0)
        for (one, other) in zip(corners.dropFirst(), corners.dropFirst(2)) {
            let a = (offset: one.offset - origin.offset, rate: one.rate - origin.rate)
            let b = (offset: other.offset - origin.offset, rate: other.rate - origin.rate)
            let doubled = a.offset * b.rate - b.offset * a.rate
            area += doubled
            offset += doubled * (a.offset + b.offset) / 3
            rate += doubled * (a.rate + b.rate) / 3
        }
        guard area.magnitude > 1e-6 else { return nil }
        return Corner(offset: origin.offset + offset / area, rate: origin.rate + rate / area)
    }
}

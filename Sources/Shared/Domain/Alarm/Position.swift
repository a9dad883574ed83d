// The times at which the sun rises and sets.
//
// By the equations of NOAA's solar calculator, which are those of low accuracy in J. Meeus, Astronomical Algorithms, chapter
// 25: the sun's longitude, from it the declination and the equation of time. The sun rises when its centre is 50 minutes of
// arc below the horizon: 34 for the refraction, 16 for its radius. The search halves the time between the sun's lowest and
// highest points and takes the sun where it is at each instant, so it needs no further correction.

/// A place on the earth, in ten-thousandths of a degree, some 11 m.
public struct Position: Hashable, Sendable {
    private let north: Int
    private let east: Int

    public static let rule = "degrees north and degrees east, such as \"52.52, 13.405\" or \"40.7, -74.0\""

    /// Reads ``rule``; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part -> Double? in
            let digits = part.drop { $0 == " " }
            return digits.utf8.count <= 12 && digits.allSatisfy { "-.0123456789".contains($0) } ? Double(digits) : nil
        }
        guard numbers.count == 2, let north = numbers[0], let east = numbers[1], north.magnitude <= 90,
            east.magnitude <= 180
        else { return nil }
        self.north = Int((north * 1e4).rounded())
        self.east = Int((east * 1e4).rounded())
    }

    /// The second at which the mean sun is highest, within half a minute for some minutes.
    func noonSecond(day: Int64) -> Int64 { day * 86_400 + 43_200 - Int64(east) * 24 / 1_000 }

    /// The second, by the sun of a day of this place's own mean time; `nil` where the sun stays up or down.
    ///
    /// - Parameter day: in days since 1970-01-01.
    func second(of event: SunTime.Event, day: Int64) -> Int64? {
        let meanNoon = noonSecond(day: day)
        let noon = Double(meanNoon) - Sun(at: Double(meanNoon)).equationOfTime
        var (below, above) = (noon + (event == .sunrise ? -43_200 : 43_200), noon)
        guard !isUp(at: below), isUp(at: above) else { return nil }
        while (above - below).magnitude > 0.5 {
            let middle = (above + below) / 2
            if isUp(at: middle) { above = middle } else { below = middle }
        }
        return Int64(((above + below) / 2).rounded())
    }

    private func isUp(at second: Double) -> Bool {
        let sun = Sun(at: second)
        let latitude = radians(Double(north) / 1e4)
        let dayPart = (second / 86_400).truncatingRemainder(dividingBy: 1)
        let hourAngle = (dayPart - 0.5) * 360 + Double(east) / 1e4 + sun.equationOfTime / 240
        let height =
            sine(latitude) * sun.declinationSine
            + cosine(latitude) * (1 - sun.declinationSine * sun.declinationSine).squareRoot()
            * cosine(radians(hourAngle))
        return height > Self.horizon
    }

    private static let horizon = sine(radians(-50.0 / 60))
}

extension Position: CustomStringConvertible {
    public var description: String { "\(Double(north) / 1e4), \(Double(east) / 1e4)" }
}

extension Position: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let position = Position(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "a position is \(Self.rule)"))
        }
        self = position
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// The sun as the turning earth sees it.
private struct Sun {
    let declinationSine: Double
    /// Seconds by which a sundial is ahead of the mean sun.
    let equationOfTime: Double

    /// - Parameter second: since 1970 UTC.
    init(at second: Double) {
        // Centuries since 2000-01-01T12:00Z.
        let t = (second / 86_400 - 10_957.5) / 36_525
        let meanLongitude = radians(280.46646 + t * (36_000.76983 + t * 0.0003032))
        let anomaly = radians(357.52911 + t * (35_999.05029 - t * 0.0001537))
        let eccentricity = 0.016708634 - t * (0.000042037 + t * 0.0000001267)
        let centre =
            sine(anomaly) * (1.914602 - t * (0.004817 + t * 0.000014))
            + sine(2 * anomaly) * (0.019993 - t * 0.000101) + sine(3 * anomaly) * 0.000289
        let node = radians(125.04 - t * 1_934.136)
        let longitude = meanLongitude + radians(centre - 0.00569 - 0.00478 * sine(node))
        let obliquity = radians(23.439291 - t * (0.0130042 + t * 0.00000016) + 0.00256 * cosine(node))
        declinationSine = sine(obliquity) * sine(longitude)
        let halfTangent = sine(obliquity / 2) / cosine(obliquity / 2)
        let y = halfTangent * halfTangent
        let angle =
            y * sine(2 * meanLongitude) - 2 * eccentricity * sine(anomaly)
            + 4 * eccentricity * y * sine(anomaly) * cosine(2 * meanLongitude)
            - 0.5 * y * y * sine(4 * meanLongitude) - 1.25 * eccentricity * eccentricity * sine(2 * anomaly)
        equationOfTime = angle * 180 / .pi * 240
    }
}

private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

private func cosine(_ angle: Double) -> Double { sine(angle + .pi / 2) }

/// The standard library of pure code has no sine. Within 1e-10.
private func sine(_ angle: Double) -> Double {
    let x = angle.remainder(dividingBy: 2 * .pi)
    let square = x * x
    // x - x³/3! + x⁵/5! …, from the last one to the first.
    return stride(from: 22.0, through: 2, by: -2).reduce(1) { 1 - square / ($1 * ($1 + 1)) * $0 } * x
}

import Glibc

/// Finds the exact instant at which a room's sound arrived, from an estimate good to some milliseconds.
///
/// It lays the envelopes of the rounds over each other along the line through their loudest moments and takes their
/// median, which drops noise and every sound that happened once. There it searches for the *first arrival*: the first
/// peak that reaches a fifth of the highest, since a reflection may be louder than the way through a door. Then each
/// round gives its own time of that peak, to a fraction of a frame, and a straight line through the times gives the
/// common instant: its slope is the error of the clocks.
struct RoomListener {
    private let recording: MicrophoneRecording
    private let filter: ChirpFilter
    /// The listener cannot tell anything below this amplitude from the filter's side lobes of the loudest chirp.
    private let floor: Float

    /// Seconds of the envelope around the expected arrival: echoes may be louder for some time after it.
    private static let window = (before: 0.04, after: 0.05)
    /// Share of the highest peak that the first one reaches.
    private static let firstShare: Float = 0.2
    /// The filter's side lobes relative to the loudest chirp: -60 dB.
    private static let sideLobes: Float = 1e-3
    /// Least ratio of the first arrival to the noise.
    private static let leastRatio: Float = 4
    /// Least correlation between the rounds' envelopes, 0 to 1.
    private static let leastLikeness: Float = 0.6
    /// Largest distance between a round's own peak and the common one, in seconds.
    private static let peakReach = 0.25e-3
    /// A round further from the line does not count.
    private static let farthest = 0.15e-3
    /// A round's own peak equals the common one but for noise: it is at least this share of it.
    private static let leastShare: Float = 0.4
    /// Least number of rounds: more than can meet the chirps of other rooms.
    private static let leastRounds = 6

    /// - Parameter loudest: power of the loudest chirp of all rooms.
    init(_ recording: MicrophoneRecording, loudest: Float) {
        self.recording = recording
        floor = max(.leastNormalMagnitude, Self.sideLobes * loudest.squareRoot())
        filter = ChirpFilter(
            rate: Double(recording.rate),
            seconds: Self.window.before + Self.window.after + CalibrationChirp.seconds + 1e-3, leastOutputRate: 40_000)
    }

    /// - Parameter onsets: seconds of the chirps after the common instant, ascending.
    /// - Returns: `nil` when the recording does not contain the room.
    func detect(at candidate: TrainSearch.Candidate, onsets: [Double]) -> RoomHearing? {
        let rounds = onsets.compactMap { round(expecting: candidate.instant + $0 * (1 + candidate.drift), onset: $0) }
        guard rounds.count >= Self.leastRounds else { return nil }
        let line = Self.line(through: rounds.map { ($0.onset, $0.loudest) })
        let envelopes = rounds.map { envelope(of: $0, around: line.value(at: $0.onset)) }
        let typical = envelopes[0].indices.map { index in Self.median(envelopes.map { $0[index] }) }
        guard let first = firstArrival(in: typical), likeness(of: envelopes, to: typical, at: first.index) else {
            return nil
        }
        let times = zip(rounds, envelopes).compactMap { round, envelope -> (Double, Double)? in
            let least = Self.leastShare * typical[first.index]
            guard let peak = peak(in: envelope, near: first.index, atLeast: least) else { return nil }
            return (round.onset, line.value(at: round.onset) + peak / filter.outputRate - Self.window.before)
        }
        return fit(times, clearness: 20 * log10(Double(first.ratio)), isFaint: first.isFaint)
    }

    // MARK: Rounds

    private struct Round {
        var onset: Double
        /// Second of the recording for the first value.
        var start: Double
        var power: [Float]
        /// Second of the recording at which it is loudest.
        var loudest: Double
    }

    /// Returns `nil` for a round outside the recording.
    private func round(expecting time: Double, onset: Double) -> Round? {
        let rate = Double(recording.rate)
        guard time >= 0, time + CalibrationChirp.seconds <= recording.seconds else { return nil }
        let frame = Int(((time - Self.window.before) * rate).rounded())
        let power = filter.power(of: recording.samples, from: frame)
        guard let loudest = power.indices.max(by: { power[$0] < power[$1] }) else { return nil }
        let start = Double(frame) / rate
        return Round(onset: onset, start: start, power: power, loudest: start + Double(loudest) / filter.outputRate)
    }

    /// Amplitudes from ``window``'s beginning on, with the second `centre` at its place.
    private func envelope(of round: Round, around centre: Double) -> [Float] {
        let count = Int((Self.window.before + Self.window.after) * filter.outputRate)
        let shift = (centre - Self.window.before - round.start) * filter.outputRate
        return (0..<count).map { index in
            let position = Double(index) + shift
            let whole = Int(position.rounded(.down))
            guard whole >= 0, whole + 1 < round.power.count else { return 0 }
            let share = Float(position - Double(whole))
            return (round.power[whole] * (1 - share) + round.power[whole + 1] * share).squareRoot()
        }
    }

    // MARK: First arrival

    private func firstArrival(in envelope: [Float]) -> (index: Int, ratio: Float, isFaint: Bool)? {
        guard let highest = envelope.indices.max(by: { envelope[$0] < envelope[$1] }) else { return nil }
        // An arrival may come up to 10 ms before the loudest moment; before that is noise.
        let quiet = envelope[..<max(0, highest - Int(0.01 * filter.outputRate))]
        guard quiet.count >= Int(0.005 * filter.outputRate) else { return nil }
        let noise = max(Self.median(Array(quiet)), floor)
        let threshold = max(Self.firstShare * envelope[highest], Self.leastRatio * noise)
        for index in 1..<(envelope.count - 1)
        where envelope[index] >= threshold && envelope[index] >= envelope[index - 1]
            && envelope[index] > envelope[index + 1]
        {
            return (index, envelope[index] / noise, threshold > Self.firstShare * envelope[highest])
        }
        return nil
    }

    /// True when most rounds look like the typical one, from the first arrival on: a chance sound does not.
    private func likeness(of envelopes: [[Float]], to typical: [Float], at index: Int) -> Bool {
        let start = max(0, index - Int(0.002 * filter.outputRate))
        let range = start..<min(typical.count, index + Int(0.015 * filter.outputRate))
        let likenesses = envelopes.map { Self.correlation($0[range], typical[range]) }
        return Self.median(likenesses) >= Self.leastLikeness
    }

    /// Returns the fractional index of the highest value near `index`, by a parabola through the logarithms around it;
    /// `nil` when there is no peak.
    private func peak(in envelope: [Float], near index: Int, atLeast least: Float) -> Double? {
        let reach = max(1, Int((Self.peakReach * filter.outputRate).rounded()))
        let range = max(1, index - reach)...min(envelope.count - 2, index + reach)
        guard let top = range.max(by: { envelope[$0] < envelope[$1] }), envelope[top] >= least,
            envelope[top] > envelope[top - 1], envelope[top] >= envelope[top + 1], envelope[top - 1] > 0,
            envelope[top + 1] > 0
        else { return nil }
        let (a, b, c) = (log(envelope[top - 1]), log(envelope[top]), log(envelope[top + 1]))
        let bend = a - 2 * b + c
        return Double(top) + (bend < 0 ? Double((a - c) / (2 * bend)) : 0)
    }

    // MARK: The line

    private struct Line {
        var start: Double
        var slope: Double

        func value(at x: Double) -> Double { start + slope * x }
    }

    /// Takes the median of the slopes of all pairs, and of the remainders (Theil 1950, Sen 1968): a few wild points do
    /// not matter.
    private static func line(through points: [(x: Double, y: Double)]) -> Line {
        var slopes: [Float] = []
        for (index, a) in points.enumerated() {
            // As differences from 1, which keep their digits.
            for b in points[..<index] { slopes.append(Float((a.y - b.y) / (a.x - b.x) - 1)) }
        }
        let slope = 1 + Double(max(-300e-6, min(300e-6, median(slopes))))
        let rests = points.map { $0.y - slope * $0.x }
        return Line(start: rests.sorted()[rests.count / 2], slope: slope)
    }

    /// Fits a line by least squares, without the outlying rounds.
    private func fit(_ times: [(x: Double, y: Double)], clearness: Double, isFaint: Bool) -> RoomHearing? {
        var times = times
        while times.count >= Self.leastRounds {
            let count = Double(times.count)
            let (meanX, meanY) = (times.reduce(0) { $0 + $1.x } / count, times.reduce(0) { $0 + $1.y } / count)
            let across = times.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
            let along = times.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
            let slope = across / along
            let line = Line(start: meanY - slope * meanX, slope: slope)
            let rests = times.map { abs($0.y - line.value(at: $0.x)) }
            guard let worst = rests.indices.max(by: { rests[$0] < rests[$1] }) else { return nil }
            if rests[worst] <= Self.farthest {
                let spread = (rests.reduce(0) { $0 + $1 * $1 } / (count - 2)).squareRoot()
                return RoomHearing(
                    instant: line.start, rounds: times.count, spread: spread, clearness: clearness, isFaint: isFaint,
                    drift: slope - 1)
            }
            times.remove(at: worst)
        }
        return nil
    }

    // MARK: Statistics

    private static func median(_ values: [Float]) -> Float {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }

    private static func correlation(_ a: ArraySlice<Float>, _ b: ArraySlice<Float>) -> Float {
        let (meanA, meanB) = (a.reduce(0, +) / Float(a.count), b.reduce(0, +) / Float(b.count))
        var (ab, aa, bb): (Float, Float, Float) = (0, 0, 0)
        for (x, y) in zip(a, b) {
            ab += (x - meanA) * (y - meanB)
            aa += (x - meanA) * (x - meanA)
            bb += (y - meanB) * (y - meanB)
        }
        return ab / max(.leastNormalMagnitude, (aa * bb).squareRoot())
    }
}

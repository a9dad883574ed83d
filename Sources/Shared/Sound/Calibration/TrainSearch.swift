import Glibc

/// Finds the places in a recording at which a room's chirps may be, to some milliseconds.
///
/// For every moment it computes the rise of the sound over the level just before. That makes a quiet room's chirp as
/// good as a loud one's, and leaves nothing of the echoes of the others, which only fall. A room is at the place at
/// which the rises at its eight instants add up to most; the two smallest do not count, so that a slammed door does no
/// harm. The recorder's clock error is unknown too: the search tries several errors.
struct TrainSearch {
    /// A possible beginning of a train.
    struct Candidate {
        /// Seconds into the recording of the common instant.
        var instant: Double
        /// Excess of the recorder's clock and the room's together, as a share of 1.
        var drift: Double
        var score: Float
    }

    /// Seconds between two moments of the search.
    private static let hop = 0.002
    /// A chirp's rise lasts so many moments; the search need not meet a room's instants more closely.
    private static let width = 3
    /// The earlier moments that a rise is relative to.
    private static let before = 4...22
    /// Cap of a rise as a factor of power: 15 dB, so that no single moment outweighs the rounds.
    private static let highestRise: Float = 5
    /// The largest clock error of the search.
    private static let drifts = 200e-6
    /// Number of a room's instants that the recording may lack.
    private static let spareRounds = 2

    /// Power of the loudest moment.
    let loudest: Float
    /// By moment.
    private let rises: [Float]

    init(_ recording: MicrophoneRecording) {
        let filter = ChirpFilter(
            rate: Double(recording.rate), seconds: 5 * CalibrationChirp.seconds, leastOutputRate: 8_500)
        let valuesPerMoment = Self.hop * filter.outputRate
        let moments = Int(recording.seconds / Self.hop) + 1
        var powers = [Float](repeating: 0, count: moments)
        var start = 0
        while start < recording.samples.count {
            let base = Double(start) / filter.framesPerValue
            for (index, power) in filter.power(of: recording.samples, from: start).enumerated() {
                let moment = Int((base + Double(index)) / valuesPerMoment)
                if moment < moments { powers[moment] = max(powers[moment], power) }
            }
            start += Int(Double(filter.validCount) * filter.framesPerValue)
        }
        loudest = powers.max() ?? 0
        rises = Self.rises(of: powers)
    }

    private static func rises(of powers: [Float]) -> [Float] {
        let widened = powers.indices.map { powers[$0..<min($0 + width, powers.count)].max() ?? 0 }
        // Digital silence is not quieter than a good microphone.
        let floor = max(Float.leastNormalMagnitude, 1e-9 * (powers.max() ?? 0))
        return widened.indices.map { moment in
            let past = max(0, moment - before.upperBound)..<max(0, moment - before.lowerBound)
            guard !past.isEmpty else { return 0 }
            let level = widened[past].reduce(0, +) / Float(past.count)
            return min(highestRise, max(0, log2((widened[moment] + floor) / (level + floor))))
        }
    }

    /// Returns the best places for a room's train, the best first; more than one, because another room's sounds may fit
    /// the coarse search by chance.
    ///
    /// - Parameter onsets: seconds of the chirps after the common instant, ascending.
    func candidates(onsets: [Double], atMost limit: Int) -> [Candidate] {
        guard let last = onsets.last else { return [] }
        let tries = Int((Self.drifts * last / Self.hop).rounded(.up))
        let offsets = (-tries...tries).map { attempt -> (drift: Double, moments: [Int]) in
            let drift = Self.drifts * Double(attempt) / Double(max(1, tries))
            return (drift, onsets.map { Int(($0 * (1 + drift) / Self.hop).rounded()) })
        }
        // The first rounds and the last may be missing.
        let earliest = -Int(onsets[Self.spareRounds] / Self.hop)
        let latest = rises.count - Int(onsets[onsets.count - 1 - Self.spareRounds] / Self.hop)
        guard earliest < latest else { return [] }
        var best: [Candidate] = []
        for moment in earliest..<latest {
            for (drift, moments) in offsets {
                let score = score(at: moment, moments)
                guard score > best.last?.score ?? 0 || best.count < limit else { continue }
                let instant = Double(moment) * Self.hop
                // Neighbours of a place count as the same place.
                if let near = best.firstIndex(where: { abs($0.instant - instant) < 0.03 }) {
                    guard score > best[near].score else { continue }
                    best.remove(at: near)
                }
                best.append(Candidate(instant: instant, drift: drift, score: score))
                best.sort { $0.score > $1.score }
                if best.count > limit { best.removeLast() }
            }
        }
        return best
    }

    private func score(at moment: Int, _ offsets: [Int]) -> Float {
        var sum: Float = 0
        var (least, second) = (Float.infinity, Float.infinity)
        for offset in offsets {
            let index = moment + offset
            let rise = rises.indices.contains(index) ? rises[index] : 0
            sum += rise
            if rise < least { (least, second) = (rise, least) } else if rise < second { second = rise }
        }
        return sum - least - second
    }
}

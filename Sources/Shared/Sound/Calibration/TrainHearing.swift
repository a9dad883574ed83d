import ClockDomain
import Glibc

/// The instants at which a recording contains each room of a click train.
public struct TrainHearing: Hashable, Sendable {
    /// By room, in the train's order; `nil` for a room that the recording does not contain.
    public let rooms: [RoomHearing?]

    /// Peaks below this share of full scale, -60 dB, are silence.
    private static let leastPeak: Float = 0.001
    /// Length of a run of samples at the peak that shows that the recorder clipped.
    private static let clippedRun = 3
    /// Share of such samples from which ``init(of:in:)`` refuses a recording.
    private static let mostClipped = 0.002
    /// Least share of the train that the recording must contain.
    private static let leastShare = 0.75
    private static let candidates = 4

    /// - Parameter rooms: by room, in the train's order.
    public init(rooms: [RoomHearing?]) { self.rooms = rooms }

    /// Measures a recording. Costs some seconds of processor time for a minute of sound.
    ///
    /// - Throws: ``RecordingProblem`` when the recording is too short, silent or clipped, or contains no room.
    public init(of train: ClickTrain, in recording: MicrophoneRecording) throws(RecordingProblem) {
        try Self.check(recording, holds: train)
        let search = TrainSearch(recording)
        let listener = RoomListener(recording, loudest: search.loudest)
        rooms = (0..<train.rooms).map { room in
            let onsets = train.onsets(room: room).map { Double($0) / Double(RenderedPlan.sampleRate) }
            for candidate in search.candidates(onsets: onsets, atMost: Self.candidates) {
                if let hearing = listener.detect(at: candidate, onsets: onsets) { return hearing }
            }
            return nil
        }
        guard rooms.contains(where: { $0 != nil }) else {
            throw RecordingProblem(
                "has no clicks of \(train.rooms) rooms in it",
                "record while they play, and name the rooms that played, all of them")
        }
    }

    /// Returns the seconds by which a room is later than the reference; `nil` when the recording lacks one of them.
    ///
    /// - Precondition: both are rooms of the train.
    public func delay(of room: Int, after reference: Int) -> Double? {
        guard let late = rooms[room], let early = rooms[reference] else { return nil }
        return (late.instant - early.instant) / (1 + recorderDrift)
    }

    /// Mean excess of the recorder's clock over the rooms' outputs, as a share of 1.
    public var recorderDrift: Double {
        let drifts = rooms.compactMap { $0?.drift }.sorted()
        return drifts.isEmpty ? 0 : drifts[drifts.count / 2]
    }

    private static func check(_ recording: MicrophoneRecording, holds train: ClickTrain) throws(RecordingProblem) {
        let needed = train.duration.secondsWithFraction
        guard recording.seconds >= leastShare * needed else {
            throw RecordingProblem(
                "is \(tenths(recording.seconds)) s long, and the clicks of \(train.rooms) rooms last "
                    + "\(tenths(needed)) s",
                "begin to record before they play, and stop after it")
        }
        let peak = recording.samples.reduce(0) { max($0, abs($1)) }
        guard peak >= leastPeak else {
            let level = peak > 0 ? "nothing in it is louder than \(Int(20 * log10(peak))) dB" : "it has only zeros"
            throw RecordingProblem("is silent: \(level)", "choose the right microphone and turn it up")
        }
        let clipped = clippedShare(recording.samples, peak: peak)
        guard clipped <= mostClipped else {
            throw RecordingProblem(
                "is clipped: \(tenths(100 * clipped)) % of it is cut off at its peak",
                "turn the microphone down or move it away from the loudest room, and record again")
        }
    }

    private static func clippedShare(_ samples: [Float], peak: Float) -> Double {
        let limit = 0.999 * peak
        var (clipped, run) = (0, 0)
        for sample in samples {
            if abs(sample) >= limit {
                run += 1
            } else {
                if run >= clippedRun { clipped += run }
                run = 0
            }
        }
        return Double(clipped + (run >= clippedRun ? run : 0)) / Double(max(1, samples.count))
    }

    private static func tenths(_ value: Double) -> String {
        let scaled = Int((value * 10).rounded())
        return "\(scaled / 10).\(scaled % 10)"
    }
}

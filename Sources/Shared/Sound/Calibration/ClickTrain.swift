import ClockDomain

/// The sounds that several rooms play at once, so that one recording shows their distances in time.
///
/// Each room has a sound of its own, and all rooms play their first frame at the same instant. A sound has ``rounds``
/// chirps and silence between them. In every round each room has a slot to itself, so that the rooms do not sound
/// together, and within its slot a step that depends on the room and the round shifts its chirp. The eight instants of
/// a room so form a pattern that fits no other room's, at any delay between them: the search needs to know neither a
/// room's delay nor the beginning of the recording.
public struct ClickTrain: Hashable, Sendable {
    /// Number of rooms that play.
    public let rooms: Int

    /// One room alone has nothing to compare it with; more than 16 take over a minute.
    public static let roomRange = 2...16
    /// Chirps of each room.
    public static let rounds = 8
    /// Frames of a slot, half a second: a room has died away enough when the next one sounds.
    static let slotFrames = RenderedPlan.sampleRate / 2
    /// Steps within a slot, the last at 120 ms, so that a chirp is at least 0.3 s from its neighbours' ends. With so
    /// many, at most four of a room's eight instants meet chirps of other rooms, however they are shifted.
    private static let steps: UInt64 = 16
    /// Frames of a step, 8 ms.
    private static let stepFrames: UInt64 = 353
    /// Silence before the first slot and after the last, in frames.
    private static let margin = 4_410
    /// Half of full scale, for small speakers.
    private static let amplitude = 16_384.0

    /// `nil` for a number of rooms outside ``roomRange``.
    public init?(rooms: Int) {
        guard Self.roomRange.contains(rooms) else { return nil }
        self.rooms = rooms
    }

    /// From the common instant to the end of the last sound.
    public var duration: Duration { .nanoseconds(RenderedPlan.nanoseconds(frames: frameCount)) }

    private var frameCount: Int { 2 * Self.margin + Self.rounds * rooms * Self.slotFrames }

    /// Returns the beginnings of a room's chirps, in frames at 44,100 Hz after the common instant, ascending.
    ///
    /// - Precondition: `room` is in `0..<rooms`.
    func onsets(room: Int) -> [Int] {
        precondition((0..<rooms).contains(room), "room \(room) is not one of \(rooms)")
        return (0..<Self.rounds).map { round in
            // Another room goes first in each round, so that no room always sounds in the echoes of the same other
            // room.
            let slot = round * rooms + (room + round) % rooms
            var generator = SplitMix64(seed: UInt64(room * Self.rounds + round))
            let step = Int(generator.next() % Self.steps * Self.stepFrames)
            return Self.margin + slot * Self.slotFrames + step
        }
    }

    /// Returns a room's sound: signed 16-bit mono frames at 44,100 Hz. The first frame belongs on the common instant.
    ///
    /// - Precondition: `room` is in `0..<rooms`.
    public func frames(room: Int) -> [Int16] {
        let chirp = CalibrationChirp.frames(rate: Double(RenderedPlan.sampleRate))
            .map { Int16(($0 * Self.amplitude).rounded()) }
        var frames = [Int16](repeating: 0, count: frameCount)
        for onset in onsets(room: room) { frames.replaceSubrange(onset..<onset + chirp.count, with: chirp) }
        return frames
    }
}

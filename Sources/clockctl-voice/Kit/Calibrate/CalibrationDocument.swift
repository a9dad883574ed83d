internal import ClockDomain
internal import ClockSound

/// The output of `calibrate --recording … --json`.
struct CalibrationDocument: Encodable {
    struct Room: Encodable {
        var node: NodeID
        var room: String
        var verdict: RoomTrim.Verdict
        var lateMilliseconds: Double?
        var uncertaintyMilliseconds: Double?
        var rounds: Int?
        var clearnessDecibels: Double?
        var trimMicroseconds: Int
        var newTrimMicroseconds: Int?

        enum CodingKeys: String, CodingKey {
            case node, room, verdict, rounds
            case lateMilliseconds = "late_ms"
            case uncertaintyMilliseconds = "uncertainty_ms"
            case clearnessDecibels = "clearness_db"
            case trimMicroseconds = "trim_us"
            case newTrimMicroseconds = "new_trim_us"
        }

        init(_ trim: RoomTrim) {
            node = trim.node
            room = trim.room
            verdict = trim.verdict
            lateMilliseconds = trim.delay.map { Self.rounded($0 * 1e3) }
            uncertaintyMilliseconds = trim.hearing.map { Self.rounded($0.uncertainty * 1e3) }
            rounds = trim.hearing?.rounds
            clearnessDecibels = trim.hearing.map { Self.rounded($0.clearness) }
            trimMicroseconds = trim.trimNow
            newTrimMicroseconds = trim.trimNew
        }

        /// To a thousandth: further digits are noise.
        private static func rounded(_ value: Double) -> Double { (value * 1e3).rounded() / 1e3 }
    }

    var site: SiteID
    var reference: NodeID
    var recorderDriftPPM: Double
    var rooms: [Room]
    /// True when the command has set the new trims.
    var applied: Bool

    enum CodingKeys: String, CodingKey {
        case site, reference, rooms, applied
        case recorderDriftPPM = "recorder_drift_ppm"
    }

    init(_ result: CalibrationResult, site: SiteID, applied: Bool) {
        self.site = site
        reference = result.reference
        // Without the sign of a zero.
        recorderDriftPPM = (result.recorderDrift * 1e8).rounded() / 100 + 0
        rooms = result.rooms.map(Room.init)
        self.applied = applied
    }
}

import ClockDomain
import PacedRecording

/// One room after a round: the sounds of its output, its lines, and its faults.
struct Room {
    var node: String
    /// Ascending.
    var sounds: [Span]
    var rings: [StoreContents.Ring]
    /// Those of `rings` that were there after an earlier round, and were held against its recordings.
    var earlier: Set<StoreContents.Ring>
    var quarter: StoreContents.Quarter?
    /// The round's faults at this node.
    var faults: [Fault]

    init(
        node: String, sounds: [Span], rings: [StoreContents.Ring], earlier: Set<StoreContents.Ring> = [],
        quarter: StoreContents.Quarter?, faults: [Fault]
    ) {
        self.node = node
        self.sounds = sounds
        self.rings = rings
        self.earlier = earlier
        self.quarter = quarter
        self.faults = faults
    }

    /// - Parameters:
    ///   - began: the power's return. Earlier sounds are of an earlier round.
    ///   - end: later sounds have no line yet.
    ///   - earlier: the lines that were there after the rounds before.
    init(
        node: String, house: House, round: Plan.Round, began: WallTime, end: WallTime, store: StoreContents,
        earlier: Set<StoreContents.Ring>
    ) throws {
        // An output that has nothing to play gives zeros, so that the softest sound is one.
        let detector = OnsetDetector(thresholdDecibels: -.infinity, minimumGapMilliseconds: 500)
        var sounds: [Span] = []
        for recording in try Recording.list(in: "\(house.folder)/heard/\(node)") {
            func time(_ frame: Double) -> WallTime {
                WallTime(nanoseconds: recording.wallNanoseconds(atFrame: frame)) + house.clockOffset
            }
            guard time(Double(recording.frameCount)) > began, time(0) >= began - .seconds(1) else { continue }
            for onset in try detector.onsets(in: recording) where time(Double(onset.frame)) < end {
                sounds.append(Span(start: time(Double(onset.frame)), end: time(Double(onset.endFrame))))
            }
        }
        self.init(
            node: node, sounds: sounds.sorted { $0.start < $1.start }, rings: store.rings.filter { $0.node == node },
            earlier: earlier, quarter: store.quarters.first { $0.node == node && $0.seconds == round.target.seconds },
            faults: round.faults.filter { $0.host == node })
    }
}

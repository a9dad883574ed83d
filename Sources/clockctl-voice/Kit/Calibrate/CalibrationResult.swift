internal import ClockDomain
internal import ClockRuntime
internal import ClockSound
internal import ClockctlKit

/// The trims that follow from a recording.
struct CalibrationResult: Hashable, Sendable {
    struct Room: Hashable, Sendable {
        var node: NodeID
        var room: String
        /// Microseconds, at the time of the clicks and now.
        var trimThen: Int
        var trimNow: Int
    }

    var reference: NodeID
    /// In the order of the train.
    var rooms: [RoomTrim]
    /// Excess of the recorder's clock over the rooms' clocks, as a share of 1.
    var recorderDrift: Double

    /// - Parameters:
    ///   - rooms: the rooms of the train, in its order.
    ///   - distances: metres from speaker to microphone: of all rooms, or of none.
    ///   - reference: the earliest room unless given.
    /// - Throws: ``FatalError`` for distances of some rooms only, and for a reference that the recording does not show
    ///   well.
    init(_ hearing: TrainHearing, rooms: [Room], distances: [NodeID: Double], reference: NodeID?) throws(FatalError) {
        try Self.check(distances, rooms)
        /// Seconds after the first room of the train.
        func arrival(_ index: Int) -> Double? {
            guard let first = hearing.rooms.firstIndex(where: { $0 != nil }) else { return nil }
            let way = (distances[rooms[index].node] ?? 0) / DistanceWords.speedOfSound
            return hearing.delay(of: index, after: first).map { $0 - way }
        }
        let certain = rooms.indices.filter { index in hearing.rooms[index].map { !$0.isFaint } ?? false }
        let chosen: Int
        if let reference {
            chosen = try Self.index(of: reference, rooms, certain)
        } else if let earliest = certain.min(by: { arrival($0) ?? 0 < arrival($1) ?? 0 }) {
            chosen = earliest
        } else {
            throw FatalError(.badData, "no room was heard clearly; turn the rooms up, and let them click again")
        }
        let moved = rooms[chosen].trimNow - rooms[chosen].trimThen
        let start = arrival(chosen) ?? 0
        self.reference = rooms[chosen].node
        recorderDrift = hearing.recorderDrift
        self.rooms = rooms.enumerated().map { index, room in
            let delay = arrival(index).map { $0 - start }
            var trim = RoomTrim(
                node: room.node, room: room.room, verdict: .notHeard, delay: delay, hearing: hearing.rooms[index],
                trimNow: room.trimNow)
            guard let delay else { return trim }
            guard index != chosen else {
                trim.verdict = .reference
                trim.trimNew = room.trimNow
                return trim
            }
            guard certain.contains(index) else {
                trim.verdict = .faint
                return trim
            }
            // The reference's trim may have changed since it clicked; the others follow it.
            let new = room.trimThen + moved + Int((delay * 1e6).rounded())
            let isSettable = NodeSettings.trimRange.contains(new)
            trim.verdict = isSettable ? .measured : .outOfRange
            trim.trimNew = isSettable ? new : nil
            return trim
        }
    }

    var changes: [RoomTrim] { rooms.filter { $0.trimNew != nil && $0.trimNew != $0.trimNow } }

    var open: [RoomTrim] { rooms.filter { $0.trimNew == nil } }

    private static func check(_ distances: [NodeID: Double], _ rooms: [Room]) throws(FatalError) {
        guard !distances.isEmpty else { return }
        let nodes = rooms.map(\.node)
        if let stranger = distances.keys.filter({ !nodes.contains($0) }).min() {
            throw FatalError(.usage, "--distance: \(stranger) is not one of the rooms that clicked")
        }
        if let missing = nodes.first(where: { distances[$0] == nil }) {
            throw FatalError(.usage, "--distance: \(missing) has none; say how far every room is, or none of them")
        }
    }

    private static func index(of reference: NodeID, _ rooms: [Room], _ certain: [Int]) throws(FatalError) -> Int {
        guard let index = rooms.firstIndex(where: { $0.node == reference }) else {
            let names = rooms.map(\.node.rawValue).joined(separator: ", ")
            throw FatalError(.usage, "--reference: \(reference) is not one of the rooms that clicked: \(names)")
        }
        guard certain.contains(index) else {
            throw FatalError(
                .badData,
                "\(reference), the reference, was not heard clearly; turn it up or move the microphone nearer to it "
                    + "and let the rooms click again, or name another --reference")
        }
        return index
    }
}

internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockSound
internal import ClockWire
internal import ClockctlKit

/// Reading a recording.
extension CalibrateCommand {
    func listen(to file: String, on console: Console, _ link: CoordinatorLink) throws {
        let recording = try recorded(file)
        let distances = try DistanceWords.metres(distance)
        let known = try NodeNames(link: link).known()
        let rooms = try clickedRooms(known, link.settings.site, console)
        let reference = try reference.map { try CalibrationRooms(known, link.settings.site).find($0).id }
        guard let train = ClickTrain(rooms: rooms.count) else { throw CalibrationRooms.wrongNumber(rooms.count) }
        let hearing: TrainHearing
        do throws(RecordingProblem) {
            hearing = try TrainHearing(of: train, in: recording)
        } catch {
            throw FatalError(.badData, "\(file) \(error)")
        }
        let result = try CalibrationResult(hearing, rooms: rooms, distances: distances, reference: reference)
        if apply { try set(result.changes, link) }
        output.write(CalibrationDocument(result, site: link.settings.site, applied: apply), on: console) {
            CalibrationView(
                result: result, knowsDistances: !distances.isEmpty, isApplied: apply, width: console.columns
            ).lines()
        }
        if !result.open.isEmpty { throw SilentFailure() }
    }

    private func recorded(_ file: String) throws(FatalError) -> MicrophoneRecording {
        do throws(RecordingProblem) {
            return try MicrophoneRecording(path: file)
        } catch {
            throw FatalError(.noInput, "\(file) \(error)")
        }
    }

    /// Returns the rooms of the train in its order: the named ones, or those that clicked last.
    private func clickedRooms(
        _ known: [NodeStatus], _ site: SiteID, _ console: Console
    ) throws(FatalError) -> [CalibrationResult.Room] {
        let kept = PlayedTrain.path(environment: console.environment).flatMap(PlayedTrain.kept)
            .flatMap { $0.site == site ? $0 : nil }
        let rooms = CalibrationRooms(known, site)
        let chosen: [NodeStatus]
        if all {
            chosen = try rooms.online()
        } else if !nodes.isEmpty {
            chosen = try rooms.named(nodes)
        } else if let kept {
            chosen = try kept.rooms.map { room throws(FatalError) in try rooms.find(room.node.rawValue) }
        } else {
            throw FatalError(
                .usage,
                "no rooms of site \(site) have clicked by this computer's word; name those that are in the recording, "
                    + "all of them: clockctl calibrate <node> … --recording <file>")
        }
        let isKept = kept?.rooms.map(\.node) == chosen.map(\.id)
        return chosen.enumerated().map { index, node in
            let trimNow = node.settings.trimMicroseconds
            let trimThen = isKept ? kept?.rooms[index].trimMicroseconds : nil
            return CalibrationResult.Room(
                node: node.id, room: node.room, trimThen: trimThen ?? trimNow, trimNow: trimNow)
        }
    }

    private func set(_ changes: [RoomTrim], _ link: CoordinatorLink) throws {
        for room in changes {
            guard let new = room.trimNew else { continue }
            try setTrim(new, of: room.node, link)
        }
    }

    func setTrim(_ microseconds: Int, of node: NodeID, _ link: CoordinatorLink) throws {
        var change = SettingsPatch()
        change.trimMicroseconds = microseconds
        _ = try link.request(SetRequest(nodes: [node], change: change, by: link.settings.person))
    }
}

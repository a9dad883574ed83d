internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockSound
internal import ClockWire
internal import ClockctlKit

/// Judging by ear.
extension CalibrateCommand {
    /// Time for both rooms to get the sound.
    private static let head: Duration = .seconds(5)

    func clickTogether(on console: Console, _ link: CoordinatorLink) throws {
        let known = try NodeNames(link: link).known()
        let rooms = CalibrationRooms(known, link.settings.site)
        let room = try rooms.find(nodes[0])
        let reference = try earReference(for: room, known, rooms)
        if let offline = [room, reference].first(where: { $0.availability == .offline }) {
            throw FatalError(.unavailable, "\(offline.id) is offline; bring it back, or name another --reference")
        }
        var trim = room.settings.trimMicroseconds
        if let nudge = try nudgeMicroseconds() {
            trim += nudge
            guard NodeSettings.trimRange.contains(trim) else {
                throw FatalError(
                    .badData,
                    "\(room.id) would get a trim of \(TrimWords.words(trim)), and a trim is at most "
                        + "\(TrimWords.words(NodeSettings.trimRange.upperBound)) either way")
            }
            try setTrim(trim, of: room.id, link)
        }
        let sound = ClickPlayer.Sound(nodes: [room.id, reference.id], bytes: try ClickPlayer.file(EarClicks.frames()))
        let player = ClickPlayer(link: link, volume: try clickVolume())
        let played = try player.order([sound], ahead: Self.head)
        let length = Duration.seconds(EarClicks.count)
        if !output.json {
            console.write([
                StyledText(room.room, .bold) + StyledText(" has a trim of \(TrimWords.words(trim)). From ")
                    + StyledText(console.words(at: Clocks.wall()).time(played.target))
                    + StyledText(" on it clicks with \(reference.room) for \(EarClicks.count) s, once a second.")
            ])
        }
        let problems = try player.problems(of: played, length: length)
        if output.json {
            console.write(
                JSONOutput.text(ClickDocument(link.settings.site, played, length, problems, trimMicroseconds: trim)))
        }
        if let problem = problems.first {
            throw FatalError(.failure, "\(problem.node) did not click: \(problem.words)")
        }
        guard !output.json else { return }
        let command = "clockctl calibrate \(room.id) --by-ear --reference \(reference.id) --nudge"
        console.write([
            StyledText(
                "Two clicks each second? Stand equally far from both. If \(room.room) comes last, send it earlier:"),
            StyledText("  \(command) +5ms", .bold),
            StyledText("and if it comes first, later:"),
            StyledText("  \(command) -5ms", .bold),
        ])
    }

    /// Returns the named room, or the other one of two.
    private func earReference(
        for room: NodeStatus, _ known: [NodeStatus], _ rooms: CalibrationRooms
    ) throws(FatalError) -> NodeStatus {
        guard let reference else {
            let others = known.filter { $0.id != room.id && $0.availability == .online }
            guard others.count == 1 else {
                throw FatalError(
                    .usage,
                    others.isEmpty
                        ? "no other room is online to click with \(room.id)"
                        : "with which room shall \(room.id) click? Say --reference "
                            + others.prefix(8).map(\.id.rawValue).joined(separator: ", or "))
            }
            return others[0]
        }
        let node = try rooms.find(reference)
        guard node.id != room.id else {
            throw FatalError(.usage, "--reference: \(node.id) cannot be its own reference; name another room")
        }
        return node
    }
}

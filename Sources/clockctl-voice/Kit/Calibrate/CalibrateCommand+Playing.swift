internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockSound
internal import ClockWire
internal import ClockctlKit

/// Makes the rooms click.
extension CalibrateCommand {
    /// Time for the person to start the recorder, and for the nodes to get their sounds.
    private static let head: Duration = .seconds(10)

    func playTrain(on console: Console, _ link: CoordinatorLink) throws {
        let rooms = CalibrationRooms(try NodeNames(link: link).known(), link.settings.site)
        let nodes = try all ? rooms.online() : rooms.named(nodes)
        if let offline = nodes.first(where: { $0.availability == .offline }) {
            throw FatalError(.unavailable, "\(offline.id) is offline; leave it out or bring it back")
        }
        guard let train = ClickTrain(rooms: nodes.count) else { throw CalibrationRooms.wrongNumber(nodes.count) }
        let sounds = try nodes.indices.map { index in
            ClickPlayer.Sound(nodes: [nodes[index].id], bytes: try ClickPlayer.file(train.frames(room: index)))
        }
        let player = ClickPlayer(link: link, volume: try clickVolume())
        let played = try player.order(sounds, ahead: Self.head)
        keep(
            PlayedTrain(
                site: link.settings.site, target: played.target,
                rooms: nodes.map { .init(node: $0.id, trimMicroseconds: $0.settings.trimMicroseconds) }), console)
        if !output.json {
            let words = console.words(at: Clocks.wall())
            let names = RoomNames.list(nodes.map(\.room))
            console.write([
                StyledText("Record now", .bold)
                    + StyledText(
                        ": \(names) click in turn from \(words.time(played.target)) on, for "
                            + "\(QuantityWords.decimal(train.duration.secondsWithFraction.rounded(.up), digits: 0)) s.")
            ])
        }
        let problems = try player.problems(of: played, length: train.duration)
        if output.json {
            console.write(JSONOutput.text(ClickDocument(link.settings.site, played, train.duration, problems)))
        }
        if let problem = problems.first {
            throw FatalError(
                .failure,
                "\(problem.node) did not click: \(problem.words); put it right or leave it out, and let the rooms "
                    + "click again"
            )
        }
        guard !output.json else { return }
        let again =
            PlayedTrain.path(environment: console.environment) == nil
            ? nodes.map(\.id.rawValue).joined(separator: " ") + " " : ""
        console.write([
            StyledText("That was all. Stop recording, bring the file to this computer, and run:"),
            StyledText("  clockctl calibrate \(again)--recording FILE", .bold),
        ])
    }

    /// Stores the train; if that fails, the person must name its rooms later.
    private func keep(_ train: PlayedTrain, _ console: Console) {
        guard let path = PlayedTrain.path(environment: console.environment) else { return }
        do throws(FatalError) {
            try train.keep(at: path)
        } catch {
            console.warn("\(error); name the rooms again with --recording")
        }
    }
}

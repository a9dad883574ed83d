internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The rings, snoozes, countdowns and sounds of a site, the loudest first: a line each.
struct RingLines: Sendable {
    var status: SiteStatus
    var words: TimeWords
    /// Terminal columns; `nil` for no limit.
    var width: Int?

    /// Most timers shown; the line below counts the rest.
    static let maximumTimers = 8
    /// Most future sounds shown.
    static let maximumPlays = 8
    /// Most rooms named in one line.
    private static let namedRooms = 12

    func lines() -> [StyledText] { (rings() + timers() + plays()).map { line in width.map(line.truncated) ?? line } }

    /// A ring that several rooms report alike.
    private struct Ringing {
        var ring: RingReport
        var node: NodeStatus
        var rooms: [String]
    }

    private func rings() -> [StyledText] {
        var all: [Ringing] = []
        for node in status.nodes {
            let offline = node.availability == .offline ? " (offline, by its last word)" : ""
            for ring in node.rings {
                if let index = all.firstIndex(where: {
                    $0.ring.occurrence == ring.occurrence && $0.ring.state == ring.state
                        && $0.ring.problem == ring.problem
                }) {
                    all[index].rooms.append(node.room + offline)
                } else {
                    all.append(Ringing(ring: ring, node: node, rooms: [node.room + offline]))
                }
            }
        }
        func rank(_ ringing: Ringing) -> (Int, Occurrence) {
            (ringing.ring.state == .ringing ? 0 : 1, ringing.ring.occurrence)
        }
        return all.sorted { rank($0) < rank($1) }.map(line)
    }

    private func line(_ ringing: Ringing) -> StyledText {
        let ring = ringing.ring
        let source = ring.occurrence.source
        let name = StyledText(ScheduleWords.name(source, ring.label), .bold)
        let place = " in \(RoomWords.list(ringing.rooms, most: RingLines.namedRooms))"
        let stop = StyledText("  clockctl alarm stop \(source)", .dim)
        switch ring.state {
        case .ringing:
            let since = ring.since.map { ", for \(TimeWords.span(words.now - ringing.node.siteTime(of: $0)))" } ?? ""
            let heard = ring.problem.map { ", not heard: \($0)" } ?? ""
            return fitted(
                StyledText("RINGING ", .bad) + name + StyledText(place, .bad) + StyledText(since + heard), stop)
        case .snoozed:
            let until = ring.until.map { " until \(words.timeOrDay(ringing.node.siteTime(of: $0)))" } ?? ""
            return fitted(StyledText("snoozed ", .warning) + name + StyledText("\(place)\(until)"), stop)
        }
    }

    /// Returns the line with its advice, if there is room for that.
    private func fitted(_ line: StyledText, _ hint: StyledText) -> StyledText {
        width.map { line.width + hint.width > $0 } ?? false ? line : line + hint
    }

    /// Returns the lines of timers that count; a timer that rings has a line already.
    private func timers() -> [StyledText] {
        var all: [(id: TimerID, name: String, state: CountdownState, rooms: [String])] = []
        for node in status.nodes {
            for timer in node.timers where !node.rings.contains(where: { $0.occurrence.source == .timer(timer.id) }) {
                if let index = all.firstIndex(where: { $0.id == timer.id }) {
                    all[index].rooms.append(node.room)
                } else {
                    all.append((timer.id, timer.name, node.siteTime(of: timer.state), [node.room]))
                }
            }
        }
        let sorted = all.map { ($0, CountdownWords.left($0.state, at: words.now)) }
            .sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }
        let lines = sorted.prefix(RingLines.maximumTimers).map { timer, left -> StyledText in
            let name = StyledText(ScheduleWords.name(timer.id, timer.name), .bold)
            let place = StyledText(" in \(RoomWords.list(timer.rooms, most: RingLines.namedRooms))")
            let remaining = StyledText(CountdownWords.remaining(left))
            switch timer.state {
            case .running: return StyledText("timer ", .dim) + name + StyledText("  ") + remaining + place
            case .paused:
                return StyledText("timer ", .dim) + name + StyledText("  ") + remaining
                    + StyledText(" (paused)", .warning) + place
            }
        }
        let more = sorted.count - lines.count
        guard more > 0 else { return lines }
        return lines + [StyledText("… \(QuantityWords.count(more, "more timer")): clockctl timer list", .dim)]
    }

    /// Returns a line for each sound, once for all rooms that hold it.
    private func plays() -> [StyledText] {
        var all: [(play: PendingSound, rooms: [String])] = []
        for node in status.nodes {
            for play in node.plays where play.target > words.now {
                if let index = all.firstIndex(where: { $0.play.id == play.id }) {
                    all[index].rooms.append(node.room)
                } else {
                    all.append((play, [node.room]))
                }
            }
        }
        let sorted = all.sorted { ($0.play.target, $0.play.id) < ($1.play.target, $1.play.id) }
        let lines = sorted.prefix(RingLines.maximumPlays).map { play, rooms in
            StyledText("plays ", .dim) + StyledText(ScheduleWords.name(play.id, play.label), .bold)
                + StyledText("  \(words.coming(play.target)) in \(RoomWords.list(rooms, most: RingLines.namedRooms))")
        }
        let more = sorted.count - lines.count
        guard more > 0 else { return lines }
        return lines + [StyledText("… \(QuantityWords.count(more, "more sound")): clockctl next", .dim)]
    }
}

internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The next events, room by room. Rooms with the same events share one entry.
struct NextView: Sendable {
    var outlooks: [NodeOutlook]
    var words: TimeWords
    /// Terminal columns; `nil` for no limit.
    var width: Int?
    /// True when every line gives its reason.
    var explains: Bool
    /// True for the view from another instant than now, in which no day is "today".
    var isFromElsewhere: Bool

    /// Most names of rooms; the view counts the rest.
    private static let shownRooms = 8
    /// Most different futures for a site with many rooms.
    private static let shownFutures = 12

    /// Rooms with the same next events.
    private struct Future {
        var rooms: [NodeOutlook]
        var lines: [StyledText]
    }

    private struct Row {
        var due: WallTime
        var when: StyledText
        var away: StyledText
        var what: StyledText
        var why: [String]
    }

    func lines() -> [StyledText] {
        guard !outlooks.isEmpty else { return NodeProblems.noNodes(width: width) }
        var all = futures()
        var rest: ArraySlice<Future> = []
        if outlooks.count > StatusView.fewRooms {
            all = all.enumerated().sorted {
                ($1.element.rooms.count, $0.offset) < ($0.element.rooms.count, $1.offset)
            }.map(\.element)
            rest = all.dropFirst(Self.shownFutures)
        }
        let told = all.dropLast(rest.count).enumerated().flatMap { index, future in
            (index == 0 ? [] : [StyledText()]) + head(future.rooms) + future.lines
        }
        guard !rest.isEmpty else { return told }
        let count = rest.reduce(0) { $0 + $1.rooms.count }
        let more = "\(RoomWords.whole(count)) more \(count == 1 ? "room" : "rooms")"
        return told + [StyledText(), StyledText("… \(more) with other plans (clockctl next <room>)", .dim)]
    }

    private func futures() -> [Future] {
        var all: [Future] = []
        var places: [[StyledText]: Int] = [:]
        for outlook in outlooks {
            let lines = lines(outlook)
            let key = [StyledText(outlook.zone ?? "")] + lines
            if let place = places[key] {
                all[place].rooms.append(outlook)
            } else {
                places[key] = all.count
                all.append(Future(rooms: [outlook], lines: lines))
            }
        }
        return all
    }

    private func head(_ rooms: [NodeOutlook]) -> [StyledText] {
        let zone = rooms.first?.zone.map { StyledText("  \($0)", .dim) } ?? StyledText()
        let shown = rooms.prefix(rooms.count > Self.shownRooms + 1 ? Self.shownRooms : rooms.count)
        var names = shown.map { outlook in
            let id = outlook.room.lowercased() == outlook.node.rawValue ? "" : " (\(outlook.node))"
            return StyledText(outlook.room, .bold) + StyledText(id, .dim)
        }
        let rest = rooms.count - shown.count
        if rest > 0 { names.append(StyledText("and \(RoomWords.whole(rest)) more rooms", .bold)) }
        var lines: [StyledText] = []
        var line = StyledText()
        for (index, name) in names.enumerated() {
            let piece = name + (index == names.count - 1 ? zone : StyledText(","))
            let longer = line.isEmpty ? piece : line + StyledText(" ") + piece
            if let width, !line.isEmpty, longer.width > width {
                lines.append(line)
                line = piece
            } else {
                line = longer
            }
        }
        return lines + [line]
    }

    private func lines(_ outlook: NodeOutlook) -> [StyledText] {
        let rows = rows(outlook)
        let body: [StyledText]
        if rows.isEmpty {
            body = outlook.doubts.isEmpty ? [StyledText("  nothing to come", .dim)] : []
        } else {
            let away = TextTable.Column(title: "", dropRank: 1, cells: rows.map(\.away))
            let table = TextTable(
                columns: [.init(title: "", cells: rows.map(\.when))] + (isFromElsewhere ? [] : [away])
                    + [.init(title: "", minimumWidth: 8, cells: rows.map(\.what))]
            ).lines(width: width.map { $0 - 2 }).dropFirst()
            body = zip(table, rows).flatMap { line, row in
                [StyledText("  ") + line] + (explains ? row.why.flatMap { indented($0, 6, .dim) } : [])
            }
        }
        let whyNot = explains ? outlook.whyNot.flatMap { marked($0, .dim) } : []
        return body + whyNot + outlook.doubts.flatMap { marked($0, .warning) }
    }

    private func rows(_ outlook: NodeOutlook) -> [Row] {
        let rings = outlook.rings.filter { explains || $0.silence == nil }.map { ring -> Row in
            let what =
                ring.silence.map {
                    StyledText("does not ring (\(RingOutcomeWords.words($0))): \(ring.name)", .dim)
                } ?? StyledText("rings ", .good) + StyledText(ring.name, .bold)
                + StyledText(ring.arrived ? "" : " (not in the room yet)", .warning)
            return row(ring.due, what, ring.why)
        }
        let plays = outlook.plays.map { play in
            row(play.target, StyledText("plays ") + StyledText(ScheduleWords.name(play.id, play.label), .bold))
        }
        return (rings + plays + outlook.announcements.compactMap(row)).sorted { $0.due < $1.due }
    }

    private func row(_ entry: AnnouncementOutlook.Entry) -> Row? {
        switch entry {
        case .spoken(let target): return row(target, StyledText("says the time"))
        case .silent(let first, _, let reason, let end):
            guard explains else { return nil }
            let until = end.map { ", until \(isFromElsewhere ? words.dateAndTime($0) : words.coming($0))" } ?? ""
            let what = StyledText("does not say the time (\(OutcomeWords.words(reason))\(until))", .dim)
            return row(first, what)
        }
    }

    private func row(_ due: WallTime, _ what: StyledText, _ why: [String] = []) -> Row {
        Row(due: due, when: moment(due), away: StyledText(words.relative(due), .dim), what: what, why: why)
    }

    private func moment(_ instant: WallTime) -> StyledText {
        guard isFromElsewhere else { return StyledText(words.coming(instant)) }
        let local = words.zone.localTime(at: instant)
        return StyledText("\(TimeWords.shortWeekday(local.date.weekday)) \(local.date) \(local.time.hourAndMinute)")
    }

    private func indented(_ text: String, _ columns: Int, _ style: Style) -> [StyledText] {
        let space = String(repeating: " ", count: columns)
        return (width.map { text.wrapped(to: max(20, $0 - columns)) } ?? [text]).map { StyledText(space + $0, style) }
    }

    private func marked(_ text: String, _ style: Style) -> [StyledText] {
        let lines = width.map { text.wrapped(to: max(20, $0 - 4)) } ?? [text]
        return lines.enumerated().map { index, line in
            StyledText(index == 0 ? "  ! " : "    ", style) + StyledText(line, style == .dim ? .dim : .plain)
        }
    }
}

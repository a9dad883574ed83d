internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The live view as lines for a terminal of a given size.
struct WatchScreen: Sendable {
    var model: WatchModel
    /// The result of the last key.
    var notice: String?
    /// The site's clock.
    var now: WallTime
    var zones: Zones
    var size: TerminalSize
    var site: SiteID
    var endpoint: String

    /// Least rows for a site with many rooms, whatever else is on the screen.
    private static let fewestRows = 3
    /// Lines of the table's title, and of the note on the rooms outside the table.
    private static let tableFrame = 3

    /// Returns exactly as many lines as the terminal has, none wider than it.
    func lines() -> [StyledText] {
        let footer = notice.map { StyledText($0, .warning) } ?? footer()
        var body = head() + (model.showsHelp ? Self.help : content())
        let room = max(0, size.rows - 1)
        if body.count > room {
            let missing = body.count - room + 1
            body = body.prefix(max(0, room - 1)) + [StyledText("… \(QuantityWords.count(missing, "more line"))", .dim)]
        }
        body += Array(repeating: StyledText(), count: max(0, room - body.count))
        return (body + [footer]).prefix(size.rows).map { $0.truncated(to: size.columns) }
    }

    private static let help = [
        "s  stop everything that rings or is snoozed", "z  snooze everything that rings and can be snoozed",
        "q  quit", "?  close this help",
    ].map { StyledText($0) }

    private var words: TimeWords { TimeWords(zone: zones.local, now: now) }

    private var isRoomy: Bool { size.rows >= 18 && size.columns >= BigClock.width }

    private func head() -> [StyledText] {
        let date = StyledText("\(words.longDate(now)) · \(zones.local.name)", .dim)
        let time = zones.local.localTime(at: now).time
        guard isRoomy else { return [StyledText(time.description, .bold) + StyledText("  ") + date] }
        return [StyledText()] + BigClock.lines(time).map { centred(StyledText($0, .bold), BigClock.width) }
            + [StyledText(), centred(date, date.width), StyledText()]
    }

    private func content() -> [StyledText] {
        guard var status = model.status else {
            return [StyledText("Waiting for the coordinator of site \(site).")] + away()
        }
        // Ages count on while the state itself is that of the last answer.
        status.now = now
        var view = StatusView(status, zones: zones, width: size.columns, localOffset: model.localOffset)
        let top = view.site() + [view.nextWake().truncated(to: size.columns)] + away()
        guard view.hasMany else { return top + view.ringLines() + [StyledText()] + view.table() + view.problemLines() }
        // Problems come before the rooms, which get the rest of the screen.
        let news = top + view.summary() + view.ringLines() + view.problemLines() + [StyledText()]
        view.maximumRows = max(Self.fewestRows, size.rows - 1 - headRows - news.count - Self.tableFrame)
        return news + view.table()
    }

    private var headRows: Int { head().count }

    private func away() -> [StyledText] {
        guard let away = model.away else { return [] }
        let asOf = model.status.map { " The state is as of \(words.time($0.now)) (\(words.relative($0.now)))." } ?? ""
        let end = ".?".contains(away.last ?? ".") ? "" : "."
        return [StyledText()]
            + "\(away)\(end)\(asOf)".wrapped(to: max(20, size.columns)).map { StyledText($0, .bad) }
    }

    private func footer() -> StyledText {
        let asOf = model.status.map { " · as of \(words.time($0.now))" } ?? ""
        return StyledText("? helps · q quits · site \(site) on \(endpoint)\(asOf)", .dim)
    }

    private func centred(_ text: StyledText, _ width: Int) -> StyledText {
        StyledText(String(repeating: " ", count: max(0, (size.columns - width) / 2))) + text
    }
}

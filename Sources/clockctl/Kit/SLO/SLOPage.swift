internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The weeks as a page of HTML for printing. It has everything in it, and loads nothing.
struct SLOPage: Sendable {
    var document: SLODocument
    var zone: TimeZoneRules
    /// The instant of the counting.
    var now: WallTime

    /// The share at the foot of the chart, of 1; the bar of a worse week ends there.
    private static let smallestShare = 0.9
    private static let barHeight = 120

    func text() -> String {
        let made = zone.localTime(at: now)
        let head = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>How well time was kept</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <h1>How well time was kept</h1>
            <p>Made on \(made.date) at \(made.time.hourAndMinute). On time is within \(within) of the quarter hour. The \
            objective is \(objective) %.</p>

            """
        let weeks = document.weeks.filter { !$0.nodes.isEmpty }
        guard !weeks.isEmpty else { return head + "<p>Nothing is on record for these weeks.</p>\n</body>\n</html>\n" }
        return head + chart(weeks.reversed()) + weeks.map(section).joined() + Self.legend + "</body>\n</html>\n"
    }

    private var within: String {
        SLOWords.trimmed(QuantityWords.decimal(Double(document.withinMicroseconds) / 1_000, digits: 3)) + " ms"
    }

    private var objective: String { SLOWords.trimmed(QuantityWords.decimal(document.objectivePercent, digits: 3)) }

    private func date(_ instant: WallTime) -> String { zone.localTime(at: instant).date.description }

    // MARK: The chart

    /// A bar for each week of the whole site, the oldest first.
    private func chart(_ weeks: [SLODocument.Week]) -> String {
        let width = 60
        let bars = weeks.enumerated().map { place, week -> String in
            guard let share = week.site.onTime else { return "" }
            let shown = max(0, (share - Self.smallestShare) / (1 - Self.smallestShare))
            let height = max(1, Int((shown * Double(Self.barHeight)).rounded()))
            let kind = (week.site.budgetLeft ?? 0) < 0 ? "bad" : "good"
            return """
                <rect class="\(kind)" x="\(place * width + 8)" y="\(Self.barHeight - height + 18)" width="\(width - 16)" \
                height="\(height)"/>
                <text x="\(place * width + width / 2)" y="12">\(SLOWords.percent(share))</text>
                <text x="\(place * width + width / 2)" y="\(Self.barHeight + 32)">\(date(week.from).dropFirst(5))</text>

                """
        }
        return """
            <svg role="img" aria-label="Share on time, week by week" viewBox="0 0 \(weeks.count * width) \
            \(Self.barHeight + 38)" width="\(weeks.count * width)" height="\(Self.barHeight + 38)">
            \(bars.joined())</svg>
            <p class="note">The share on time of the whole site, week by week. A bar begins at 90 %.</p>

            """
    }

    // MARK: The tables

    private func section(_ week: SLODocument.Week) -> String {
        let titles = ["Room", "On time", "Of", "Unknown", "Rings", "P99", "Worst", "Budget"]
        let head = titles.map { "<th scope=\"col\">\($0)</th>" }.joined()
        let rows =
            [row("all rooms", week.site, isTotal: true)]
            + week.nodes.map { row($0.node.rawValue, $0.level, isTotal: false) }
        let last = date(week.to - .nanoseconds(1))
        return """
            <section>
            <h2>\(date(week.from)) to \(last)</h2>
            <table>
            <thead><tr>\(head)</tr></thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody>
            </table>
            </section>

            """
    }

    private func row(_ room: String, _ level: SLODocument.Level, isTotal: Bool) -> String {
        let quarters = level.counts.quarters
        let rings = level.counts.rings
        let budget = level.budgetLeft
        let cells: [(text: String?, isBad: Bool)] = [
            (level.onTime.map(SLOWords.percent), false), ("\(quarters.due)", false), ("\(quarters.absent)", false),
            (rings.due == 0 ? nil : "\(rings.onTime) of \(rings.due)", rings.onTime < rings.due),
            (level.counts.p99Microseconds.map(SLOWords.error), false),
            (level.counts.worstMicroseconds.map(SLOWords.error), false),
            (budget.map(SLOWords.percent), (budget ?? 0) < 0),
        ]
        let written = cells.map { "<td\($0.isBad ? " class=\"bad\"" : "")>\($0.text ?? "–")</td>" }.joined()
        return "<tr\(isTotal ? " class=\"total\"" : "")><th scope=\"row\">\(Self.escaped(room))</th>\(written)</tr>"
    }

    private static let legend = """
        <p class="note">On time: of the quarter hours that were to be heard, those that began in time. Of: how many were to be \
        heard. Unknown: how many of these the room never reported; they count as not heard. Rings: alarms and timers that \
        began in time and were not silent for longer than that in between, of those due. P99, worst: the onset error that \
        99 of 100 were not over, and the largest. Budget: what is left of the misses that the objective allows; below zero \
        it is exceeded.</p>

        """

    private static let style = """
        body{font:15px/1.5 system-ui,sans-serif;color:#1a1a1a;max-width:60em;margin:2em auto;padding:0 1em}
        h1{font-size:1.6em}h2{font-size:1.15em;margin:1.6em 0 .4em}
        table{border-collapse:collapse;width:100%}
        th,td{padding:.25em .6em;text-align:right;border-bottom:1px solid #ccc}
        th:first-child{text-align:left;font-weight:normal}thead th{font-weight:600}
        tr.total th,tr.total td{font-weight:600}
        .bad{color:#b00020}rect.good{fill:#2e7d32}rect.bad{fill:#b00020}
        svg{max-width:100%;height:auto}svg text{font:11px system-ui,sans-serif;text-anchor:middle;fill:#1a1a1a}
        .note{color:#555;font-size:.9em}
        section{break-inside:avoid}
        @media print{body{margin:0;max-width:none;font-size:11px}*{print-color-adjust:exact}}
        """

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}

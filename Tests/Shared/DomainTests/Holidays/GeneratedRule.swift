import ClockDomain

/// A recurrence rule drawn at random, of the kinds that calendar programs and people write.
struct GeneratedRule {
    let start: CivilDate
    let rule: String

    init(_ random: inout SplitMix64) {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        func hits(_ percent: Int) -> Bool { number(1...100) <= percent }
        func list(_ most: Int, _ item: () -> String) -> String {
            (1...number(1...most)).map { _ in item() }.joined(separator: ",")
        }
        let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        let frequency = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"][number(0...3)]
        let (year, month) = (hits(20) ? number(1998...2025) : number(2024...2028), number(1...12))
        start = CivilDate(year: year, month: month, day: number(1...CivilDate.days(inMonth: month, of: year)))
        var parts = ["FREQ=\(frequency)"]
        if hits(40) { parts.append("INTERVAL=\(number(1...(frequency == "DAILY" ? 40 : 6)))") }
        if hits(30) { parts.append("BYMONTH=\(list(4) { "\(number(1...12))" })") }
        if frequency != "WEEKLY", hits(35) {
            parts.append("BYMONTHDAY=\(list(4) { "\(hits(30) ? -number(1...31) : number(1...31))" })")
        }
        if frequency == "YEARLY", hits(15) {
            parts.append("BYYEARDAY=\(list(4) { "\(hits(30) ? -number(1...366) : number(1...366))" })")
        }
        if hits(50) {
            // python-dateutil takes days with and without a place together for a day that is both.
            let isPlaced = (frequency == "MONTHLY" || frequency == "YEARLY") && hits(60)
            let most = frequency == "MONTHLY" || parts.contains { $0.hasPrefix("BYMONTH=") } ? 5 : 53
            parts.append(
                "BYDAY="
                    + list(4) {
                        let place = isPlaced ? number(1...(hits(70) ? 5 : most)) : 0
                        return "\(place == 0 ? "" : "\(hits(40) ? -place : place)")\(weekdays[number(0...6)])"
                    })
        }
        // It cuts the first week to the days from the start on, and counts the places in these.
        if frequency != "WEEKLY", hits(25), parts.contains(where: { $0.hasPrefix("BY") }) {
            parts.append("BYSETPOS=\(list(3) { "\(hits(40) ? -number(1...6) : number(1...6))" })")
        }
        if hits(30) { parts.append("WKST=\(weekdays[number(0...6)])") }
        if hits(25) {
            parts.append("COUNT=\(number(1...60))")
        } else if hits(30) {
            let day = CivilDate(daysSinceEpoch: start.daysSinceEpoch + Int64(number(0...3_000)))
            parts.append("UNTIL=\(day.iso8601.filter { $0 != "-" })")
        }
        rule = parts.joined(separator: ";")
    }
}

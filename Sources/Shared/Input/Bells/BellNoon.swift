// Twelve hours in a list of bells.
//
// Schools write "12:22 … 1:00" and mean 13:00. A time without am or pm whose hour is 1 to 12 is open: it has two
// readings, twelve hours apart. The rule goes down the list:
//
// 1. The first begin is as written; 12:00 to 12:59 are noon, and 1:00 to 4:59 the afternoon: no school begins before 5.
// 2. Each later begin has its reading before noon if that does not lie before the begin of the line above. Otherwise it
//    moves on by twelve hours, if that makes the list ascend and the new reading lies in the school day, which ends at
//    18:00, or less than three hours behind the end of the line above. Otherwise the list goes back, as lunches that
//    overlap do, by as little as possible.
// 3. An open end has the next reading after its begin, at most ten hours later. A begin whose end has am or pm has the
//    reading nearest to that end, and one whose end has an hour over 12 is as written.
//
// A time with am or pm, an hour over 12 and the hour 0 never move. An hour over 12 says nothing about other lines,
// since schools mix "12:20-13:05" with "1:10".

/// Chooses between the two readings of open times, line by line.
struct BellNoon {
    private var previous: (begin: Int, end: Int)?

    private static let minutesOfSchoolDay = 18 * 60
    private static let minutesIntoEvening = 3 * 60
    private static let minutesOfRange = 10 * 60

    /// Returns the minutes of the day of a line's begin and end.
    ///
    /// - Parameter isNewPart: true under a heading in the middle of the list, where a begin before that of the line
    ///   above is refused.
    mutating func minutes(of entry: BellLine.Entry, isNewPart: Bool) throws(BellFault) -> (begin: Int, end: Int?) {
        let begin = try begin(of: entry, isNewPart: isNewPart)
        if isNewPart, let previous, begin < previous.begin {
            throw BellFault("here begins another schedule", "read one schedule at a time")
        }
        let end = try entry.end.map { time throws(BellFault) in try Self.end(time, after: begin) }
        previous = (begin, end ?? begin)
        return (begin, end)
    }

    private func begin(of entry: BellLine.Entry, isNewPart: Bool) throws(BellFault) -> Int {
        let time = entry.begin
        guard time.isOpen else { return time.minute }
        let (morning, evening) = (time.minute % 720, time.minute % 720 + 720)
        if let end = entry.end, !end.isOpen {
            guard end.hasHalf else { return time.minute }
            return evening < end.minute ? evening : morning
        }
        guard let previous, !isNewPart else {
            return (60..<300).contains(morning) || time.minute >= 720 ? evening : morning
        }
        if morning >= previous.begin { return morning }
        guard evening >= previous.begin else { return evening }
        let isAhead = evening < Self.minutesOfSchoolDay || evening - previous.end < Self.minutesIntoEvening
        return isAhead ? evening : morning
    }

    private static func end(_ time: BellTime, after begin: Int) throws(BellFault) -> Int {
        let readings = time.isOpen ? [time.minute % 720, time.minute % 720 + 720] : [time.minute]
        guard let end = readings.first(where: { $0 > begin }), !time.isOpen || end - begin <= minutesOfRange else {
            throw BellFault(
                readings.contains(begin) ? "it ends at the time at which it begins" : "it ends before it begins",
                "mend the times, or write am or pm behind both")
        }
        return end
    }
}

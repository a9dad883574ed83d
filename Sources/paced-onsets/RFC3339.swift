/// A wall time as RFC 3339 in UTC, rounded down to the microsecond: `2026-03-01T12:15:00.000012Z`.
///
/// The date comes from the day number by Howard Hinnant's `civil_from_days`: years that begin in March put the leap day
/// last, so that a day's month follows from a linear formula.
func rfc3339(nanoseconds: Int64) -> String {
    let (seconds, fraction) = floorDivide(nanoseconds, by: 1_000_000_000)
    let (days, secondOfDay) = floorDivide(seconds, by: 86_400)
    let (era, dayOfEra) = floorDivide(days + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    let time = [secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60].map { padded($0, 2) }
    return "\(date)T\(time.joined(separator: ":")).\(padded(fraction / 1_000, 6))Z"
}

private func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

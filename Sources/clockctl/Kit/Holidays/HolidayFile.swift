internal import ClockDomain
internal import ClockRuntime

/// An iCalendar file as a person names it.
struct HolidayFile: Sendable {
    var path: String

    /// So many years are taken where their days fit.
    static let years = 10

    /// The days from `year` on, as many years of them as a calendar can have.
    ///
    /// - Throws: ``FatalError`` naming the file, and its line where one is to blame.
    func days(from year: Int) throws(FatalError) -> [HolidayCalendar.Day] {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try AtomicFile.read(path, limit: HolidayCalendar.maximumFileBytes)
        } catch {
            throw FatalError(error, exitCode: .noInput, purpose: path)
        }
        var last = year + HolidayFile.years - 1
        var days = try read(bytes, year...last)
        while days.count > HolidayCalendar.maximumDays, last > year {
            last -= 1
            days = try read(bytes, year...last)
        }
        guard days.count <= HolidayCalendar.maximumDays else {
            throw FatalError(
                .badData,
                "\(path): \(days.count) days of the year \(year) are over the limit of "
                    + "\(HolidayCalendar.maximumDays); this is more than holidays")
        }
        guard !days.isEmpty else {
            throw FatalError(.badData, "\(path): no event is of the year \(year) or later; is it the right file?")
        }
        return days
    }

    private func read(_ bytes: [UInt8], _ years: ClosedRange<Int>) throws(FatalError) -> [HolidayCalendar.Day] {
        do throws(ICalendarError) {
            return try HolidayCalendar.days(iCalendar: bytes, years: years)
        } catch {
            throw FatalError(.badData, "\(path): \(error)")
        }
    }
}

internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// An iCalendar file as a person names it: a path, `-` for the standard input, or an address that curl fetches.
struct HolidayFile: Sendable {
    var path: String
    /// Whether events with a time of day count, too. A meeting at six is no holiday.
    var takesBusy = false

    /// So many years are taken where their days fit.
    static let years = 10

    /// What came of a file.
    struct Taken: Sendable {
        var days: [HolidayCalendar.Day]
        /// What was left out and why, a line each.
        var left: [String] = []
    }

    /// The days from `year` on, as many years of them as a calendar can have.
    ///
    /// - Throws: ``FatalError`` naming the file, and its line where one is to blame.
    func days(from year: Int, environment: [String: String]) throws(FatalError) -> Taken {
        var events = CalendarEvents(try bytes(environment))
        var left: [String] = []
        if !takesBusy {
            let timed = events.keep { $0.isAllDay }
            if timed > 0 {
                left.append(
                    "\(QuantityWords.count(timed, "event")) with a time of day left out; --busy takes them, too")
            }
        }
        var last = year + HolidayFile.years - 1
        var days: [HolidayCalendar.Day]
        do throws(FatalError) {
            days = try read(events.bytes, year...last)
        } catch {
            // One event that is not supported must not cost all the others.
            var problems: [String] = []
            let all = events
            _ = events.keep { event in
                guard let problem = problem(all.bytes(of: event), year...last) else { return true }
                problems.append(problem)
                return false
            }
            guard !events.isEmpty, !problems.isEmpty else { throw error }
            left += problems.map { "left out: \($0)" }
            days = try read(events.bytes, year...last)
        }
        while days.count > HolidayCalendar.maximumDays, last > year {
            last -= 1
            days = try read(events.bytes, year...last)
        }
        guard days.count <= HolidayCalendar.maximumDays else {
            throw FatalError(
                .badData,
                "\(path): \(days.count) days of the year \(year) are over the limit of "
                    + "\(HolidayCalendar.maximumDays); this is more than holidays")
        }
        guard !days.isEmpty else {
            let hint = left.isEmpty ? "is it the right file?" : left.joined(separator: "; ")
            throw FatalError(.badData, "\(path): no event is of the year \(year) or later; \(hint)")
        }
        return Taken(days: days, left: left)
    }

    private func bytes(_ environment: [String: String]) throws(FatalError) -> [UInt8] {
        if path.hasPrefix("https://") || path.hasPrefix("http://") { return try fetched(environment) }
        do throws(SystemError) {
            return try AtomicFile.read(path == "-" ? "/dev/stdin" : path, limit: HolidayCalendar.maximumFileBytes)
        } catch {
            throw FatalError(error, exitCode: .noInput, purpose: path)
        }
    }

    private func fetched(_ environment: [String: String]) throws(FatalError) -> [UInt8] {
        let curl = ChildProcess(
            ["curl", "--fail", "--silent", "--show-error", "--location", "--proto", "=http,https", path],
            environment: environment, workFolder: "/tmp")
        guard curl.path != nil else {
            throw FatalError(.unavailable, "\(path): curl fetches it, and is not installed: sudo apt install curl")
        }
        let outcome: ChildProcess.Outcome
        do throws(SystemError) {
            outcome = try curl.run(input: [], maximumBytes: HolidayCalendar.maximumFileBytes, timeout: .seconds(30))
        } catch {
            throw FatalError(error, exitCode: .systemError)
        }
        switch outcome {
        case .wrote(let bytes): return bytes
        case .failed(_, let message):
            let line = message.split(separator: "\n").first.map(String.init) ?? "curl failed"
            throw FatalError(.noInput, "\(path): \(line)")
        case .tookTooLong: throw FatalError(.temporaryFailure, "\(path): it took over 30 s")
        case .wroteTooMuch:
            throw FatalError(
                .badData, "\(path): is over \(HolidayCalendar.maximumFileBytes >> 20) MiB; is it the right file?")
        }
    }

    private func read(_ bytes: [UInt8], _ years: ClosedRange<Int>) throws(FatalError) -> [HolidayCalendar.Day] {
        if let problem = problem(bytes, years) { throw FatalError(.badData, "\(path): \(problem)") }
        // It was read without a problem just now.
        return (try? HolidayCalendar.days(iCalendar: bytes, years: years)) ?? []
    }

    private func problem(_ bytes: [UInt8], _ years: ClosedRange<Int>) -> String? {
        do throws(ICalendarError) {
            _ = try HolidayCalendar.days(iCalendar: bytes, years: years)
            return nil
        } catch {
            return "\(error)"
        }
    }
}

/// A calendar file by its events. What is left out becomes empty lines, so that the others keep their numbers.
struct CalendarEvents: Sendable {
    struct Event: Sendable {
        var lines: Range<Int>
        /// Whether it is of days and not of hours.
        var isAllDay: Bool
    }

    private var lines: [ArraySlice<UInt8>]
    private(set) var events: [Event] = []

    init(_ bytes: [UInt8]) {
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var start: Int?
        var isAllDay = false
        for (index, bytes) in lines.enumerated() {
            let line = String(decoding: bytes, as: UTF8.self).uppercased().filter { !$0.isWhitespace }
            if line == "BEGIN:VEVENT" { (start, isAllDay) = (index, true) }
            if line.hasPrefix("DTSTART"), let value = line.split(separator: ":").last {
                isAllDay = !value.contains("T")
            }
            if line == "END:VEVENT", let first = start {
                events.append(Event(lines: first..<index + 1, isAllDay: isAllDay))
                start = nil
            }
        }
    }

    var isEmpty: Bool { events.isEmpty }

    var bytes: [UInt8] { Array(lines.joined(separator: [UInt8(ascii: "\n")])) }

    /// The file with this event alone.
    func bytes(of event: Event) -> [UInt8] {
        var alone = self
        _ = alone.keep { $0.lines == event.lines }
        return alone.bytes
    }

    /// - Returns: how many were taken out.
    mutating func keep(_ isKept: (Event) -> Bool) -> Int {
        let gone = events.filter { !isKept($0) }
        for event in gone { for index in event.lines { lines[index] = [] } }
        let starts = Set(gone.map(\.lines.lowerBound))
        events.removeAll { starts.contains($0.lines.lowerBound) }
        return gone.count
    }
}

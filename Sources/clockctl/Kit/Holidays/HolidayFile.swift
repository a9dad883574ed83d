internal import ClockDomain
internal import ClockRuntime
internal import ClockSite

/// An iCalendar file as a person names it: a path, `-` for the standard input, or an address that curl fetches. The
/// file may be compressed by gzip.
struct HolidayFile: Sendable {
    var path: String
    /// True when events with a time of day count, for their hours. A meeting at six is no holiday.
    var takesBusy = false
    /// True to leave out events that we do not understand, in place of the whole file.
    var isPartial = false

    /// Most years that we read, if their days fit.
    static let years = 10

    /// The result of reading a file.
    struct Taken: Sendable {
        var days: [HolidayCalendar.Day]
        /// The events that it left out, with the reason, a line each.
        var left: [String] = []
    }

    /// The days from `year` on, as many years of them as a calendar can have.
    ///
    /// - Throws: ``FatalError`` naming the file, and its lines if they are at fault.
    func days(from year: Int, zones: Zones, environment: [String: String]) throws(FatalError) -> Taken {
        let bytes = try bytes(environment)
        let reading: ICalendarReading
        do throws(ICalendarError) {
            reading = try ICalendarReading(
                bytes, years: year...year + HolidayFile.years - 1,
                zones: ICalendarZones(local: zones.local, named: zones.named))
        } catch {
            throw FatalError(.badData, "\(path): \(error)")
        }
        var left = reading.problems.map { "left out: \($0)" }
        guard left.isEmpty || isPartial else { throw refusal(reading.problems) }
        if !takesBusy {
            left += reading.timed.map {
                "left out: line \($0.line): \($0.words) has a time of day; --busy takes its hours"
            }
        }
        var days = (reading.days + (takesBusy ? reading.hours : [])).sorted()
        if days.count > HolidayCalendar.maximumDays { days = HolidayFile.joined(days) }
        var last = year + HolidayFile.years - 1
        while days.count > HolidayCalendar.maximumDays, last > year {
            last -= 1
            days.removeAll { $0.span.first.year > last }
            if days.count <= HolidayCalendar.maximumDays {
                left.append("left out: what is after \(last), as a calendar has \(HolidayCalendar.maximumDays) entries")
            }
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

    private func refusal(_ problems: [ICalendarError]) -> FatalError {
        let shown = problems.prefix(20).map { "\($0)" } + (problems.count > 20 ? ["… (\(problems.count) in all)"] : [])
        return FatalError(
            .badData,
            "\(path): \(shown.joined(separator: "; ")); nothing is imported. --partial leaves out what is not "
                + "understood: alarms ring on these days")
    }

    /// Joins days of one name that follow one another into one span.
    private static func joined(_ days: [HolidayCalendar.Day]) -> [HolidayCalendar.Day] {
        var joined: [HolidayCalendar.Day] = []
        var newest: [String: Int] = [:]
        for day in days {
            let isWhole = day.from == nil && day.to == nil
            if isWhole, let index = newest[day.name],
                day.span.first.daysSinceEpoch <= joined[index].span.last.daysSinceEpoch + 1
            {
                joined[index].span.last = max(joined[index].span.last, day.span.last)
            } else {
                if isWhole { newest[day.name] = joined.count }
                joined.append(day)
            }
        }
        return joined
    }

    // MARK: Bytes

    private func bytes(_ environment: [String: String]) throws(FatalError) -> [UInt8] {
        let file = try packed(environment)
        guard file.starts(with: [0x1F, 0x8B]) else { return file }
        return try output(of: ["gzip", "-dc"], "gzip unpacks it", file, environment)
    }

    private func packed(_ environment: [String: String]) throws(FatalError) -> [UInt8] {
        if let scheme = HolidayFile.scheme(of: path) { return try fetched(scheme, environment) }
        do throws(SystemError) {
            return try AtomicFile.read(path == "-" ? "/dev/stdin" : path, limit: ICalendarReading.maximumFileBytes)
        } catch {
            throw FatalError(error, exitCode: .noInput, purpose: path)
        }
    }

    /// Returns the scheme in small letters; `nil` for a path.
    private static func scheme(of path: String) -> String? {
        let parts = path.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasPrefix("//"), parts[0].count > 1,
            parts[0].utf8.allSatisfy({ ("a"..."z").contains(Character(UnicodeScalar($0 | 0x20))) })
        else { return nil }
        return parts[0].lowercased()
    }

    private func fetched(_ scheme: String, _ environment: [String: String]) throws(FatalError) -> [UInt8] {
        let rest = path.dropFirst(scheme.count)
        let addresses: [String]
        switch scheme {
        case "http", "https": addresses = [scheme + rest]
        case "webcals": addresses = ["https" + rest]
        // `webcal` stands for either.
        case "webcal": addresses = ["https" + rest, "http" + rest]
        default:
            throw FatalError(
                .usage, "\(path): only http, https and webcal addresses are fetched; give a file by its path")
        }
        var first: FatalError?
        for address in addresses {
            let words = [
                "curl", "--fail", "--silent", "--show-error", "--location", "--proto", "=http,https", "--", address,
            ]
            do throws(FatalError) {
                return try output(of: words, "curl fetches it", [], environment)
            } catch {
                first = first ?? error
            }
        }
        throw first ?? FatalError(.noInput, path)
    }

    private func output(
        of words: [String], _ purpose: String, _ input: [UInt8], _ environment: [String: String]
    ) throws(FatalError) -> [UInt8] {
        let name = words[0]
        let program = ChildProcess(words, environment: environment, workFolder: "/tmp")
        guard program.path != nil else {
            throw FatalError(.unavailable, "\(path): \(purpose), and is not installed: sudo apt install \(name)")
        }
        let outcome: ChildProcess.Outcome
        do throws(SystemError) {
            outcome = try program.run(
                input: input, maximumBytes: ICalendarReading.maximumFileBytes, timeout: .seconds(30))
        } catch {
            throw FatalError(error, exitCode: .systemError)
        }
        switch outcome {
        case .wrote(let bytes): return bytes
        case .failed(_, let message):
            let line = message.split(separator: "\n").first.map(String.init) ?? "\(name) failed"
            throw FatalError(.noInput, "\(path): \(line)")
        case .tookTooLong: throw FatalError(.temporaryFailure, "\(path): it took over 30 s")
        case .wroteTooMuch:
            throw FatalError(
                .badData, "\(path): is over \(ICalendarReading.maximumFileBytes >> 20) MiB; is it the right file?")
        }
    }
}

extension ICalendarReading.Event {
    /// The event's name, for a sentence about it.
    var words: String { name.isEmpty ? "an event" : "\"\(name)\"" }
}

internal import ClockDomain
internal import ClockInput
internal import ClockRuntime

/// A change of one day by hand, as people type it.
enum DayOrder: Hashable, Sendable {
    /// A program, with its timetable where it is said.
    case set(String)
    case noBells
    /// Negative: earlier.
    case delay(minutes: Int)
    case silentUntil(LocalTime)
    case silentAfter(LocalTime)
    case clear

    /// Returns the part of a day that makes the change, and keeps what it does not change.
    ///
    /// - Parameters:
    ///   - program: for ``set(_:)``.
    ///   - last: the part before it; `nil` where the rules decide.
    func part(after last: Timetable.Part?, program: String?, since: LocalTime, at now: WallTime) -> Timetable.Part {
        var part = last ?? Timetable.Part(since: since, at: now)
        (part.since, part.at, part.by) = (since, now, nil)
        switch self {
        case .set: part.program = program.map { .named($0) }
        case .noBells: part.program = .some(.none)
        case .delay(let minutes): part.delayMinutes = minutes
        case .silentUntil(let time): part.silentUntil = time
        case .silentAfter(let time): part.silentAfter = time
        case .clear: part = Timetable.Part(since: since, at: now)
        }
        return part
    }
}

/// The words behind `clockctl day`: a day, a change, both, or nothing for today as it is.
struct DayWordsTyped: Hashable, Sendable {
    /// `nil` for today.
    var day: DayInput.Day?
    /// `nil` to show the day.
    var order: DayOrder?

    private static let verbs: Set = ["set", "none", "delay", "earlier", "until", "after", "clear"]

    /// - Throws: ``FatalError`` for words that are neither a day nor a change.
    init(_ words: [String]) throws(FatalError) {
        guard !words.isEmpty else { return }
        var refusal: FatalError?
        for (index, word) in words.enumerated() where Self.verbs.contains(word.lowercased()) {
            let before = words[..<index].joined(separator: " ")
            // "the day after tomorrow" has a verb of this command in it.
            guard let day = before.isEmpty ? .some(nil) : Self.day(before).map(Optional.some) else { continue }
            do throws(FatalError) {
                order = try Self.order(word.lowercased(), Array(words[(index + 1)...]))
                self.day = day
                return
            } catch {
                refusal = refusal ?? error
            }
        }
        let text = words.joined(separator: " ")
        // In `clockctl day after tomorrow` the command is itself a word of the day.
        if let day = Self.day(text) ?? Self.day("day \(text)") {
            self.day = day
            return
        }
        if let refusal { throw refusal }
        self.day = try InputWords.read("<date>") { () throws(InputError) in try DayInput.day(text) }
    }

    private static func day(_ text: String) -> DayInput.Day? {
        // Another reading follows, and the last one reports the fault.
        try? DayInput.day(text)
    }

    private static func order(_ verb: String, _ rest: [String]) throws(FatalError) -> DayOrder {
        let text = rest.joined(separator: " ")
        switch verb {
        case "set":
            guard rest.count == 1 else { throw FatalError(.usage, "which program? Say one: clockctl day set early") }
            return .set(text.lowercased())
        case "delay": return .delay(minutes: try InputWords.minutes(text, "delay", in: 0...Timetable.delays.upperBound))
        case "earlier":
            return .delay(minutes: -(try InputWords.minutes(text, "earlier", in: 0 ... -Timetable.delays.lowerBound)))
        case "until": return .silentUntil(try time(text, "until"))
        case "after": return .silentAfter(try time(text, "after"))
        default:
            guard rest.isEmpty else {
                throw FatalError(.usage, "\(verb) has nothing behind it, not \"\(text.prefix(40))\"")
            }
            return verb == "none" ? .noBells : .clear
        }
    }

    private static func time(_ text: String, _ verb: String) throws(FatalError) -> LocalTime {
        let input = try InputWords.read(verb) { () throws(InputError) in try TimeInput(text) }
        guard case .clock(let time, on: nil) = input else {
            throw FatalError(.usage, "\(verb): \"\(text.prefix(40))\" is no time of day; say one like 11:00")
        }
        return time
    }
}

/// Names a program of bells by its timetable: `school/regular`. Each part is by the rule of ``NodeID``.
public struct ProgramName: Hashable, Comparable, Sendable {
    public let timetable: String
    public let program: String

    /// - Returns: `nil` unless both parts are names.
    public init?(timetable: String, program: String) {
        guard Timetable.isName(timetable), Timetable.isName(program) else { return nil }
        self.timetable = timetable
        self.program = program
    }

    public static func < (a: ProgramName, b: ProgramName) -> Bool {
        (a.timetable, a.program) < (b.timetable, b.program)
    }
}

extension ProgramName: TextCoded, CustomStringConvertible {
    public static let textForm = "a program like school/regular"

    public init?(coded text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return nil }
        self.init(timetable: parts[0], program: parts[1])
    }

    public var description: String { "\(timetable)/\(program)" }
}

/// Dates on which a bell rings at its time, or some minutes earlier or later.
public struct BellDays: Hashable, Comparable, Sendable {
    public var span: DateSpan
    /// Minutes by which the bell rings later, ``Timetable/delays``; negative: earlier.
    public var delayMinutes: Int

    public init(span: DateSpan, delayMinutes: Int = 0) {
        self.span = span
        self.delayMinutes = delayMinutes
    }

    public static func < (a: BellDays, b: BellDays) -> Bool { (a.span, a.delayMinutes) < (b.span, b.delayMinutes) }
}

/// `2026-11-30/2026-12-04`, with a delay of twenty minutes `2026-12-01+20`.
extension BellDays: TextCoded {
    public static let textForm = "like 2026-12-01, 2026-11-30/2026-12-04 or 2026-12-01+20"

    public init?(coded text: String) {
        // A date has ten characters, two have twenty-one; a delay follows.
        let length = text.dropFirst(10).first == "/" ? 21 : 10
        guard let span = DateSpan(iso8601: text.prefix(length)) else { return nil }
        let rest = text.dropFirst(length)
        if rest.isEmpty {
            self.init(span: span)
            return
        }
        guard let sign = rest.first, sign == "+" || sign == "-", let delay = Int(rest), delay != 0,
            Timetable.delays.contains(delay)
        else { return nil }
        self.init(span: span, delayMinutes: delay)
    }

    public var coded: String {
        span.iso8601 + (delayMinutes == 0 ? "" : delayMinutes > 0 ? "+\(delayMinutes)" : "\(delayMinutes)")
    }
}

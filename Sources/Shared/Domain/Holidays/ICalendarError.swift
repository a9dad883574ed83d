/// The reason for which a program cannot use a file as a calendar.
public struct ICalendarError: Error, Hashable, Sendable, CustomStringConvertible {
    /// 1 for the first line of the file; `nil` when it is about the whole file.
    public let line: Int?
    /// The fault, with the value.
    public let problem: String

    init(line: Int?, _ problem: String) {
        self.line = line
        self.problem = problem
    }

    public var description: String { line.map { "line \($0): \(problem)" } ?? problem }

    /// A value from the file as it can be shown to people.
    static func shown(_ value: some StringProtocol) -> String { "\"\(Label.fitted(value.prefix(40)))\"" }
}

/// The reason for which a grammar says nothing for a value.
public struct GrammarProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public var rule: String
    /// From 1; `nil` when no case is at fault.
    public var caseNumber: Int?
    /// The fault, with the values.
    public var message: String

    /// One line: `rule number, case 3: n / 0 divides by zero (n = 7)`.
    public var description: String { "rule \(rule)\(caseNumber.map { ", case \($0)" } ?? ""): \(message)" }
}

// Writes a grammar as text again.

extension Rule {
    /// `number(n)`; only the name for a subject.
    var heading: String {
        Grammar.Subject(rawValue: name) == nil ? "\(name)(\(parameters.joined(separator: ", ")))" : name
    }
}

extension Rule.Case {
    func conditionText(_ parameters: [String]) -> String? { condition?.text(parameters, within: .or) }
}

extension Rule.Item {
    /// `Uhr`, `number(minute)`
    func text(_ parameters: [String], _ rules: [Rule]) -> String {
        switch self {
        case .clip(let name): name
        case .call(let index, let arguments):
            "\(rules[index].name)(\(arguments.map { $0.text(parameters, tightly: false) }.joined(separator: ", ")))"
        }
    }
}

extension Expression {
    func text(_ parameters: [String]) -> String { text(parameters, tightly: false) }

    /// - Parameter tightly: true beside an operator that binds more tightly than a sum.
    fileprivate func text(_ parameters: [String], tightly: Bool) -> String {
        switch self {
        case .number(let number): return String(number)
        case .parameter(let index): return parameters[index]
        case .negated(let operand):
            if case .arithmetic = operand { return "-(\(operand.text(parameters, tightly: false)))" }
            return "-\(operand.text(parameters, tightly: true))"
        case .arithmetic(let operation, let left, let right):
            // Operators of one kind group from the left, so on the right their equals need parentheses.
            let isRightGrouped =
                if case .arithmetic(let inner, _, _) = right { inner.bindsTightly == operation.bindsTightly } else {
                    false
                }
            let leftText = left.text(parameters, tightly: operation.bindsTightly)
            let rightText = right.text(parameters, tightly: operation.bindsTightly && !isRightGrouped)
            let text = "\(leftText) \(operation.rawValue) \(isRightGrouped ? "(\(rightText))" : rightText)"
            return tightly && !operation.bindsTightly ? "(\(text))" : text
        }
    }
}

extension Condition {
    /// In the order in which they bind, the loosest first.
    enum Precedence: Int {
        case or, and, not
    }

    fileprivate func text(_ parameters: [String], within place: Precedence) -> String {
        let (text, own): (String, Precedence) =
            switch self {
            case .comparison(let comparison, let left, let right):
                ("\(left.text(parameters)) \(comparison.rawValue) \(right.text(parameters))", .not)
            case .not(let inner): ("not \(inner.text(parameters, within: .not))", .not)
            // The same operator again on the right is another grouping.
            case .and(let left, let right):
                ("\(left.text(parameters, within: .and)) and \(right.text(parameters, within: .not))", .and)
            case .or(let left, let right):
                ("\(left.text(parameters, within: .or)) or \(right.text(parameters, within: .and))", .or)
            }
        return own.rawValue < place.rawValue ? "(\(text))" : text
    }
}

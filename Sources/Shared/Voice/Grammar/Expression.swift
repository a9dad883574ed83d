/// A whole number, computed from a rule's parameters.
indirect enum Expression: Hashable, Sendable {
    case number(Int)
    /// By the parameter's place in its rule.
    case parameter(Int)
    case negated(Expression)
    case arithmetic(Arithmetic, Expression, Expression)

    /// `/` and `%` round down, so that `(hour - 1) % 12` is in 0...11 for every hour.
    enum Arithmetic: String, Hashable, Sendable {
        case plus = "+"
        case minus = "-"
        case times = "*"
        case over = "/"
        case modulo = "%"

        var bindsTightly: Bool {
            switch self {
            case .plus, .minus: false
            case .times, .over, .modulo: true
            }
        }
    }

    /// - Throws: the fault of the numbers.
    func value(_ values: [Int], steps: inout Int) throws(ArithmeticFault) -> Int {
        steps += 1
        switch self {
        case .number(let number): return number
        case .parameter(let index): return values[index]
        case .negated(let operand):
            let value = try operand.value(values, steps: &steps)
            guard value != .min else { throw .overflow("-(\(value))") }
            return -value
        case .arithmetic(let operation, let left, let right):
            let a = try left.value(values, steps: &steps)
            let b = try right.value(values, steps: &steps)
            return try operation.result(a, b)
        }
    }
}

/// A condition under which a case of a rule applies.
indirect enum Condition: Hashable, Sendable {
    case comparison(Comparison, Expression, Expression)
    case not(Condition)
    case and(Condition, Condition)
    case or(Condition, Condition)

    enum Comparison: String, Hashable, Sendable {
        case equal = "=="
        case unequal = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }

    func holds(_ values: [Int], steps: inout Int) throws(ArithmeticFault) -> Bool {
        steps += 1
        switch self {
        case .not(let condition): return try !condition.holds(values, steps: &steps)
        case .and(let left, let right):
            guard try left.holds(values, steps: &steps) else { return false }
            return try right.holds(values, steps: &steps)
        case .or(let left, let right):
            if try left.holds(values, steps: &steps) { return true }
            return try right.holds(values, steps: &steps)
        case .comparison(let comparison, let left, let right):
            let a = try left.value(values, steps: &steps)
            let b = try right.value(values, steps: &steps)
            return switch comparison {
            case .equal: a == b
            case .unequal: a != b
            case .less: a < b
            case .lessOrEqual: a <= b
            case .greater: a > b
            case .greaterOrEqual: a >= b
            }
        }
    }
}

/// An operation that has no result.
enum ArithmeticFault: Error, Hashable {
    case overflow(String)
    case divisionByZero(String)

    var message: String {
        switch self {
        case .overflow(let operation): "\(operation) is too large a number"
        case .divisionByZero(let operation): "\(operation) divides by zero"
        }
    }
}

extension Expression.Arithmetic {
    fileprivate func result(_ a: Int, _ b: Int) throws(ArithmeticFault) -> Int {
        var operation: String { "\(a) \(rawValue) \(b)" }
        let (value, overflow): (Int, Bool)
        switch self {
        case .plus: (value, overflow) = a.addingReportingOverflow(b)
        case .minus: (value, overflow) = a.subtractingReportingOverflow(b)
        case .times: (value, overflow) = a.multipliedReportingOverflow(by: b)
        case .over, .modulo:
            guard b != 0 else { throw .divisionByZero(operation) }
            let quotient = a.dividedReportingOverflow(by: b)
            guard !quotient.overflow else { throw .overflow(operation) }
            let remainder = a - quotient.partialValue * b
            let isRoundedUp = remainder != 0 && (remainder < 0) != (b < 0)
            if self == .over { return isRoundedUp ? quotient.partialValue - 1 : quotient.partialValue }
            return isRoundedUp ? remainder + b : remainder
        }
        guard !overflow else { throw .overflow(operation) }
        return value
    }
}

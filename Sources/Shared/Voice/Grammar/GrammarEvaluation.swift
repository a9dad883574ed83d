/// One run through a grammar's rules.
struct GrammarEvaluation {
    let rules: [Rule]
    private(set) var clips: [String] = []
    private var steps = 0

    init(rules: [Rule]) { self.rules = rules }

    /// Appends the clips that a rule says for its parameters' values.
    /// - Parameter depth: 1 for the first rule.
    mutating func say(rule index: Int, _ values: [Int], depth: Int) throws(GrammarProblem) {
        let rule = rules[index]
        guard depth <= Grammar.maximumDepth else {
            throw problem(rule, nil, "rules call one another more than \(Grammar.maximumDepth) deep", values)
        }
        for (number, rulesCase) in rule.cases.enumerated() {
            guard try applies(rulesCase, of: rule, number, values) else { continue }
            for item in try items(rulesCase, of: rule, number, values) {
                switch item {
                case .clip(let name):
                    guard clips.count < Grammar.maximumClips else {
                        throw problem(rule, number, "more than \(Grammar.maximumClips) clips are said", values)
                    }
                    clips.append(name)
                case .call(let called, let arguments):
                    var numbers: [Int] = []
                    for argument in arguments { numbers.append(try value(argument, of: rule, number, values)) }
                    try say(rule: called, numbers, depth: depth + 1)
                }
                steps += 1
                try checkSteps(rule, number, values)
            }
            return
        }
        throw problem(rule, nil, "no case applies; end with one that has no \"when\"", values)
    }

    private mutating func applies(
        _ rulesCase: Rule.Case, of rule: Rule, _ number: Int, _ values: [Int]
    ) throws(GrammarProblem) -> Bool {
        steps += 1
        guard let condition = rulesCase.condition else { return true }
        try checkSteps(rule, number, values)
        do throws(ArithmeticFault) {
            return try condition.holds(values, steps: &steps)
        } catch {
            throw problem(rule, number, error.message, values)
        }
    }

    private mutating func items(
        _ rulesCase: Rule.Case, of rule: Rule, _ number: Int, _ values: [Int]
    ) throws(GrammarProblem) -> [Rule.Item] {
        switch rulesCase.speech {
        case .say(let items): return items
        case .pick(let expression, let choices):
            let place = try value(expression, of: rule, number, values)
            guard choices.indices.contains(place) else {
                throw problem(rule, number, "pick is \(place), and there are 0 to \(choices.count - 1)", values)
            }
            return choices[place]
        }
    }

    private mutating func value(
        _ expression: Expression, of rule: Rule, _ number: Int, _ values: [Int]
    ) throws(GrammarProblem) -> Int {
        do throws(ArithmeticFault) {
            return try expression.value(values, steps: &steps)
        } catch {
            throw problem(rule, number, error.message, values)
        }
    }

    private func checkSteps(_ rule: Rule, _ number: Int, _ values: [Int]) throws(GrammarProblem) {
        guard steps <= Grammar.maximumSteps else {
            throw problem(rule, number, "takes more than \(Grammar.maximumSteps) steps", values)
        }
    }

    private func problem(_ rule: Rule, _ number: Int?, _ message: String, _ values: [Int]) -> GrammarProblem {
        let facts = zip(rule.parameters, values).map { "\($0) = \($1)" }.joined(separator: ", ")
        return GrammarProblem(
            rule: rule.name, caseNumber: number.map { $0 + 1 },
            message: facts.isEmpty ? message : "\(message) (\(facts))")
    }
}

/// A named way to say something.
struct Rule: Hashable, Sendable {
    var name: String
    var parameters: [String]
    /// The rule says the first case that applies.
    var cases: [Case]

    struct Case: Hashable, Sendable {
        /// `nil`: always.
        var condition: Condition?
        var speech: Speech
    }

    enum Speech: Hashable, Sendable {
        case say([Item])
        /// The sequence at that place, from 0.
        case pick(Expression, from: [[Item]])
    }

    enum Item: Hashable, Sendable {
        case clip(String)
        /// By the rule's place in the grammar.
        case call(rule: Int, arguments: [Expression])
    }

    func collectClips(into names: inout Set<String>) {
        for rulesCase in cases {
            switch rulesCase.speech {
            case .say(let items): Rule.collect(items, into: &names)
            case .pick(_, let choices): for items in choices { Rule.collect(items, into: &names) }
            }
        }
    }

    private static func collect(_ items: [Item], into names: inout Set<String>) {
        for case .clip(let name) in items { names.insert(name) }
    }
}

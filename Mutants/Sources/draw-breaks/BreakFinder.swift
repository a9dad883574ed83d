internal import SwiftSyntax

/// Finds every place of one file that can be broken, in the order of the text.
///
/// A break stays an expression or a statement of the same type, so that one build holds many of them. It leaves words for
/// people alone: texts, log lines and the messages of traps.
final class BreakFinder: SyntaxVisitor {
    private(set) var breaks: [Break] = []
    private let path: String
    private let converter: SourceLocationConverter

    private static let comparisons = [
        "<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="], "==": ["!="], "!=": ["=="],
    ]
    private static let operators = [
        "+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "&+": "&-", "&-": "&+", "&&": "||", "||": "&&",
    ]
    private static let assignments = ["+=": "-=", "-=": "+=", "*=": "/=", "/=": "*="]
    /// Calls that change nothing that a test or a checker promises.
    private static let silent: Set = [
        "log", "logLimited", "preconditionFailure", "precondition", "fatalError", "assert", "reserveCapacity",
    ]
    private static let symmetric: Set = ["min", "max"]

    init(path: String, tree: SourceFileSyntax) {
        self.path = path
        converter = SourceLocationConverter(fileName: path, tree: tree)
        super.init(viewMode: .sourceAccurate)
    }

    private func add(_ kind: Break.Kind, _ node: some SyntaxProtocol, becomes after: String, _ replacement: String) {
        let range = node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
        breaks.append(
            Break(
                kind: kind, path: path, range: range,
                line: converter.location(for: node.positionAfterSkippingLeadingTrivia).line,
                before: node.trimmedDescription.onOneLine, after: after.onOneLine, replacement: replacement))
    }

    // MARK: Places that stay as they are

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        node.bindings.contains { $0.pattern.trimmedDescription == "description" } ? .skipChildren : .visitChildren
    }

    // MARK: Operators and comparisons

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        guard let sign = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return .visitChildren }
        let (left, right) = (node.leftOperand.trimmedDescription, node.rightOperand.trimmedDescription)
        for other in Self.comparisons[sign] ?? [] {
            let after = "\(left) \(other) \(right)"
            if sign == "==" || sign == "!=" {
                add(.comparison, node, becomes: after, "(MUTANT != (\(node.trimmedDescription)))")
            } else if node.canBeDoubled {
                add(.comparison, node, becomes: after, "(MUTANT ? (\(after)) : (\(node.trimmedDescription)))")
            }
        }
        if let other = Self.operators[sign], node.canBeDoubled {
            let after = "\(left) \(other) \(right)"
            add(.operators, node, becomes: after, "(MUTANT ? (\(after)) : (\(node.trimmedDescription)))")
        }
        if let other = Self.assignments[sign], node.isStatement {
            let after = "\(left) \(other) \(right)"
            add(.operators, node, becomes: after, "if MUTANT { \(after) } else { \(node.trimmedDescription) }")
        }
        return .visitChildren
    }

    // MARK: Constants

    override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        guard let value = Int(node.literal.text.filter { $0 != "_" }), value < Int.max / 2 else { return .skipChildren }
        let others =
            switch value {
            case 0: [1]
            case 1: [0, 2]
            default: [value / 2, value * 2]
            }
        for other in others { add(.constant, node, becomes: "\(other)", "(MUTANT ? \(other) : \(value))") }
        return .skipChildren
    }

    override func visit(_ node: FloatLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        let text = node.literal.text
        guard let value = Double(text.filter { $0 != "_" }) else { return .skipChildren }
        add(.constant, node, becomes: "\(value * 2)", "(MUTANT ? \(value * 2) : \(text))")
        return .skipChildren
    }

    override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        let text = node.literal.text
        add(.constant, node, becomes: text == "true" ? "false" : "true", "(MUTANT != \(text))")
        return .skipChildren
    }

    // MARK: Negations

    override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
        if case .expression(let condition) = node.condition { negate(condition) }
        return .visitChildren
    }

    override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition)
        return .visitChildren
    }

    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition)
        return .visitChildren
    }

    override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        if node.operator.text == "!" { negate(node) }
        return .visitChildren
    }

    private func negate(_ condition: some ExprSyntaxProtocol) {
        let text = condition.trimmedDescription
        let prefix = text.hasPrefix("try ") ? "try " : ""
        let rest = text.dropFirst(prefix.count)
        add(.negation, condition, becomes: "!(\(text))", "\(prefix)(MUTANT != (\(rest)))")
    }

    // MARK: Dropped statements and swapped arguments

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        guard case .expr(let statement) = node.item, !node.isReturned, !node.initialisesProperty else {
            return .visitChildren
        }
        let isAssignment = statement.as(InfixOperatorExprSyntax.self).map { expression in
            expression.operator.is(AssignmentExprSyntax.self)
                || Self.assignments[expression.operator.trimmedDescription] != nil
        }
        guard isAssignment ?? statement.is(FunctionCallExprSyntax.self) else { return .visitChildren }
        if isSilent(statement) { return .skipChildren }
        let text = statement.trimmedDescription
        add(.dropped, statement, becomes: "", "if !MUTANT { \(text) }")
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if isSilent(node) { return .skipChildren }
        guard let callee = node.callee, !Self.symmetric.contains(callee), node.canBeDoubled else {
            return .visitChildren
        }
        let arguments = Array(node.arguments)
        for (first, second) in zip(arguments, arguments.dropFirst())
        where first.expression.kind == second.expression.kind && !first.expression.is(InOutExprSyntax.self)
            && !first.expression.trimmedDescription.hasSuffix(".self")
            && first.expression.trimmedDescription != second.expression.trimmedDescription
        {
            let (one, other) = (first.expression.trimmed, second.expression.trimmed)
            var swapped = node.trimmed
            guard let place = arguments.firstIndex(of: first) else { continue }
            var list = Array(swapped.arguments)
            list[place].expression = other
            list[place + 1].expression = one
            swapped.arguments = LabeledExprListSyntax(list)
            let (before, after) = (node.trimmedDescription, swapped.description)
            let replacement =
                node.isStatement
                ? "if MUTANT { \(after) } else { \(before) }" : "(MUTANT ? \(after) : \(before))"
            add(.swapped, node, becomes: after, replacement)
        }
        return .visitChildren
    }

    private func isSilent(_ expression: some ExprSyntaxProtocol) -> Bool {
        guard let call = expression.as(FunctionCallExprSyntax.self), let callee = call.callee else { return false }
        if Self.silent.contains(callee) { return true }
        // An effect that writes a log line.
        return call.arguments.first?.expression.as(FunctionCallExprSyntax.self)?.callee.map(Self.silent.contains)
            ?? false
    }
}

extension FunctionCallExprSyntax {
    /// Last name of the called function.
    fileprivate var callee: String? {
        calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            ?? calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
    }
}

extension SyntaxProtocol {
    /// Whether a conditional expression may hold its text twice: short, without closures, texts and marks of effects.
    fileprivate var canBeDoubled: Bool {
        let text = trimmedDescription
        return text.utf8.count <= 200 && !text.hasInOut
            && !["{", "\"", "try ", "await ", "//"].contains(where: text.contains)
    }

    fileprivate var isStatement: Bool { parent?.is(CodeBlockItemSyntax.self) ?? false }
}

extension CodeBlockItemSyntax {
    /// Whether it gives a property its first value, without which nothing compiles.
    fileprivate var initialisesProperty: Bool {
        guard trimmedDescription.hasPrefix("self.") else { return false }
        return sequence(first: Syntax(self), next: \.parent).contains { $0.is(InitializerDeclSyntax.self) }
    }

    /// Whether its value is what the body around it returns.
    fileprivate var isReturned: Bool {
        guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1, let owner = list.parent else {
            return false
        }
        if owner.is(ClosureExprSyntax.self) || owner.is(AccessorBlockSyntax.self) { return true }
        guard let block = owner.as(CodeBlockSyntax.self), let function = block.parent?.as(FunctionDeclSyntax.self)
        else {
            return false
        }
        return function.signature.returnClause != nil
    }
}

extension String {
    /// Without line breaks and indentation.
    fileprivate var onOneLine: String {
        split(whereSeparator: \.isNewline).map { line in line.drop { $0 == " " } }.joined(separator: " ")
    }

    /// Whether an argument is passed inout.
    fileprivate var hasInOut: Bool {
        zip(self, dropFirst()).contains { $0 == "&" && ($1.isLetter || $1 == "_") }
    }
}

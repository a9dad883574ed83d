package enum NodeWords: Hashable, Sendable {
    case all
    /// As typed, in order, without repetitions; never empty.
    case named([String])

    /// Splits `kitchen, bedroom` at commas into names; leaves out empty pieces.
    package static func names(_ words: [String]) -> [String] {
        var seen: Set<String> = []
        return list(words).filter { seen.insert($0).inserted }
    }

    /// The same with repetitions.
    static func list(_ words: [String]) -> [String] {
        words.flatMap { $0.split(separator: ",").map { String($0.trimmingSpaces) } }.filter { !$0.isEmpty }
    }

    /// Splits the words of `set`: nodes first (unless `all`), then settings, from the first setting's name on. The very
    /// first word is always a node's, so that a node may be called `volume`.
    package static func split(_ words: [String], all: Bool) -> (nodes: NodeWords?, settings: [String]) {
        if all { return (.all, words) }
        guard let first = words.first else { return (nil, []) }
        let rest = words.dropFirst()
        let settings = rest.drop { SettingWords.setting(naming: $0) == nil }
        // Without any setting the last words are more likely a mistyped setting than nodes.
        let isMistyped = settings.isEmpty && !rest.isEmpty
        let nodes = names([first] + (isMistyped ? [] : rest.prefix(rest.count - settings.count)))
        return (nodes.isEmpty ? nil : .named(nodes), isMistyped ? Array(rest) : Array(settings))
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var text = self.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }
}

/// A subscription's filter: levels, of which `+` stands for any one and a last `#` for all that follow
/// (MQTT 5 section 4.7).
struct TopicFilter: Hashable, Sendable {
    private let text: String
    private let levels: [Substring]

    init(_ text: String) {
        self.text = text
        levels = text.split(separator: "/", omittingEmptySubsequences: false)
    }

    static func == (a: TopicFilter, b: TopicFilter) -> Bool { a.text == b.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }

    func matches(_ topic: [Substring]) -> Bool {
        // Wildcards at the start do not match the broker's own topics.
        if let first = topic.first, first.hasPrefix("$"), let own = levels.first, own == "+" || own == "#" {
            return false
        }
        for (index, level) in levels.enumerated() {
            if level == "#" { return true }
            guard index < topic.count, level == "+" || level == topic[index] else { return false }
        }
        return levels.count == topic.count
    }
}

/// A subscription's filter, as levels: `+` stands for any one level, a last `#` for all that follow (MQTT 5 section
/// 4.7).
struct TopicFilter: Hashable, Sendable {
    /// One level, in UTF-8: Swift would compare strings by canonical equivalence.
    typealias Level = ArraySlice<UInt8>

    private let text: String
    private let levels: [Level]

    private static let anyOne: Level = [UInt8(ascii: "+")]
    private static let allThatFollow: Level = [UInt8(ascii: "#")]

    init(_ text: String) {
        self.text = text
        levels = Self.levels(of: text)
    }

    static func levels(of text: String) -> [Level] {
        Array(text.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    }

    static func == (a: TopicFilter, b: TopicFilter) -> Bool { a.text == b.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }

    var hasWildcards: Bool { levels.contains { $0 == Self.anyOne || $0 == Self.allThatFollow } }

    func matches(_ topic: [Level]) -> Bool {
        // Wildcards at the start do not match the broker's own topics.
        if topic.first?.first == UInt8(ascii: "$"), let own = levels.first,
            own == Self.anyOne || own == Self.allThatFollow
        {
            return false
        }
        for (index, level) in levels.enumerated() {
            if level == Self.allThatFollow { return true }
            guard index < topic.count, level == Self.anyOne || level == topic[index] else { return false }
        }
        return levels.count == topic.count
    }
}

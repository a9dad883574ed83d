internal import ClockDomain

extension NumberedID {
    /// One more than the number of tags.
    private static var tags: Int { 1 << 18 }

    /// The number in both kinds of store, in the order of ids.
    var row: Int { number * Self.tags + (tag.map { $0.code + 1 } ?? 0) }

    /// `nil` for a number that no store gives.
    init?(row: Int) {
        let mark = row % Self.tags
        guard row > 0, mark == 0 || mark <= GenerationTag.count else { return nil }
        self.init(number: row / Self.tags, tag: GenerationTag(code: mark - 1))
    }
}

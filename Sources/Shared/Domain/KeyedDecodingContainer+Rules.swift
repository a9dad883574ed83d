extension KeyedDecodingContainer {
    /// Refuses a value that breaks a rule which its type does not express.
    ///
    /// - Parameter words: the fault, with the value; the reporter of the error adds the place.
    package func require(_ isKept: Bool, _ key: Key, _ words: @autoclosure () -> String) throws {
        guard isKept else { throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: words()) }
    }

    /// A whole number within `range`; `standard` where there is none.
    package func decode(
        _ range: ClosedRange<Int>, _ unit: String = "", forKey key: Key, standard: Int? = nil
    ) throws -> Int {
        if let standard, !contains(key) { return standard }
        let value = try decode(Int.self, forKey: key)
        let shown = unit.isEmpty ? "\(value)" : "\(value) \(unit)"
        try require(range.contains(value), key, "\(shown) is not in \(range)")
        return value
    }

    /// 1, 2, 3, … with room for one more.
    package func decodeRevision(forKey key: Key) throws -> Int { try decode(1...Int(Int32.max) - 1, forKey: key) }

    /// A text by the rule of ``Label``; empty where there is none.
    package func decodeLabel(forKey key: Key) throws -> String {
        let label = try decodeIfPresent(String.self, forKey: key) ?? ""
        try require(Label.isValid(label), key, "\"\(label.prefix(80))\" is not \(Label.rule)")
        return label
    }

    /// An array of at most `maximum` elements; empty where there is none.
    package func decodeList<Element: Decodable>(
        atMost maximum: Int, _ things: String, forKey key: Key
    ) throws -> [Element] {
        let list = try decodeIfPresent([Element].self, forKey: key) ?? []
        try require(list.count <= maximum, key, "\(list.count) \(things) are over the limit of \(maximum)")
        return list
    }

    /// The dates of a bell, ascending and each once; empty where there is none.
    package func decodeBellDays(forKey key: Key) throws -> [BellDays] {
        let days: [BellDays] = try decodeList(atMost: AlarmSchedule.maximumBellDays, "spans of days", forKey: key)
        let isAscending = zip(days, days.dropFirst()).allSatisfy { $0.span.last < $1.span.first }
        try require(isAscending, key, "the days are not ascending, each once")
        return days
    }

    /// As ``decodeList(atMost:_:forKey:)``, ascending by `property` and each once.
    package func decodeAscending<Element: Decodable>(
        atMost maximum: Int, _ things: String, by property: KeyPath<Element, some Comparable>, forKey key: Key
    ) throws -> [Element] {
        let list: [Element] = try decodeList(atMost: maximum, things, forKey: key)
        let isAscending = zip(list, list.dropFirst()).allSatisfy { $0[keyPath: property] < $1[keyPath: property] }
        try require(isAscending, key, "\(things) are not ascending, each once")
        return list
    }
}

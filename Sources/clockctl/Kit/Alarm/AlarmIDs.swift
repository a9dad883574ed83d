internal import ClockDomain
internal import ClockSite

extension CoordinatorLink {
    /// Returns the alarms that words name, by id or label; each once, in the order typed.
    ///
    /// - Throws: ``FatalError`` for a word that names none, or several.
    func alarmIDs(_ words: [String]) throws -> [AlarmID] {
        // Ids are as good as any name, and need no list.
        if let ids = try? InputWords.ids(words, "an alarm") as [AlarmID], !ids.isEmpty { return ids }
        return try CalledNames(try schedule().alarms).find(words)
    }
}

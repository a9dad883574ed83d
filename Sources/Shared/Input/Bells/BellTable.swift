internal import ClockDomain

/// The lines of a schedule with their times, from which the bells follow.
struct BellTable {
    struct Row {
        /// From 1; `nil` for a line that nobody wrote.
        var line: Int?
        var text: Substring
        var name: String
        /// Minutes of the day.
        var begin: Int
        var end: Int?
        /// True for a name that ends at its only time.
        var isLimit = false
    }

    var rows: [Row]
    var isGerman: Bool

    private struct Draft {
        var minute: Int
        var label: String
        var kind: BellList.Bell.Kind
        var row: Row
        /// True for the end of a range, for which a begin at the same minute stands.
        var isRangeEnd = false
        /// True for the minutes between two periods, for which any other bell stands.
        var isPassing = false
    }

    /// Returns the bells in ascending order.
    ///
    /// - Parameter warning: minutes before each begin; 0 for no warnings.
    func bells(warning: Int) throws(BellListError) -> [BellList.Bell] {
        var seen: Set<BellList.Bell> = []
        var bells: [BellList.Bell] = []
        for draft in try joined(drafts(warning: warning)) {
            guard let time = LocalTime(hour: draft.minute / 60, minute: draft.minute % 60) else { continue }
            let bell = BellList.Bell(time: time, label: draft.label, kind: draft.kind)
            guard seen.insert(BellList.Bell(time: time, label: draft.label, kind: .begin)).inserted else { continue }
            guard bells.count < BellListInput.maximumBells else {
                throw BellListError(
                    line: draft.row.line, text: String(draft.row.text),
                    "here begin more than \(BellListInput.maximumBells) bells", "split the list")
            }
            bells.append(bell)
        }
        // Bells of one minute stay in the order of the lines.
        return bells.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    private func drafts(warning: Int) throws(BellListError) -> [Draft] {
        let hasRanges = rows.contains { $0.end != nil }
        var drafts: [Draft] = []
        for (index, row) in rows.enumerated() {
            let name = name(of: row, at: index)
            let isPassing = row.end != nil && BellWords.isPassing(name)
            let kind = kind(of: row, name)
            if warning > 0, kind == .begin, !isPassing, row.end != nil || !hasRanges {
                guard row.begin >= warning else {
                    throw BellListError(
                        line: row.line, text: String(row.text), "its warning would ring on the day before",
                        "choose fewer minutes")
                }
                let label = Label.fitted("Warning: \(name)")
                drafts.append(Draft(minute: row.begin - warning, label: label, kind: .warning, row: row))
            }
            let label = row.isLimit ? Self.end(of: name) : name
            drafts.append(Draft(minute: row.begin, label: label, kind: kind, row: row, isPassing: isPassing))
            if let end = row.end {
                drafts.append(
                    Draft(
                        minute: end, label: Self.end(of: name), kind: .end, row: row, isRangeEnd: true,
                        isPassing: isPassing))
            }
        }
        return drafts
    }

    /// One bell where a range ends as another begins.
    private func joined(_ drafts: [Draft]) -> [Draft] {
        let minutes = Set(drafts.lazy.filter { !$0.isPassing && $0.kind != .warning }.map(\.minute))
        let others = drafts.filter { !$0.isPassing || !minutes.contains($0.minute) }
        let begins = Set(others.lazy.filter { !$0.isRangeEnd && $0.kind != .warning }.map(\.minute))
        return others.filter { !$0.isRangeEnd || !begins.contains($0.minute) }
    }

    // MARK: Labels

    private func name(of row: Row, at index: Int) -> String {
        if row.name.isEmpty {
            return rows.allSatisfy { $0.name.isEmpty && $0.end != nil } ? period(index + 1) : "Bell"
        }
        let digits = row.name.prefix(while: \.isBellDigit)
        let rest = row.name.dropFirst(digits.count)
        guard (1...2).contains(digits.count), let number = Int(digits) else { return row.name }
        if ["", ".", ")"].contains(rest) { return period(number) }
        return rest.hasPrefix(" (") ? Label.fitted(period(number) + rest) : row.name
    }

    private func period(_ number: Int) -> String { isGerman ? "\(number). Stunde" : "Period \(number)" }

    private func kind(of row: Row, _ name: String) -> BellList.Bell.Kind {
        if row.end != nil { return .begin }
        if BellWords.isWarning(name) { return .warning }
        return row.isLimit || BellWords.isEnd(name) ? .end : .begin
    }

    /// `Period 1 ends`, with the name cut where the label would be too long.
    private static func end(of name: String) -> String {
        let suffix = " ends"
        var name = name
        while !Label.isValid(name + suffix), !name.isEmpty {
            if name.hasSuffix("…") { name.removeLast() }
            name.unicodeScalars.removeLast()
            name += "…"
        }
        return name + suffix
    }
}

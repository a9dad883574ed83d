internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// One change of a definition, as a line: `alarm a3 Work: on -> off`.
struct ChangeSentence: Sendable {
    var event: ChangeEvent
    var words: TimeWords

    /// True for a change of what people do not see, such as a clock that became right behind a timer's end.
    var isEmpty: Bool {
        guard event.by == nil, let old = event.old, let new = event.new else { return false }
        return ObjectFacts.changes(ObjectFacts(old, words: words), ObjectFacts(new, words: words)).isEmpty
    }

    /// - Parameter withTime: true to start with the time of the change.
    func line(withTime: Bool = true) -> StyledText {
        let time = withTime ? StyledText("\(words.time(event.at)) ", .dim) : StyledText()
        guard let object = event.new ?? event.old else { return time + StyledText("nothing", .dim) }
        let facts = ObjectFacts(object, words: words)
        // The person who made the request knows the name; a line about others' changes shows it.
        let by = withTime ? event.by.map { StyledText(" · \($0)", .dim) } : nil
        return time + StyledText("\(facts.kind) ") + StyledText(facts.name, .bold) + StyledText(": \(what())")
            + (by ?? StyledText()) + (withTime ? undone : StyledText())
    }

    /// ` · takes back anna's of 18:02`: the change that this one took back; empty for any other change.
    var undone: StyledText {
        guard let undone = event.undoes else { return StyledText() }
        return StyledText(
            " · takes back the change of \(words.moment(undone.at))\(undone.by.map { " by \($0)" } ?? "")", .dim)
    }

    private func what() -> String {
        switch (event.old, event.new) {
        case (nil, let new?):
            return (["added"] + ObjectFacts(new, words: words).facts.map(\.said)).joined(separator: ", ")
        case (_?, nil): return "removed"
        case (let old?, let new?):
            let changes = ObjectFacts.changes(ObjectFacts(old, words: words), ObjectFacts(new, words: words))
            return changes.isEmpty ? "changed" : changes.joined(separator: ", ")
        case (nil, nil): return "nothing"
        }
    }

    /// Prints the results of a request that concerns no node.
    static func report(_ result: ChangeResult, json: Bool, on console: Console) {
        if json { return console.write(JSONOutput.text(result)) }
        console.write(lines(result, zone: console.zones.local))
    }

    /// Returns the results of a request, for things that need no more than a line.
    static func lines(_ result: ChangeResult, zone: TimeZoneRules) -> [StyledText] {
        let words = TimeWords(zone: zone, now: result.events.first?.at ?? Clocks.wall())
        let lines = result.events.map { ChangeSentence(event: $0, words: words).line(withTime: false) }
        return lines.isEmpty ? [StyledText("nothing changed: that was done already")] : lines
    }
}

package import ClockDomain
package import ClockWire

extension SiteEmergency {
    /// - Parameter nodes: by their newest words.
    package init(_ kept: Emergency?, _ nodes: [NodeID: NodeWord]) {
        self.init(
            kept,
            nodes.map { Room(node: $0, isOnline: $1.availability == .online, report: $1.emergency) })
    }

    /// Returns its line, and one for each room that it concerns.
    package func lines(_ words: TimeWords) -> [StyledText] { [head(words)] + rooms.map { line($0, words) } }

    private func head(_ words: TimeWords) -> StyledText {
        func by(_ word: Emergency.Word) -> String {
            "\(words.timeOrDay(word.at))\(word.by.map { " by \($0)" } ?? "")"
        }
        guard let emergency else { return StyledText("no emergency is on") }
        if let ended = emergency.ended {
            return StyledText("no emergency is on; the last one was ended at \(by(ended))")
        }
        let what = emergency.text.map { "\(emergency.sound.rawValue), \"\($0)\"" } ?? emergency.sound.rawValue
        let end = words.timeOrDay(emergency.begun.at + Emergency.limit)
        return StyledText("EMERGENCY", .bold)
            + StyledText(" since \(by(emergency.begun)): \(what); over by itself at \(end)")
    }

    private func line(_ room: Room, _ words: TimeWords) -> StyledText {
        let name = StyledText("\(room.node) ", .bold)
        let isOn = emergency?.ended == nil && emergency?.sounds(in: room.node) == true
        if !room.isOnline {
            let what = isOn ? "it sounds there once it is back" : "the broker keeps the end for it for a day"
            return name + StyledText("is offline; \(what)", .warning)
        }
        guard isOn else {
            return name + (room.report == nil ? StyledText("is silent", .good) : StyledText("still sounds", .warning))
        }
        if let problem = room.report?.problem { return name + StyledText("is silent: \(problem)", .bad) }
        guard let report = room.report, report.id == emergency?.id, let heard = report.heard else {
            return name + StyledText("has not answered", .bad)
        }
        let text = emergency?.text != nil && !report.hasWords ? ", without the words so far" : ""
        return name + StyledText("sounds since \(words.timeOrDay(heard))\(text)", .good)
    }
}

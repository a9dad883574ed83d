internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The effects of a change, a line a node.
enum ChangeView {
    /// `kitchen volume 60 (revision 8)`, with the requested settings and no more.
    static func lines(_ result: SetResult, change: SettingsPatch, words: TimeWords) -> [StyledText] {
        let width = result.nodes.map(\.node.rawValue.terminalWidth).max() ?? 0
        return result.nodes.map { node in
            let values = NodeSetting.all.filter(change.changes).map {
                "\($0.name) \($0.words(node.settings, words.moment))"
            }
            return StyledText(node.node.rawValue, .bold).padded(to: width + 2)
                + StyledText(values.joined(separator: ", "))
                + StyledText(" (revision \(node.revision))", .dim)
        }
    }
}

internal import ClockDomain
internal import ClockWire

extension SetCommand {
    /// Returns the words that fit at `index` of a `clockctl set …` line: a node, a setting, or a setting's value.
    static func completions(_ words: [String], index: Int) -> [String] {
        let typed = words.prefix(max(0, index)).drop { $0 != "set" }.dropFirst().filter { !$0.hasPrefix("-") }
        let all = words.contains("--all")
        if typed.isEmpty, !all { return NodeCompletion.names(words) }
        // The first word is a node's, even one that is spelt like a setting.
        let settings = all ? typed[...] : typed.dropFirst()
        if let setting = settings.last.flatMap(SettingWords.init(rawValue:)) { return setting.examples(words) }
        return SettingWords.allCases.map(\.rawValue)
    }
}

extension SettingWords {
    /// Returns values to offer; for voices and chimes those of the site's nodes.
    func examples(_ words: [String]) -> [String] {
        switch self {
        case .volume, .volumeFloor, .volumeCeiling: stride(from: 0, through: 100, by: 10).map(String.init)
        case .mute, .selfWake: ["on", "off"]
        case .quiet: ["22:00-07:00", "off"]
        case .voice:
            Set(NodeCompletion.statuses(words).flatMap { ($0.voice?.installed ?? []) + $0.packs.map(\.name) }).sorted()
        case .every: AnnouncementInterval.allCases.map(\.rawValue)
        case .chime:
            Chime.builtIn.map(\.rawValue)
                + Set(NodeCompletion.statuses(words).flatMap { $0.voice?.chimes ?? [] }).sorted()
        case .trim: ["0", "+10ms"]
        }
    }
}

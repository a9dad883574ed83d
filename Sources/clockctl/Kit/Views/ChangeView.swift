internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The effects of a change, a line a node.
enum ChangeView {
    /// `kitchen volume 60 (revision 8)`, with the requested settings and no more.
    static func lines(_ result: SetResult, change: SettingsPatch) -> [StyledText] {
        let width = result.nodes.map(\.node.rawValue.terminalWidth).max() ?? 0
        return result.nodes.map { node in
            StyledText(node.node.rawValue, .bold).padded(to: width + 2)
                + StyledText(values(node.settings, change).joined(separator: ", "))
                + StyledText(" (revision \(node.revision))", .dim)
        }
    }

    private static func values(_ settings: NodeSettings, _ change: SettingsPatch) -> [String] {
        SettingWords.allCases.compactMap { setting in
            switch setting {
            case .volume: change.volume.map { _ in "volume \(settings.volume.percent) %" }
            case .mute: change.muted.map { _ in "mute \(onOff(settings.muted))" }
            case .quiet: change.quiet.map { _ in "quiet \(quiet(settings.quiet))" }
            case .voice: change.voice.map { _ in "voice \(settings.voice)" }
            case .every: change.every.map { _ in "every \(settings.every.rawValue)" }
            case .chime: change.chime.map { _ in "chime \(settings.chime.rawValue)" }
            case .selfWake: change.selfWake.map { _ in "self-wake \(onOff(settings.selfWake))" }
            case .volumeFloor: change.volumeFloor.map { _ in "volume floor \(settings.volumeFloor.percent) %" }
            case .volumeCeiling: change.volumeCeiling.map { _ in "volume ceiling \(settings.volumeCeiling.percent) %" }
            case .trim: change.trimMicroseconds.map { _ in "trim \(TrimWords.words(settings.trimMicroseconds))" }
            }
        }
    }

    private static func quiet(_ periods: [QuietPeriod]) -> String {
        periods.isEmpty ? "off" : periods.map(\.description).joined(separator: ",")
    }

    private static func onOff(_ value: Bool) -> String { value ? "on" : "off" }
}

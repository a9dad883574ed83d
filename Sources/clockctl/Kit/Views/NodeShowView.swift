internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// One node with all its settings and outputs.
struct NodeShowView: Sendable {
    var node: NodeStatus
    var words: TimeWords
    /// Terminal columns; `nil` for no limit.
    var width: Int?

    func lines() -> [StyledText] {
        let since = node.availabilitySince.map { " since \(words.moment($0))" } ?? ""
        let title =
            StyledText(node.room, .bold) + StyledText(" (\(node.id))  ", .dim)
            + StyledText(node.availability.rawValue, node.availability == .online ? .good : .bad)
            + StyledText(since, .dim)
        let rows = rows()
        let labelWidth = rows.map(\.label.terminalWidth).max() ?? 0
        return [width.map(title.truncated) ?? title]
            + rows.flatMap { row -> [StyledText] in
                let indent = 2 + labelWidth + 2
                let wrapped = width.map { row.value.wrapped(to: max(20, $0 - indent)) } ?? [row.value]
                return wrapped.enumerated().map { index, line in
                    StyledText("  ") + StyledText(index == 0 ? row.label : "", .dim).padded(to: labelWidth + 2)
                        + StyledText(line, row.style)
                }
            }
    }

    private struct Row {
        var label: String
        var value: String
        var style = Style.plain
    }

    private func rows() -> [Row] {
        var rows = [
            Row(label: "zone", value: node.zone ?? "–"),
            Row(label: "version", value: node.version ?? "–"),
        ]
        if let clock = node.clock {
            rows.append(Row(label: "clock", value: clock.finding, style: clock.trusted ? .plain : .bad))
        }
        if let until = node.certificateUntil {
            let end = CertificateWords.end(until, now: words.now)
            rows.append(
                Row(
                    label: "certificate", value: "ends \(end.plain)",
                    style: CertificateWords.style(until, now: words.now)))
        }
        rows += settings()
        rows += voices()
        if let audio = node.audio { rows += outputs(audio) }
        if let problem = node.problem { rows.append(Row(label: "problem", value: problem, style: .bad)) }
        return rows
    }

    private func settings() -> [Row] {
        let settings = node.settings
        let revision =
            node.revision.applied == node.revision.desired ? "" : ", of which it has \(node.revision.applied)"
        return NodeSetting.all.filter(\.hasRow).map { Row(label: $0.word, value: value($0, settings)) }
            + [Row(label: "revision", value: "\(node.revision.desired)\(revision)")]
    }

    private func value(_ setting: NodeSetting, _ settings: NodeSettings) -> String {
        let said = setting.words(settings, words.moment)
        return switch setting.kind {
        case .volume(\.volume, _):
            said + (QuietMarker.muted(settings, words).map { ", \($0)" } ?? "")
                + (settings.volumeFloor == .silent && settings.volumeCeiling == .full
                    ? ""
                    : "; never under \(settings.volumeFloor.percent) %, never over \(settings.volumeCeiling.percent) %")
        case .every where said != "off": "\(said) min"
        case .quiet where said == "off": "never"
        default: said
        }
    }

    /// Returns the packs that people pushed to it, and the voices of its machine.
    private func voices() -> [Row] {
        let packs = node.packs.enumerated().map { index, pack in
            let isFailed = if case .failed = pack.state { true } else { false }
            let standing =
                StyledText("\(pack.name) (\(pack.digest.short), \(PackWords.size(pack.bytes))) ")
                + PackWords.standing(pack)
            return Row(label: index == 0 ? "packs" : "", value: standing.plain, style: isFailed ? .bad : .plain)
        }
        let installed = node.voice?.installed ?? []
        return packs + (installed.isEmpty ? [] : [Row(label: "voices", value: installed.joined(separator: ", "))])
    }

    /// Returns the configured output, and then those of the machine.
    private func outputs(_ audio: AudioReport) -> [Row] {
        let isBad = audio.state == .missing || audio.state == .failed || audio.state == .busy
        let detail = audio.detail.map { ": \($0)" } ?? ""
        let depth = audio.depthMilliseconds == 0 ? "" : ", keeps sound for \(audio.depthMilliseconds) ms"
        let clock = audio.hasClock ? "" : ", has no clock"
        let output = Row(
            label: "output", value: "\(audio.device), \(audio.state.rawValue)\(depth)\(clock)\(detail)",
            style: isBad ? .bad : .plain)
        return [output]
            + audio.devices.enumerated().map { index, device in
                let description = device.description.isEmpty ? "" : " (\(device.description))"
                return Row(label: index == 0 ? "it has" : "", value: device.name + description)
            }
    }
}

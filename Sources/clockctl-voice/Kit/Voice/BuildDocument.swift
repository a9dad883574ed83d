internal import ClockDomain
internal import ClockSite
internal import ClockVoice
internal import ClockVoiceMaking

/// The output of `clockctl voice build`.
struct BuildDocument: Encodable {
    struct Failure: Encodable {
        var clip: String
        var reason: String
    }

    var pack: String
    var folder: String
    var engine: String
    var made: [String]
    var kept: [String]
    var foreign: [String]
    var failed: [Failure]
    var left: [String]
    var seconds: Double

    init(_ pack: VoicePack, folder: PackFolder, engine: SpeechEngine, _ report: PackBuilder.Report, _ time: Duration) {
        self.pack = pack.name
        self.folder = folder.path
        self.engine = engine.identity.trimmed
        made = report.made
        kept = report.kept
        foreign = report.foreign
        failed = report.failed.map { Failure(clip: $0.name, reason: $0.reason) }
        left = report.left
        seconds = (time.secondsWithFraction * 1000).rounded() / 1000
    }

    /// For people: failures by name, and the rest in one line.
    var lines: [StyledText] {
        var lines: [StyledText] = []
        // One common cause gets one line.
        let reasons = Set(failed.map(\.reason))
        if reasons.count == 1, failed.count > 3, let reason = reasons.first {
            lines.append(StyledText("\(failed.count) words", .bad) + StyledText(": \(reason)"))
        } else {
            lines += failed.map { StyledText($0.clip, .bad) + StyledText(": \($0.reason)") }
        }
        if !foreign.isEmpty {
            lines.append(
                StyledText(
                    "left as they are, because they were not made here (--replace makes them too): "
                        + Self.some(foreign), .dim))
        }
        let kept = kept.isEmpty ? "" : ", \(self.kept.count) were there"
        let failed = failed.isEmpty ? "" : ", \(self.failed.count) failed"
        lines.append(
            StyledText(pack, .bold)
                + StyledText(
                    ": \(QuantityWords.count(made.count, "clip")) made by \(engine) in "
                        + "\(QuantityWords.decimal(seconds, digits: 1)) s\(kept)\(failed), in \(folder)"))
        return lines
    }

    private static func some(_ names: [String]) -> String {
        names.count > 8
            ? "\(names.prefix(8).joined(separator: ", ")) and \(names.count - 8) more" : names.joined(separator: ", ")
    }
}

extension String {
    /// The text without spaces at its end.
    var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}

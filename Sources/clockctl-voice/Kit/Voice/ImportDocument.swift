internal import ClockSite
internal import ClockVoice
internal import ClockVoiceMaking
internal import ClockctlKit

/// The output of `clockctl voice import`.
struct ImportDocument: Encodable {
    struct Piece: Encodable {
        var clip: String
        var file: String
        var from: Double
        var to: Double
        var loudness: Double

        enum CodingKeys: String, CodingKey {
            case clip, file
            case from = "from_s"
            case to = "to_s"
            case loudness = "loudness_lufs"
        }
    }

    struct Failure: Encodable {
        var subject: String
        var reason: String
    }

    var pack: String
    var folder: String
    var clips: [Piece]
    var failed: [Failure]
    var missing: [String]

    init(_ pack: VoicePack, folder: PackFolder, _ report: PackImporter.Report) {
        func rounded(_ value: Double, _ steps: Double) -> Double { (value * steps).rounded() / steps }
        self.pack = pack.name
        self.folder = folder.path
        clips = report.pieces.map {
            Piece(
                clip: $0.name, file: $0.file, from: rounded($0.seconds.lowerBound, 1000),
                to: rounded($0.seconds.upperBound, 1000), loudness: rounded($0.loudness, 10))
        }
        failed = report.failed.map { Failure(subject: $0.subject, reason: $0.reason) }
        missing = report.missing
    }

    func lines(width: Int?) -> [StyledText] {
        func seconds(_ value: Double) -> StyledText { StyledText(QuantityWords.decimal(value, digits: 2)) }
        var lines: [StyledText] = []
        if !clips.isEmpty {
            lines += TextTable(columns: [
                .init(title: "CLIP", minimumWidth: 8, cells: clips.map { StyledText($0.clip, .bold) }),
                .init(title: "FROM", alignment: .right, cells: clips.map { seconds($0.from) }),
                .init(title: "TO", alignment: .right, cells: clips.map { seconds($0.to) }),
                .init(title: "LENGTH", alignment: .right, cells: clips.map { seconds($0.to - $0.from) }),
                .init(
                    title: "FILE", dropRank: 1, minimumWidth: 12, comfortableWidth: 30,
                    cells: clips.map { StyledText($0.file) }),
            ]).lines(width: width)
        }
        lines += failed.map { StyledText($0.subject, .bad) + StyledText(": \($0.reason)") }
        if !missing.isEmpty { lines.append(StyledText("no recording of \(missing.joined(separator: ", "))", .warning)) }
        lines.append(
            StyledText(pack, .bold) + StyledText(": \(QuantityWords.count(clips.count, "clip")) made, in \(folder)"))
        return lines
    }
}

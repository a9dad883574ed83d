package import ClockWire

/// The words for a node's voice packs.
package enum PackWords {
    package static func percent(_ report: PackReport) -> Int {
        switch report.state {
        case .ready: 100
        case .coming(let have): have * 100 / max(1, report.bytes)
        case .waiting, .failed: 0
        }
    }

    package static func standing(_ report: PackReport) -> StyledText {
        switch report.state {
        case .ready: StyledText("has it", .good)
        case .waiting: StyledText("has not begun", .warning)
        case .coming: StyledText("has \(percent(report)) % of it", .warning)
        case .failed(let problem): StyledText("cannot have it: \(problem)", .bad)
        }
    }

    /// `1.2 MiB`, `40 KiB`
    package static func size(_ bytes: Int) -> String {
        guard bytes >= 1 << 20 else { return "\((bytes + 1023) >> 10) KiB" }
        let tenths = (bytes * 10 + (1 << 19)) >> 20
        return "\(tenths / 10).\(tenths % 10) MiB"
    }
}

import ClockTestSupport

/// A reader's way through a page, and what goes wrong on it.
struct GuideWalk {
    let reader: GuideReader
    private var stage: GuideStage { reader.stage }

    init(_ stage: GuideStage) throws { reader = try GuideReader(stage) }

    /// Types the page, and returns each fault with its file and line.
    func faults() async throws -> [String] {
        guard let text = readText("\(GuideReader.checkout)/\(stage.page)") else {
            return ["\(stage.page) cannot be read"]
        }
        try reader.site.start()
        try await reader.site.waitUntilReady()
        var faults: [String] = []
        for line in stage.earlier { faults += try await self.faults(of: line).map { "before \(stage.page): \($0)" } }
        var mentioned: Set<String> = []
        for step in GuidePage(text).steps {
            if step.isFirst { try reader.beginBlock() }
            let found: [String]
            switch step.kind {
            case .command(let line, let shown):
                mentioned.insert(line.replacing(#/ +#.*/#, with: ""))
                found = try await self.faults(of: line, shown: shown)
            case .mention(let line):
                guard mentioned.insert(line).inserted else { continue }
                found = try await self.faults(of: line, isMention: true)
            case .file(let text):
                guard !stage.leavesOut(text) else { continue }
                let checked = try await reader.check(text)
                found = checked.code == 0 ? [] : [checked.output]
            }
            faults += found.map { "\(stage.page):\(step.line): \($0)" }
        }
        return faults
    }

    /// - Parameter isMention: a command's name alone need not be a whole command.
    private func faults(of line: String, shown: String? = nil, isMention: Bool = false) async throws -> [String] {
        guard !stage.leavesOut(line) else { return [] }
        var faults: [String] = []
        for deed in reader.deeds(before: line) {
            let done = try await reader.type(deed)
            if done.code != 0 { faults.append("before it, \(deed) ended with \(done.code):\n\(done.output)") }
        }
        let ended = try await reader.type(line, asked: shown?.contains("[y/N] y") == true)
        if isMention, ended.code == 64, try await reader.type("\(line) --help").code == 0 { return faults }
        // A sound that is late on a busy machine is told so.
        if ended.code == 1, ended.output.contains("missed (late)") { return faults }
        if ended.code != 0 {
            faults.append("\(line) ended with \(ended.code):\n\(ended.output)")
        } else if let shown, !stage.otherHouse.contains(line), !ShownAnswer(shown).isMet(by: ended.output) {
            let (wanted, printed) = (ShownAnswer.general(shown), ShownAnswer.general(ended.output))
            faults.append("\(line) printed\n\(ended.output)\nwhich is\n\(printed)\nand not\n\(wanted)")
        }
        return faults
    }
}

internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

/// Tells a person how a voice pack comes to nodes: a line for each when it is settled, and one that moves meanwhile.
struct PushFollower {
    let sender: PackSender
    let console: Console
    let pack: PackReference

    /// How long nothing may move before it is no longer waited for.
    private static let patience: Duration = .seconds(60)
    private static let pause: Duration = .milliseconds(400)

    /// - Returns: how far each node is at the end.
    func follow(_ nodes: [NodeID], telling isTold: Bool) throws -> [PushedNode] {
        var told: Set<NodeID> = []
        var last: [PushedNode] = []
        var movedAt = Clocks.boot()
        let width = nodes.map(\.rawValue.count).max() ?? 0
        defer { if isTold, console.canAsk { console.writeError("\r\u{1B}[K") } }
        while true {
            let now = try sender.reports(of: pack, nodes: nodes)
            if now != last { movedAt = Clocks.boot() }
            last = now
            let isOver = now.allSatisfy(\.isSettled) || Clocks.boot() - movedAt >= Self.patience
            if isTold {
                let news = now.filter { ($0.isSettled || isOver) && told.insert($0.node).inserted }
                if !news.isEmpty {
                    if console.canAsk { console.writeError("\r\u{1B}[K") }
                    console.write(news.map { line($0, width: width) })
                }
                showProgress(now)
            }
            if isOver { return now }
            Clocks.wait(for: [], until: Clocks.boot() + Self.pause)
        }
    }

    private func showProgress(_ nodes: [PushedNode]) {
        guard console.canAsk else { return }
        let coming = nodes.filter { !$0.isSettled }
        guard !coming.isEmpty else { return }
        let percent = coming.reduce(0) { $0 + ($1.report.map(PackWords.percent) ?? 0) } / coming.count
        let who = coming.count == 1 ? "\(coming[0].node)" : "\(coming.count) nodes"
        console.writeError("\r\(pack.name) comes to \(who): \(percent) %\u{1B}[K")
    }

    private func line(_ node: PushedNode, width: Int) -> StyledText {
        StyledText(node.node.rawValue, .bold).padded(to: width + 2) + PackWords.standing(node)
    }
}

/// What people read of a node's voice packs.
enum PackWords {
    static func percent(_ report: PackReport) -> Int {
        switch report.state {
        case .ready: 100
        case .coming(let have): have * 100 / max(1, report.bytes)
        case .waiting, .failed: 0
        }
    }

    static func standing(_ node: PushedNode) -> StyledText {
        guard let report = node.report else { return StyledText("is no longer to have it", .warning) }
        guard !node.isOnline, report.state != .ready else { return standing(report) }
        return StyledText("offline; it gets it when it is back", .warning)
    }

    static func standing(_ report: PackReport) -> StyledText {
        switch report.state {
        case .ready: StyledText("has it", .good)
        case .waiting: StyledText("has not begun", .warning)
        case .coming: StyledText("has \(percent(report)) % of it", .warning)
        case .failed(let problem): StyledText("cannot have it: \(problem)", .bad)
        }
    }

    /// `1.2 MiB`, `40 KiB`
    static func size(_ bytes: Int) -> String {
        guard bytes >= 1 << 20 else { return "\((bytes + 1023) >> 10) KiB" }
        let tenths = (bytes * 10 + (1 << 19)) >> 20
        return "\(tenths / 10).\(tenths % 10) MiB"
    }
}

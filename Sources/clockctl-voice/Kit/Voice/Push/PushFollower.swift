internal import ClockDomain
internal import ClockSite
internal import ClockWire
internal import ClockctlKit

/// Shows a person the way of a voice pack to nodes: a line for each that has finished, and one that moves meanwhile.
struct PushFollower {
    let sender: PackSender
    let console: Console
    let pack: PackReference

    /// Longest time without progress before we stop waiting.
    private static let patience: Duration = .seconds(60)
    private static let pause: Duration = .milliseconds(400)

    /// - Returns: the final progress of each node.
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

extension PackWords {
    static func standing(_ node: PushedNode) -> StyledText {
        guard let report = node.report else { return StyledText("is no longer to have it", .warning) }
        guard !node.isOnline, report.state != .ready else { return standing(report) }
        return StyledText("offline; it gets it when it is back", .warning)
    }
}

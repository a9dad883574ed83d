internal import ClockDomain
internal import ClockWire

// Routes each word from the broker to the machine that decides about it.

extension CoordinatorCore {
    mutating func receive(_ word: BrokerWord, at now: Now) {
        switch word {
        case .connected(let place):
            link.connect(to: place, at: now.wall)
            out.log(.notice, "connected to the broker at \(settings.brokers[place])")
            publishState(at: now)
        case .disconnected(let reason):
            if let line = link.disconnect(from: settings.brokers, reason: reason, at: now.wall) {
                out.log(.warning, line)
            }
        case .reportsConnected: hearNodes(at: now)
        case .reportsDisconnected(let reason): stopHearingNodes(reason: reason)
        case .dropped(let total): intake.brokerDropped(total: total, at: now, &out)
        case .availability(let node, let availability, _): receive(availability, of: node, at: now)
        case .reported(let node, let report, let isRetained):
            receive(report, of: node, at: now)
            if !isRetained { heard(node, at: now) }
        case .ledger(let node, let batch):
            receive(batch, of: node, at: now)
            heard(node, at: now)
        case .timeRequest(let node, let request, let received, let correlation):
            heard(node, at: now)
            out.perform(
                .replyTime(
                    node, originNanoseconds: request.originNanoseconds, received: received,
                    isVouched: isClockVouched(at: now), correlation: correlation))
        }
    }

    /// Notes that a node has sent something on this connection.
    mutating func heard(_ node: NodeID, at now: Now) {
        if nodes.recordContact(node, at: now, &out) { publishDocument(of: node, at: now) }
    }

    /// Asks silent nodes for a report, which proves that they are online. The second call finds no node left to ask.
    mutating func settleNodes(at now: Now) {
        let silent = nodes.resolveSilence(at: now, &out)
        for id in silent { out.command(.probe, to: id, before: now.wall + Self.patience, at: now) }
        if !silent.isEmpty { out.setTimer(.settled, .boot(now.boot + Self.patience)) }
        for id in nodes.ids { readers.post(.node(id)) }
    }

    /// The time that a silent node has to report.
    private static let patience: Duration = .seconds(10)
}

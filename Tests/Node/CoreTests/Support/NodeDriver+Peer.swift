import ClockDomain
import ClockNodeCore
import ClockWire

extension NodeDriver {
    /// A coordinator that answers time requests.
    struct Peer: Equatable {
        /// Its clock minus the one of this node's machine.
        var offset: Duration
        var outward: Duration
        var homeward: Duration
        var isVouched = true
        /// The gain of its clock on this node's boot clock, in parts per 1,000,000,000, from ``since`` on.
        var ratePPB: Int64 = 0
        var since = BootTime(nanoseconds: 0)
        var wait = NetworkWait.none
        /// Of 100 messages each way.
        var losses: UInt64 = 0

        init(offset: Duration, outward: Duration = .milliseconds(1), homeward: Duration = .milliseconds(1)) {
            self.offset = offset
            self.outward = outward
            self.homeward = homeward
        }

        /// Returns its clock minus the node's machine's.
        func ahead(at boot: BootTime) -> Duration {
            offset + .nanoseconds((boot - since).nanoseconds / 1000 * ratePPB / 1_000_000)
        }
    }

    mutating func answer(_ request: TimeRequest, _ peer: Peer) {
        let lost = [network.next() % 100, network.next() % 100].contains { $0 < peer.losses }
        let outward = peer.outward + peer.wait.draw(&network)
        let homeward = peer.homeward + peer.wait.draw(&network)
        guard !lost else { return }
        let received = machineWall + outward + peer.ahead(at: now.boot + outward)
        let reply = TimeReply(
            originNanoseconds: request.originNanoseconds, receivedNanoseconds: received.nanoseconds,
            transmittedNanoseconds: received.nanoseconds, isVouched: peer.isVouched)
        let way = outward + homeward
        schedule(
            .timeReply(reply, receivedAt: NodeCore.Receipt(wall: now.wall + way, boot: now.boot + way)), after: way)
    }
}

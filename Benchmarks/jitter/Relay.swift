import BenchmarkSupport
import CLinux
import ClockDomain
import Glibc

/// Accepts connections and relays each to a connection of its own; one thread, which sleeps in poll.
struct Relay {
    private let listener: Int32
    private let target: UInt16
    private let longestHold: Int64
    private var random: SplitMix64
    private var pairs: [Pair] = []

    /// The two directions of a relayed connection.
    private struct Pair {
        var outward: Lane
        var homeward: Lane

        var isOver: Bool { outward.isOver || homeward.isOver || (outward.isFinished && homeward.isFinished) }
    }

    init(listen port: UInt16, connect target: UInt16, longestHold: Int64, seed: UInt64) throws(SocketFailure) {
        listener = try LoopbackSocket.listen(port)
        self.target = target
        self.longestHold = longestHold
        random = SplitMix64(seed: seed)
    }

    mutating func run() throws(SocketFailure) -> Never {
        while true {
            var polls = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
            var due = Int64.max
            for pair in pairs {
                for lane in [pair.outward, pair.homeward] {
                    polls.append(pollfd(fd: lane.source, events: lane.wantsToRead ? Int16(POLLIN) : 0, revents: 0))
                    due = min(due, lane.due ?? .max)
                }
            }
            wait(&polls, until: due)
            let now = Self.now()
            for index in pairs.indices {
                if polls[1 + 2 * index].revents != 0 {
                    pairs[index].outward.read(at: now + hold())
                }
                if polls[2 + 2 * index].revents != 0 {
                    pairs[index].homeward.read(at: now + hold())
                }
                pairs[index].outward.write(upTo: now)
                pairs[index].homeward.write(upTo: now)
            }
            for pair in pairs where pair.isOver {
                close(pair.outward.source)
                close(pair.homeward.source)
            }
            pairs.removeAll(where: \.isOver)
            if polls[0].revents != 0 { accept() }
        }
    }

    private mutating func hold() -> Int64 { Int64(random.next() % UInt64(longestHold + 1)) }

    private mutating func accept() {
        guard let client = LoopbackSocket.accept(listener) else { return }
        // The target does not listen at present: the client sees its connection end, as it would without a relay.
        guard let server = LoopbackSocket.connect(target) else {
            close(client)
            return
        }
        pairs.append(
            Pair(outward: Lane(source: client, target: server), homeward: Lane(source: server, target: client)))
    }

    private func wait(_ polls: inout [pollfd], until due: Int64) {
        let left = due == .max ? 3_600_000_000_000 : max(0, due - Self.now())
        var timeout = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
        // An interruption only means another check.
        if ppoll(&polls, nfds_t(polls.count), &timeout, nil) < 0 {
            for index in polls.indices { polls[index].revents = 0 }
        }
    }

    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

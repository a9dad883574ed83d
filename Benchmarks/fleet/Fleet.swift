import BenchmarkSupport
import CLinux
import ClockDomain
import ClockWire
import Glibc

/// Thousands of nodes on one thread, each on its own connection.
final class Fleet {
    /// A site that the members belong to.
    struct Site {
        let topics: Topics
        let wakeTopic: [UInt8]

        init(_ id: SiteID) {
            topics = Topics(site: id)
            wakeTopic = Array(topics.wake.utf8)
        }
    }

    /// Connections that are made at once.
    private static let connecting = 200
    private static let patience = 120

    let sites: [Site]
    private(set) var members: [Member] = []
    /// The times of the last wake at a member and of the last acknowledgement, in ns of CLOCK_REALTIME.
    private(set) var lastWake: Int64 = 0
    private(set) var lastAcknowledgement: Int64 = 0
    /// The last received wake.
    private(set) var wake: [UInt8] = []

    private let port: Int
    private let sockets: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    private var ready = 0
    private var woken = 0
    private var unacknowledged = 0
    private var unwritten: [Member] = []
    private var lastKeptAlive: Int64 = 0
    private var failure: Unmeasured?

    init(sites: [SiteID], port: Int) throws(Unmeasured) {
        self.sites = sites.map(Site.init)
        self.port = port
        sockets = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard sockets >= 0 else { throw Unmeasured("cannot wait for sockets: \(String(cString: strerror(errno)))") }
    }

    deinit {
        close(sockets)
        buffer.deallocate()
    }

    // MARK: Measurements

    /// Connects more members and waits until each has its subscriptions.
    func connect(_ ids: [NodeID], newest: WallTime) throws(Unmeasured) {
        for id in ids {
            let member = try Member(id, newest: newest, fleet: self, port: port)
            var event = epoll_event()
            event.events = EPOLLIN.rawValue
            event.data.u64 = UInt64(members.count)
            members.append(member)
            guard epoll_ctl(sockets, EPOLL_CTL_ADD, member.socket, &event) == 0 else {
                throw Unmeasured("\(id): \(String(cString: strerror(errno)))")
            }
            if members.count % Self.connecting == 0 { try run("connections") { ready == members.count } }
        }
        try run("connections") { ready == members.count }
    }

    /// Sends letters of one entry each, `perMember` from each of `senders`, in rounds over all of them, and waits until
    /// the last is acknowledged.
    ///
    /// - Returns: from the first publish until then, in nanoseconds.
    func report(_ senders: ArraySlice<Member>, perMember: Int, site: Int) throws(Unmeasured) -> Int64 {
        // Prepared before the clock starts, because real nodes do that on their own machines.
        let letters = senders.map { member in
            (member.sent[site] + 1...member.sent[site] + perMember).map {
                WireCodec.encode(member.played.batch($0...$0))
            }
        }
        let topics = senders.map { sites[site].topics.ledger($0.id) }
        for member in senders { member.sent[site] += perMember }
        unacknowledged = senders.count
        let start = Self.now()
        for round in 0..<perMember {
            for (index, member) in senders.enumerated() {
                member.publish(letters[index][round], to: topics[index])
                noteUnwritten(member)
                if index % 64 == 63 { try serve(milliseconds: 0) }
            }
        }
        try run("acknowledgements") { unacknowledged == 0 }
        return lastAcknowledgement - start
    }

    /// Waits for a wake at every member and, if they answer, for the acknowledgement of every answer.
    ///
    /// - Parameter send: starts the sending of the wake.
    func awaitWake(site: Int, answering: Bool, send: () throws(Unmeasured) -> Void) throws(Unmeasured) {
        woken = 0
        unacknowledged = answering ? members.count : 0
        for member in members {
            member.answer = nil
            guard answering else { continue }
            member.sent[site] += 1
            member.answer = WireCodec.encode(member.played.batch(member.sent[site]...member.sent[site]))
        }
        try send()
        try run("wakes") { woken == members.count && unacknowledged == 0 }
    }

    /// Serves the members for a while without a measurement.
    func rest(milliseconds: Int64) throws(Unmeasured) {
        let end = Self.now() + milliseconds * 1_000_000
        while Self.now() < end { try serve(milliseconds: 10) }
        keepAlive()
    }

    // MARK: Members' events

    func fail(_ reason: String) { failure = failure ?? Unmeasured(reason) }
    func memberIsReady() { ready += 1 }

    func memberIsAcknowledged() {
        unacknowledged -= 1
        lastAcknowledgement = Self.now()
    }

    func wakeCame(to member: Member, site: Int, _ payload: UnsafeRawBufferPointer) {
        lastWake = Self.now()
        woken += 1
        if woken == 1 { wake = Array(payload) }
        guard let answer = member.answer.take() else { return }
        member.publish(answer, to: sites[site].topics.ledger(member.id))
    }

    // MARK: Its thread

    /// CLOCK_REALTIME, in nanoseconds.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private func run(_ what: String, until isDone: () -> Bool) throws(Unmeasured) {
        let end = Self.now() + Int64(Self.patience) * 1_000_000_000
        var turns = 0
        while !isDone() {
            turns += 1
            if turns % 100 == 0 { keepAlive() }
            guard Self.now() < end else {
                throw Unmeasured(
                    "\(what): after \(Self.patience) s \(ready) of \(members.count) are connected, "
                        + "\(woken) woken, \(unacknowledged) without an acknowledgement")
            }
            try serve(milliseconds: 100)
        }
    }

    /// Serves the sockets that are ready.
    private func serve(milliseconds: Int32) throws(Unmeasured) {
        let waiting = unwritten
        unwritten = []
        for member in waiting {
            member.flush()
            noteUnwritten(member)
        }
        let isWriting = !unwritten.isEmpty
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 256) { events in
            let count = epoll_wait(sockets, events.baseAddress, 256, isWriting ? 1 : milliseconds)
            for event in events.prefix(Int(max(0, count))) {
                let member = members[Int(event.data.u64)]
                member.read(into: buffer)
                noteUnwritten(member)
            }
        }
        if let failure { throw failure }
    }

    /// The broker waits 450 s for a packet.
    private func keepAlive() {
        guard Self.now() - lastKeptAlive > 60_000_000_000 else { return }
        lastKeptAlive = Self.now()
        for member in members { member.ping() }
    }

    private func noteUnwritten(_ member: Member) {
        if member.hasUnwritten { unwritten.append(member) }
    }
}

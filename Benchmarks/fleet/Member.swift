import BenchmarkSupport
import CLinux
import ClockDomain
import ClockWire
import Glibc

/// A node reduced to wakes and its ledger, on its own connection that the fleet's one thread serves.
///
/// It speaks the six necessary packets of MQTT 5 by itself. The client library needs three descriptors for each
/// connection, and 10,000 of them are more than a process may have open on most machines.
final class Member {
    let id: NodeID
    let played: PlayedNode
    let socket: Int32
    /// Its answer to the next wake.
    var answer: [UInt8]?
    /// By the number of a site: the last sent entry, and the last acknowledged one.
    var sent: [Int]
    private(set) var acked: [Int]
    /// True if the socket has not accepted all bytes yet.
    var hasUnwritten: Bool { !unwritten.isEmpty }

    private unowned let fleet: Fleet
    /// By the number of a site.
    private let ackedTopics: [[UInt8]]
    private var unread: [UInt8] = []
    private var unwritten: [UInt8] = []
    private var lastPacket: UInt16 = 0

    /// Begins to connect. The fleet notices the result while it runs.
    init(_ id: NodeID, newest: WallTime, fleet: Fleet, port: Int) throws(Unmeasured) {
        self.id = id
        self.fleet = fleet
        played = PlayedNode(id, newest: newest)
        ackedTopics = fleet.sites.map { Array($0.topics.acked(id).utf8) }
        sent = fleet.sites.map { _ in 0 }
        acked = sent
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        let result = withUnsafeBytes(of: &address) {
            Glibc.connect(socket, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
        }
        guard result == 0 else { throw Unmeasured("\(id) cannot connect: \(String(cString: strerror(errno)))") }
        var isOn: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        // Clean start, five minutes to keep alive, no properties.
        write(0x10, text("MQTT") + [5, 0x02, 0x01, 0x2c, 0] + text("fleet-\(id)"))
    }

    deinit { close(socket) }

    func publish(_ payload: [UInt8], to topic: String, retain: Bool = false) {
        write(0x32 | (retain ? 1 : 0), text(topic) + number() + [0] + payload)
    }

    func ping() { write(0xc0, []) }

    // MARK: Writing

    func flush() {
        while !unwritten.isEmpty {
            let count = send(socket, unwritten, unwritten.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else { return fail("cannot write: \(String(cString: strerror(errno)))") }
            unwritten.removeFirst(count)
        }
    }

    private func write(_ type: UInt8, _ body: [UInt8]) {
        unwritten.append(type)
        var rest = body.count
        repeat {
            unwritten.append(UInt8(rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        unwritten += body
        flush()
    }

    private func text(_ text: String) -> [UInt8] {
        [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 0xff)] + Array(text.utf8)
    }

    /// Of the next packet.
    private func number() -> [UInt8] {
        lastPacket = lastPacket == .max ? 1 : lastPacket + 1
        return [UInt8(lastPacket >> 8), UInt8(lastPacket & 0xff)]
    }

    // MARK: Reading

    /// Receives the bytes in the socket.
    func read(into buffer: UnsafeMutableRawBufferPointer) {
        let count = recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN { return }
        guard count > 0 else { return fail("lost its connection") }
        unread += buffer[..<count]
        let rest = unread.withUnsafeBytes { bytes in
            var place = 0
            while let packet = Self.packet(bytes, at: place) {
                take(bytes[place], bytes[packet])
                place = packet.upperBound
            }
            return place
        }
        unread.removeFirst(rest)
    }

    /// The body of the packet that begins at `place`; `nil` when it is not whole.
    private static func packet(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Range<Int>? {
        guard place < bytes.count, let (length, start) = number(bytes[...], at: place + 1) else { return nil }
        return start + length <= bytes.count ? start..<start + length : nil
    }

    /// A number of one to four bytes, and the place behind it.
    private static func number(_ bytes: Slice<UnsafeRawBufferPointer>, at place: Int) -> (Int, Int)? {
        var number = 0
        for index in 0..<4 {
            guard place + index < bytes.endIndex else { return nil }
            number |= Int(bytes[place + index] & 0x7f) << (7 * index)
            if bytes[place + index] & 0x80 == 0 { return (number, place + index + 1) }
        }
        return nil
    }

    private func take(_ type: UInt8, _ body: Slice<UnsafeRawBufferPointer>) {
        let start = body.startIndex
        switch type & 0xf0 {
        case 0x20 where body.count >= 2 && body[start + 1] == 0:
            subscribe()
        case 0x90 where body.suffix(fleet.sites.count * 2).allSatisfy { $0 <= 2 }:
            fleet.memberIsReady()
        case 0x40 where body.count < 3 || body[start + 2] < 0x80:
            break
        case 0x30 where body.count > 2:
            takeMessage(type, body)
        case 0xd0:
            break
        default:
            fail("was sent a packet of type \(type >> 4): \(body.prefix(8).map { $0 })")
        }
    }

    /// Without retained messages: the bench measures only new ones.
    private func subscribe() {
        var body = number() + [0]
        for site in fleet.sites {
            body += text(site.topics.acked(id)) + [0x21] + text(site.topics.wake) + [0x21]
        }
        write(0x82, body)
    }

    private func takeMessage(_ type: UInt8, _ body: Slice<UnsafeRawBufferPointer>) {
        var place = body.startIndex + 2
        let topicEnd = place + (Int(body[place - 2]) << 8 | Int(body[place - 1]))
        guard topicEnd + 3 <= body.endIndex else { return fail("was sent a message that is cut off") }
        let topic = body[place..<topicEnd]
        place = topicEnd
        if type & 0x06 != 0 {
            write(0x40, Array(body[place..<place + 2]))
            place += 2
        }
        guard let (length, properties) = Self.number(body, at: place), properties + length <= body.endIndex else {
            return fail("was sent a message that is cut off")
        }
        let payload = UnsafeRawBufferPointer(rebasing: body[(properties + length)...])
        for (index, site) in fleet.sites.enumerated() {
            if topic.elementsEqual(site.wakeTopic) { return fleet.wakeCame(to: self, site: index, payload) }
            guard topic.elementsEqual(ackedTopics[index]) else { continue }
            acked[index] = max(acked[index], Self.sequence(in: payload))
            if acked[index] == sent[index] { fleet.memberIsAcknowledged() }
        }
    }

    /// The number behind `"sequence":`. Decoding the whole would add this program's time to the coordinator's.
    private static func sequence(in bytes: UnsafeRawBufferPointer) -> Int {
        let key: StaticString = "\"sequence\":"
        guard let start = bytes.baseAddress,
            let found = memmem(start, bytes.count, key.utf8Start, key.utf8CodeUnitCount)
        else { return 0 }
        var number = 0
        for byte in bytes[(UnsafeRawPointer(found) - start + key.utf8CodeUnitCount)...] {
            guard byte >= 0x30, byte <= 0x39 else { break }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }

    private func fail(_ reason: String) { fleet.fail("\(id) \(reason)") }
}

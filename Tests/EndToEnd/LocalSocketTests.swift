import ClockDomain
import ClockTestSupport
import ClockWire
import FoundationEssentials
import Glibc
import Testing

/// A room that is silenced on its own machine.
@Suite(.ownThreads) struct LocalSocketTests {
    private static func site(_ ids: [String]) throws -> (Site, TemporaryFolder) {
        let folder = try TemporaryFolder("sockets")
        let rooms = ids.map { id in
            var room = Site.Room(id)
            room.lines = ["local_socket: \(folder.file(id))"]
            return room
        }
        return (try Site(rooms), folder)
    }

    @Test("without broker and coordinator a room is seen and silenced on its machine; the others hear of it afterwards")
    func silencedWithoutABroker() async throws {
        let (site, sockets) = try Self.site(["kitchen", "office"])
        try await withSite(site) { site in
            let due = try WallTime("2027-03-01T15:20:00Z")
            site.setClock(to: due, in: .seconds(40))
            try site.start()
            try await site.waitUntilReady()
            let client = try SiteClient(site)
            let event = try #require(
                try await client.change([AlarmTests.alarm(at: due, in: ["kitchen", "office"])]).events.first)
            guard case .alarm(let definition) = event.new else { throw TestFailure("\(event) is no new alarm") }
            try await site.waitUntilReady()
            await client.end()
            site.coordinator.kill()
            site.broker.kill()
            try await site.sleep(until: due + .seconds(4))

            let status = try await site.clockctl(["status", "--socket", sockets.file("kitchen")])
            try #require(status.code == 0, "\(status.output)")
            for words in ["kitchen", "the broker cannot be reached", "RINGING \(definition.alarm.id) Work"] {
                #expect(status.output.contains(words), "\(status.output)")
            }
            let stop = try await site.clockctl(["alarm", "stop", "--socket", sockets.file("kitchen")])
            let stopped = site.now
            try #require(stop.code == 0, "\(stop.output)")
            #expect(stop.output.contains("\(definition.alarm.id) Work is stopped in kitchen"), "\(stop.output)")
            #expect(stop.output.contains("other rooms hear of it when it is back"), "\(stop.output)")
            try await site.sleep(until: stopped + .seconds(2))
            #expect(try site.sounds(in: "kitchen", from: stopped + .milliseconds(500), to: site.now).isEmpty)
            #expect(try !site.sounds(in: "office", from: stopped + .milliseconds(500), to: site.now).isEmpty)

            try site.broker.restart()
            try site.coordinator.start()
            let occurrence = Occurrence(source: .alarm(definition.alarm.id), due: due)
            try await AlarmTests.wait("lines of both rooms") {
                try await AlarmTests.records(site, occurrence).count == 2
            }
            for (room, record) in try await AlarmTests.records(site, occurrence) {
                #expect(record.outcome == .rang && record.reason == .stopped, "\(room): \(record)")
                #expect(record.by?.hasSuffix("(clockctl)") == true, "\(room): \(record)")
            }
        }
    }

    @Test("a line that is no request is answered by a line, and peers beyond the limit are sent away")
    func badPeers() async throws {
        let (site, sockets) = try Self.site(["kitchen"])
        try await withSite(site) { site in
            try site.node("kitchen").start()
            let path = sockets.file("kitchen")
            // The file is there a moment before the node listens.
            try await waitUntil("the node at its socket") { (try? LocalPeer(path)) != nil }
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o660)

            let peer = try LocalPeer(path)
            for (line, words) in [
                ("stop", "not valid JSON"), ("{\"v\":2}", "version 2 is not supported"),
                ("{\"v\":1,\"action\":\"dance\"}", "dance"),
                ("{\"v\":1,\"action\":\"stop\",\"source\":\"x\"}", "\\\"x\\\""),
            ] {
                let answer = try await peer.ask(line)
                #expect(answer.contains("\"error\"") && answer.contains(words), "\(line): \(answer)")
            }
            // The same connection goes on.
            #expect(try await peer.ask("{\"v\":1,\"action\":\"status\"}").contains("\"node\":\"kitchen\""))
            // Two requests in one go, and the end of input, as a pipe from a shell has it.
            let both = try LocalPeer(path)
            both.write("{\"v\":1,\"action\":\"stop\"}\n{\"v\":1,\"action\":\"status\"}")
            shutdown(both.descriptor, Int32(SHUT_WR))
            #expect(try await both.readAll().split(separator: "\n").count == 2)
            let long = try LocalPeer(path)
            #expect(try await long.ask(String(repeating: "x", count: 5_000)).contains("4096 bytes"))

            let crowd = try (1...7).map { _ in try LocalPeer(path) }
            let last = try LocalPeer(path)
            #expect(try await last.readAll().contains("8 programs ask already"))
            // A peer that takes no answers is not read any more, so that it cannot fill the node's memory.
            #expect(crowd[1].flood(of: 16 << 20) < 8 << 20)
            #expect(try await crowd[0].ask("{\"v\":1,\"action\":\"status\"}").contains("\"connected\""))
            #expect(site.node("kitchen").isRunning)
            #expect(try await site.node("kitchen").stop() == 0)
            #expect(access(path, F_OK) != 0, "the socket is left behind")
        }
    }

    @Test("a wrong place is told by clockctl in one line with what to do")
    func wrongPlaces() async throws {
        let (site, sockets) = try Self.site(["kitchen"])
        let nobody = try await site.clockctl(["status", "--socket", sockets.file("nobody")])
        #expect(nobody.code == 69 && nobody.output.contains("is clock-node running?"), "\(nobody.output)")
        #expect(nobody.output.split(separator: "\n").count == 1, "\(nobody.output)")
    }
}

/// A program at a node's local socket, as a shell script has it.
private final class LocalPeer {
    let descriptor: Int32
    private var buffer: [UInt8] = []

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0 else { throw TestFailure("cannot connect to \(path): \(String(cString: strerror(errno)))") }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { close(descriptor) }

    func write(_ text: String) { _ = send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL)) }

    /// Sends bad lines and takes no answer, until the node has taken nothing for a second.
    ///
    /// - Returns: bytes that were sent, at most so many.
    func flood(of bytes: Int) -> Int {
        let lines = Array(repeatElement("y\n".utf8, count: 2_048).joined())
        var sent = 0
        while sent < bytes {
            let count = send(descriptor, lines, lines.count, Int32(MSG_NOSIGNAL))
            if count > 0 {
                sent += count
            } else {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&entry, 1, 1_000) > 0, entry.revents & Int16(POLLOUT) != 0 else { return sent }
            }
        }
        return sent
    }

    /// Sends a line and returns the next one.
    func ask(_ line: String) async throws -> String {
        write(line + "\n")
        try await waitUntil("an answer to \(line.prefix(60))") {
            read()
            return buffer.contains(UInt8(ascii: "\n"))
        }
        let end = buffer.firstIndex(of: UInt8(ascii: "\n"))!
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
    }

    /// Everything up to the end.
    func readAll() async throws -> String {
        try await waitUntil("the end of a connection") { read() }
        return String(decoding: buffer, as: UTF8.self)
    }

    /// - Returns: true when the node has ended the connection.
    @discardableResult
    private func read() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { return count == 0 }
            buffer += bytes[..<count]
        }
    }
}

import ClockDomain
import ClockTestSupport
import ClockWire
import Glibc
import Testing

/// The room's button: events as the kernel writes them, through a named pipe, as a test machine has no input devices.
@Suite(.ownThreads) struct ButtonTests {
    /// A pipe that stands for the device, held open so that it does not end.
    private final class Keys: Sendable {
        let path: String
        private let descriptor: Int32

        init(_ folder: TemporaryFolder) throws {
            path = folder.file("keys")
            try #require(mkfifo(path, 0o600) == 0)
            descriptor = open(path, O_RDWR | O_NONBLOCK)
            try #require(descriptor >= 0)
        }

        deinit { close(descriptor) }

        /// A key goes down and, after some time, up.
        func press(for milliseconds: Int) async throws {
            write(1)
            try await Task.sleep(for: .milliseconds(milliseconds))
            write(0)
        }

        /// Writes `struct input_event` of a 64-bit kernel: the key's event and the report that ends it.
        private func write(_ value: Int32) {
            func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> [UInt8] {
                [UInt8](repeating: 0, count: 16)
                    + [type, code].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
                    + withUnsafeBytes(of: value.littleEndian) { Array($0) }
            }
            let bytes = event(1, 28, value) + event(0, 0, 0)
            #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
        }
    }

    @Test(
        "with coordinator and broker dead a press says the time, a touch snoozes what rings, and holding it stops it",
        .timeLimit(.minutes(4)))
    func press() async throws {
        let folder = try TemporaryFolder("button")
        let keys = try Keys(folder)
        var room = Site.Room("kitchen")
        room.lines = ["button_device: \(keys.path)"]
        try await withSite(try Site([room])) { site in
            let due = try WallTime("2027-03-01T15:20:00Z")
            site.setClock(to: due, in: .seconds(60))
            try site.start()
            try await site.waitUntilReady()
            let client = try SiteClient(site)
            _ = try await client.change([AlarmTests.alarm(at: due, in: ["kitchen"])])
            try await site.waitUntilReady()
            await client.end()
            site.coordinator.kill()
            site.broker.kill()

            let asked = site.now
            try #require(asked < due - .seconds(20), "the machine is too slow: it is \(asked)")
            try await keys.press(for: 120)
            // A busy machine may take a second try.
            try await site.sleep(until: asked + .seconds(12))
            let time = try site.sounds(in: "kitchen", from: asked, to: asked + .seconds(12))
            #expect(!time.isEmpty, "\(site.node("kitchen").log)")

            try await site.sleep(until: due + .seconds(3))
            #expect(try !site.sounds(in: "kitchen", from: due, to: site.now).isEmpty)
            let touched = site.now
            try await keys.press(for: 100)
            try await site.sleep(until: touched + .seconds(5))
            #expect(try site.sounds(in: "kitchen", from: touched + .seconds(1), to: site.now).isEmpty)
            try await keys.press(for: 1_300)

            try site.broker.restart()
            try site.coordinator.start()
            try await waitUntil("the line of the alarm", timeout: .minutes(1)) {
                let lines = (try? await site.history()) ?? []
                return lines.contains { line in
                    guard case .ring(let record) = line.event else { return false }
                    return record.reason == .stopped && record.snoozes == 1 && record.by == "the button in kitchen"
                }
            }
        }
    }
}

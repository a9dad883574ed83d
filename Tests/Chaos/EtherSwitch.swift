import ClockDomain
import ClockTestSupport
import Glibc
import Synchronization

/// An Ethernet switch in this process. Each host's end is a TAP device, which the caller moves to the host's network
/// name space; what the switch does to the frames between them is the weather.
///
/// The kernel's own `netem` would do as well, but many kernels are built without it, and its dice are not the run's.
final class EtherSwitch: Sendable {
    /// The treatment of frames in one direction of one host's cable.
    struct Lane: Sendable {
        /// 0 to 1.
        var loss = 0.0
        /// Each frame waits for a random time up to this; order is kept.
        var longestDelay: Duration = .zero

        static let lost = Lane(loss: 1)
    }

    private struct Weather: Sendable {
        var outward = Lane()
        var inward = Lane()
        /// Ports with which nothing is exchanged.
        var severed: Set<Int> = []
    }

    private let weather: Mutex<[Weather]>
    private let ports: [String: Int]

    /// Makes the devices, named as the hosts, and begins to forward. It goes on as long as the process.
    init(hosts: [String], seed: UInt64) throws {
        var descriptors: [Int32] = []
        var ports: [String: Int] = [:]
        for host in hosts {
            ports[host] = descriptors.count
            descriptors.append(try Self.makeDevice(host))
        }
        self.ports = ports
        weather = Mutex(Array(repeating: Weather(), count: hosts.count))
        let forwarding = Forwarding(owner: self, descriptors: descriptors, seed: seed)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { preconditionFailure("switch thread started without its argument") }
                Unmanaged<Forwarding>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(forwarding).toOpaque())
        guard result == 0 else { throw TestFailure("cannot start the switch: \(String(cString: strerror(result)))") }
        pthread_detach(thread)
    }

    /// Changes the weather of a host's cable, `outward` for the host's own frames.
    func set(_ host: String, outward: Lane, inward: Lane) {
        let port = port(of: host)
        weather.withLock {
            $0[port].outward = outward
            $0[port].inward = inward
        }
    }

    /// From now on nothing gets through between a host and these others, neither way.
    func sever(_ host: String, from others: [String]) {
        let severed = Set(others.map(port))
        weather.withLock { $0[port(of: host)].severed = severed }
    }

    private func port(of host: String) -> Int {
        guard let port = ports[host] else { preconditionFailure("no host \(host) at the switch") }
        return port
    }

    private static func makeDevice(_ name: String) throws -> Int32 {
        let descriptor = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw TestFailure("cannot open /dev/net/tun: \(String(cString: strerror(errno)))")
        }
        // struct ifreq of linux/if.h: the name in 16 bytes, then the flags. IFF_TAP | IFF_NO_PI; TUNSETIFF.
        var request = [UInt8](repeating: 0, count: 40)
        for (index, byte) in name.utf8.prefix(15).enumerated() { request[index] = byte }
        let flags: UInt16 = 0x0002 | 0x1000
        request[16] = UInt8(flags & 0xFF)
        request[17] = UInt8(flags >> 8)
        guard request.withUnsafeMutableBytes({ ioctl(descriptor, 0x4004_54CA, $0.baseAddress!) }) == 0 else {
            throw TestFailure("cannot make the network device \(name): \(String(cString: strerror(errno)))")
        }
        return descriptor
    }

    /// The switch's thread: learns where addresses are, and passes frames on when they are due.
    private final class Forwarding {
        private struct Frame {
            var due: ContinuousClock.Instant
            /// Those that are due at once leave in the order in which they came.
            var number: Int
            var port: Int
            var bytes: [UInt8]
        }

        /// Frames that wait at a time; more are lost, as in any switch.
        private static let capacity = 10_000

        private let owner: EtherSwitch
        private let descriptors: [Int32]
        private var random: SplitMix64
        private var places: [UInt64: Int] = [:]
        private var waiting: [Frame] = []
        private var count = 0
        /// The instant at which the last frame of each lane is due: `2 * port` outward, one more inward.
        private var lastDue: [ContinuousClock.Instant]

        init(owner: EtherSwitch, descriptors: [Int32], seed: UInt64) {
            self.owner = owner
            self.descriptors = descriptors
            random = SplitMix64(seed: seed)
            lastDue = Array(repeating: .now, count: 2 * descriptors.count)
        }

        func run() {
            var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                let next = waiting.map(\.due).min()
                let wait =
                    next.map { max(0, Int32(clamping: (($0 - .now).nanoseconds + 999_999) / 1_000_000)) } ?? 1_000
                poll(&polled, nfds_t(polled.count), wait)
                for port in polled.indices where polled[port].revents != 0 {
                    let count = read(descriptors[port], &buffer, buffer.count)
                    if count >= 14 { take(Array(buffer[..<count]), from: port) }
                }
                deliver()
            }
        }

        private func take(_ bytes: [UInt8], from port: Int) {
            func address(at offset: Int) -> UInt64 {
                bytes[offset..<(offset + 6)].reduce(0) { $0 << 8 | UInt64($1) }
            }
            places[address(at: 6)] = port
            let weather = owner.weather.withLock { $0 }
            guard let sent = pass(weather[port].outward, lane: 2 * port, at: .now) else { return }
            // To its place, or, as long as that is not known, and for everybody, to all.
            let targets = places[address(at: 0)].map { [$0] } ?? Array(descriptors.indices)
            for target in targets where target != port && waiting.count < Self.capacity {
                if weather[port].severed.contains(target) || weather[target].severed.contains(port) { continue }
                if let due = pass(weather[target].inward, lane: 2 * target + 1, at: sent) {
                    count += 1
                    waiting.append(Frame(due: due, number: count, port: target, bytes: bytes))
                }
            }
        }

        /// Returns the instant at which a frame comes out of a lane; `nil` when the lane loses it.
        private func pass(_ lane: Lane, lane index: Int, at instant: ContinuousClock.Instant) -> ContinuousClock
            .Instant?
        {
            if lane.loss > 0, Double.random(in: 0..<1, using: &random) < lane.loss { return nil }
            let delay = lane.longestDelay * Double.random(in: 0..<1, using: &random)
            lastDue[index] = max(lastDue[index], instant + delay)
            return lastDue[index]
        }

        private func deliver() {
            let now = ContinuousClock.now
            let due = waiting.filter { $0.due <= now }.sorted { ($0.due, $0.number) < ($1.due, $1.number) }
            guard !due.isEmpty else { return }
            waiting.removeAll { $0.due <= now }
            for frame in due {
                // Fails while the cable is out: the frame is lost, as it should be.
                _ = write(descriptors[frame.port], frame.bytes, frame.bytes.count)
            }
        }
    }
}

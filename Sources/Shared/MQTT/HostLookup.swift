import ClockThreads
import Glibc
import Synchronization

/// A numeric address of the broker.
struct HostAddress: Sendable, Equatable {
    let text: String
    /// AF_INET or AF_INET6; AF_UNIX with a path.
    let family: Int32
}

/// One look-up of a host name. getaddrinfo blocks for as long as the name servers are silent, so it has a thread of its
/// own, which outlives the client if it must: it touches nothing but this object.
final class HostLookup: Sendable {
    enum Outcome: Sendable {
        case addresses([HostAddress])
        case failed(MQTTFailure)
    }

    private let outcome = Mutex<Outcome?>(nil)

    /// The result, once there is one.
    func poll() -> Outcome? { outcome.withLock { $0 } }

    /// Starts the look-up; `wake` is signalled when it has ended. Numeric addresses end at once.
    static func start(_ configuration: MQTTConfiguration, wake: WakeDescriptor) throws(MQTTError) -> HostLookup {
        let lookup = HostLookup()
        let host = configuration.host
        if case .success(let addresses) = resolve(host, flags: AI_NUMERICHOST) {
            lookup.outcome.withLock { $0 = .addresses(addresses) }
            return lookup
        }
        do throws(ThreadError) {
            try OwnedThread(name: "mqtt-lookup", stackBytes: 512 << 10) {
                let outcome: Outcome
                switch resolve(host, flags: 0) {
                case .success(let addresses): outcome = .addresses(addresses)
                case .failure(let error): outcome = .failed(.unknownHost(configuration, detail: error.text))
                }
                lookup.outcome.withLock { $0 = outcome }
                wake.signal()
            }
        } catch {
            throw MQTTError(error)
        }
        return lookup
    }

    private struct LookupError: Error {
        let text: String
    }

    private static func resolve(_ host: String, flags: Int32) -> Result<[HostAddress], LookupError> {
        if host.hasPrefix("/") { return .success([HostAddress(text: host, family: AF_UNIX)]) }
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = flags
        var list: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(host, nil, &hints, &list)
        guard result == 0 else {
            let detail = result == EAI_SYSTEM ? strerror(errno) : UnsafeMutablePointer(mutating: gai_strerror(result))
            return .failure(LookupError(text: detail.map { String(cString: $0) } ?? "error \(result)"))
        }
        defer { freeaddrinfo(list) }

        var addresses: [HostAddress] = []
        var next = list
        while let entry = next {
            next = entry.pointee.ai_next
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let named = getnameinfo(
                entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            guard named == 0 else { continue }
            let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            let address = HostAddress(text: String(decoding: bytes, as: UTF8.self), family: entry.pointee.ai_family)
            if !addresses.contains(address) { addresses.append(address) }
        }
        return addresses.isEmpty ? .failure(LookupError(text: "no usable address")) : .success(addresses)
    }
}

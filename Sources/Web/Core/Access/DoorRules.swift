public import ClockDomain

/// The rules that a request must meet before the server looks at its content.
public struct DoorRules: Hashable, Sendable {
    /// The path by which a request came.
    public enum Way: Hashable, Sendable {
        /// To an address of this machine, without TLS.
        case loopback
        case tls
        /// Over the Unix socket, from a proxy. We believe its word about the path before it.
        case proxy(isSecure: Bool)

        /// True when the browser's data travels encrypted.
        public var isSecure: Bool {
            switch self {
            case .loopback: false
            case .tls: true
            case .proxy(let isSecure): isSecure
            }
        }
    }

    public struct Facts: Hashable, Sendable {
        public var way: Way
        /// `GET` or `HEAD`
        public var isReading: Bool
        public var isAPI: Bool
        /// `Host`, or HTTP/2's `:authority`.
        public var host: String?
        /// The address that the client connected to.
        public var localAddress: String?
        public var origin: String?
        public var fetchSite: String?
        public var contentType: String?
        /// True when a proxy has added its headers.
        public var isForwarded: Bool

        public init(
            way: Way, isReading: Bool, isAPI: Bool, host: String?, localAddress: String?, origin: String?,
            fetchSite: String?, contentType: String?, isForwarded: Bool
        ) {
            self.way = way
            self.isReading = isReading
            self.isAPI = isAPI
            self.host = host
            self.localAddress = localAddress
            self.origin = origin
            self.fetchSite = fetchSite
            self.contentType = contentType
            self.isForwarded = isForwarded
        }
    }

    public enum Refusal: Hashable, Sendable {
        /// It is for somebody else: another's DNS name points here, or a proxy is at an address that expects none.
        case misdirected
        /// From a page of another origin.
        case crossOrigin
        case notJSON
        /// A proxy at an address for browsers of this machine. We do not believe its word there, and all its requests
        /// would come from one address. We do not notice a proxy that adds no header, and need not: its users log in as
        /// everybody does.
        case proxied
    }

    /// The names of the server, lower case, without ports.
    public var hosts: Set<String>

    public init(hosts: Set<String>) { self.hosts = hosts }

    /// Returns `nil` for a request that meets the rules.
    public func refusal(_ facts: Facts) -> Refusal? {
        guard let host = facts.host, let name = Self.name(of: host),
            hosts.contains(name) || facts.localAddress.map({ Self.isSame($0, name) }) ?? false
        else { return .misdirected }
        if facts.isForwarded, case .loopback = facts.way { return .proxied }
        // Another page may link to our pages, but must not load the API or send anything.
        if facts.isAPI || !facts.isReading, let site = facts.fetchSite, site != "same-origin", site != "none" {
            return .crossOrigin
        }
        guard !facts.isReading else { return nil }
        if let origin = facts.origin {
            let expected = "\(facts.way.isSecure ? "https" : "http")://\(host)"
            guard origin.lowercased() == expected.lowercased() else { return .crossOrigin }
        }
        let type = facts.contentType?.split(separator: ";").first?.filter { $0 != " " }.lowercased()
        return type == "application/json" ? nil : .notJSON
    }

    /// Returns a host without its port, lower case; `nil` for any other text.
    static func name(of host: String) -> String? {
        let text = host.lowercased()
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || isPort(rest) else { return nil }
            return String(text[text.index(after: text.startIndex)..<end])
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let name = parts.first, !name.isEmpty, parts.count <= 2, parts.count == 1 || isPort(":" + parts[1]) else {
            return nil
        }
        return String(name)
    }

    /// Returns the port that a host names; `nil` for none.
    public static func port(of host: String) -> Int? {
        let rest = host.hasPrefix("[") ? host[(host.firstIndex(of: "]") ?? host.startIndex)...] : host[...]
        return rest.lastIndex(of: ":").flatMap { Int(rest[rest.index(after: $0)...]) }
    }

    private static func isPort(_ text: some StringProtocol) -> Bool {
        text.hasPrefix(":") && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// True when a numeric address is the one that the client connected to: no DNS stands between.
    private static func isSame(_ address: String, _ name: String) -> Bool {
        address.lowercased() == name || address.lowercased() == "::ffff:\(name)"
    }
}

extension ClientAddress {
    /// Returns the client's address according to a proxy: the last of `X-Forwarded-For`, which that proxy wrote itself.
    public static func forwarded(_ header: String?) -> String? {
        header?.split(separator: ",").last.map { String($0.filter { $0 != " " }.prefix(64)) }
    }
}

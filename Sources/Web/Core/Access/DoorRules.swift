/// What a request must be like before anybody looks at what it asks.
public struct DoorRules: Hashable, Sendable {
    /// How a request came.
    public enum Way: Hashable, Sendable {
        /// To an address of this machine, without TLS.
        case loopback
        case tls
        /// Over the Unix socket, from a proxy, whose word on the way before it is believed.
        case proxy(isSecure: Bool)

        /// Whether what a browser sends travels encrypted.
        public var isSecure: Bool {
            switch self {
            case .loopback: false
            case .tls: true
            case .proxy(let isSecure): isSecure
            }
        }
    }

    /// What is looked at.
    public struct Facts: Hashable, Sendable {
        public var way: Way
        /// `GET` or `HEAD`
        public var isReading: Bool
        public var isAPI: Bool
        /// `Host`, or HTTP/2's `:authority`.
        public var host: String?
        /// The address that the connection was made to.
        public var localAddress: String?
        public var origin: String?
        public var fetchSite: String?
        public var contentType: String?
        /// Whether a proxy has left its marks on it.
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
        /// It is meant for somebody else: a name that another's DNS points here, or a proxy where none is expected.
        case misdirected
        /// From a page of another origin.
        case crossOrigin
        case notJSON
        /// A proxy at an address that is for browsers of the machine. Its word is not believed there, and what it forwards
        /// would come from one address. A proxy that leaves no mark is not noticed, and need not be: whoever comes through
        /// it logs in as everybody does.
        case proxied
    }

    /// By which the server is called, lower case, without ports.
    public var hosts: Set<String>

    public init(hosts: Set<String>) {
        self.hosts = hosts
    }

    /// `nil` where nothing is wrong.
    public func refusal(_ facts: Facts) -> Refusal? {
        guard let host = facts.host, let name = Self.name(of: host),
            hosts.contains(name) || facts.localAddress.map({ Self.isSame($0, name) }) ?? false
        else { return .misdirected }
        if facts.isForwarded, case .loopback = facts.way { return .proxied }
        // What another page has the browser load is nobody's business but that page's; a link to a page is.
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

    /// A host without its port, lower case; `nil` for what is none.
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

    private static func isPort(_ text: some StringProtocol) -> Bool {
        text.hasPrefix(":") && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Whether a numeric address is the one that was connected to: nobody's DNS stands between.
    private static func isSame(_ address: String, _ name: String) -> Bool {
        address.lowercased() == name || address.lowercased() == "::ffff:\(name)"
    }
}

/// Whom attempts and connections are counted for.
public enum ClientAddress {
    /// An IPv4 address is somebody; of IPv6 the network is, as everybody in it has any number of addresses.
    public static func key(_ address: String) -> String {
        if address.lowercased().hasPrefix("::ffff:"), address.contains(".") { return String(address.dropFirst(7)) }
        guard address.contains(":") else { return address }
        let halves = address.split(separator: ":", omittingEmptySubsequences: false)
        guard let gap = halves.firstIndex(of: ""), gap < 4 else { return halves.prefix(4).joined(separator: ":") }
        return halves.prefix(gap).joined(separator: ":") + "::"
    }

    /// The client by a proxy's word: the last of `X-Forwarded-For`, which that proxy wrote itself.
    public static func forwarded(_ header: String?) -> String? {
        header?.split(separator: ",").last.map { String($0.filter { $0 != " " }.prefix(64)) }
    }
}

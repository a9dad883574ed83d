/// The hubs that DNS-SD finds, in the words of `avahi-browse --parsable --resolve`.
public enum HubList {
    /// The DNS-SD type of a hub's door (RFC 6763 section 4.1.2).
    public static let serviceType = "_clocksmith._tcp"
    /// The usual TCP port of a hub's door.
    public static let port = 8_884

    /// Returns addresses as `HOST:PORT`, IPv4 first, each once, in their order. Lines that are no resolved service count
    /// as nothing, and so do link-local addresses, which mean nothing without their interface.
    public static func read(_ text: String) -> [String] {
        var found: [(address: String, port: Int)] = []
        for line in text.split(separator: "\n") where line.hasPrefix("=;") {
            let fields = line.split(separator: ";", omittingEmptySubsequences: false)
            guard fields.count >= 9, fields[4] == serviceType, let port = Int(fields[8]), (1...65_535).contains(port),
                !fields[7].isEmpty, !fields[7].hasPrefix("fe80"),
                fields[7].utf8.allSatisfy({ Array("0123456789abcdef:.".utf8).contains($0) }),
                !found.contains(where: { $0.address == fields[7] && $0.port == port })
            else { continue }
            found.append((String(fields[7]), port))
        }
        let (four, six) = (found.filter { !$0.address.contains(":") }, found.filter { $0.address.contains(":") })
        return four.map { "\($0.address):\($0.port)" } + six.map { "[\($0.address)]:\($0.port)" }
    }
}

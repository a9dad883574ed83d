/// The hubs that DNS-SD finds, in the words of `avahi-browse --parsable --resolve`.
public enum HubList {
    /// The DNS-SD type of a hub's door (RFC 6763 section 4.1.2).
    public static let serviceType = "_clocksmith._tcp"
    /// The usual TCP port of a hub's door.
    public static let port = 8_884

    /// Returns the addresses of each hub, by its host's name and port, as `HOST:PORT`, IPv4 first, each once, in their
    /// order. Lines that are no resolved service count as nothing, and so do link-local addresses, which mean nothing
    /// without their interface.
    public static func read(_ text: String) -> [[String]] {
        var found: [(hub: String, four: [String], six: [String])] = []
        for line in text.split(separator: "\n") where line.hasPrefix("=;") {
            let fields = line.split(separator: ";", omittingEmptySubsequences: false)
            guard fields.count >= 9, fields[4] == serviceType, let port = Int(fields[8]), (1...65_535).contains(port),
                !fields[7].isEmpty, !fields[7].hasPrefix("fe80"),
                fields[7].utf8.allSatisfy({ Array("0123456789abcdef:.".utf8).contains($0) })
            else { continue }
            let (address, hub) = (fields[7], "\(fields[6]):\(port)")
            let index = found.firstIndex { $0.hub == hub } ?? found.count
            if index == found.count { found.append((hub, [], [])) }
            if address.contains(":") {
                found[index].six.append("[\(address)]:\(port)")
            } else {
                found[index].four.append("\(address):\(port)")
            }
        }
        return found.map { hub in
            (hub.four + hub.six).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
    }
}

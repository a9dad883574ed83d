/// The keys under which a server counts attempts and connections.
public enum ClientAddress {
    /// Returns an IPv4 address as it is and the network of an IPv6 address, since everybody in it has any number of
    /// addresses.
    public static func key(_ address: String) -> String {
        if address.lowercased().hasPrefix("::ffff:"), address.contains(".") { return String(address.dropFirst(7)) }
        guard address.contains(":") else { return address }
        let halves = address.split(separator: ":", omittingEmptySubsequences: false)
        guard let gap = halves.firstIndex(of: ""), gap < 4 else { return halves.prefix(4).joined(separator: ":") }
        return halves.prefix(gap).joined(separator: ":") + "::"
    }
}

extension TimeZoneRules {
    /// True when `name` can name a zone of the tz database, so that appended to the database's folder it cannot leave
    /// it. The zone need not exist.
    public static func isValidName(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count) else { return false }
        return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
            guard let first = part.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-") else { return false }
            return part.allSatisfy(isNameCharacter)
        }
    }

    /// The rule in words, for messages to people.
    public static let nameRule =
        "1 to 64 of A-Z, a-z, 0-9 and ._+-/, no part between slashes empty or starting with . or -"

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "+"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

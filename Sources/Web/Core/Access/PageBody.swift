/// Decodes the content of pages' requests: bodies and parts of paths.
public enum PageBody {
    /// Returns a request's payload in the form of docs/protocol.md: the body's object with the version, which pages
    /// leave out, before its other fields. Anything but an object stays as it is, and the reader refuses it.
    public static func versioned(_ body: [UInt8]) -> [UInt8] {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        guard let start = body.firstIndex(where: { !isSpace($0) }) else { return Array(#"{"v":1}"#.utf8) }
        guard body[start] == UInt8(ascii: "{"),
            let next = body[(start + 1)...].firstIndex(where: { !isSpace($0) })
        else { return body }
        let comma = body[next] == UInt8(ascii: "}") ? "" : ","
        return Array((#"{"v":1"# + comma).utf8) + body[next...]
    }

    /// Returns a part of a path with its percent-encoding resolved (RFC 3986, section 2.1), which browsers use
    /// anywhere; `nil` for anything but such text in UTF-8.
    public static func decoded(_ text: some StringProtocol) -> String? {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "%") {
                guard place + 2 < bytes.count,
                    let byte = Hex.bytes(String(decoding: bytes[(place + 1)...(place + 2)], as: UTF8.self))?.first
                else { return nil }
                decoded.append(byte)
                place += 3
            } else {
                decoded.append(bytes[place])
                place += 1
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    /// Returns the occurrence that a path names, `a7@2026-11-24T06:00:00.000Z`: its source, and its due time as RFC
    /// 3339.
    public static func occurrence(_ text: some StringProtocol) -> (source: String, due: String)? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        return (String(parts[0]), String(parts[1]))
    }
}

import Glibc

/// Names the programs that have a sound card open, as the kernel reports them under `/proc/asound`.
enum DeviceHolders {
    /// Returns one phrase per open playback device, such as `card 0 is in use by mpd (pid 812)`; empty without any.
    ///
    /// - Parameters:
    ///   - device: an ALSA name; if it names a card, only that card counts.
    ///   - root: the proc file system; another folder in tests.
    static func describe(device: String, root: String = "/proc") -> [String] {
        let all = entries(of: "\(root)/asound", prefix: "card").compactMap { card in
            Int(card.dropFirst(4)).map { (folder: card, number: $0) }
        }
        let named = all.filter { card in
            guard let wanted = cardName(in: device) else { return false }
            return wanted == "\(card.number)" || wanted == idLine(of: "\(root)/asound/\(card.folder)/id")
        }
        var phrases: [String] = []
        for (card, number) in named.isEmpty ? all : named {
            for device in entries(of: "\(root)/asound/\(card)", prefix: "pcm") where device.hasSuffix("p") {
                for substream in entries(of: "\(root)/asound/\(card)/\(device)", prefix: "sub") {
                    let status = text(of: "\(root)/asound/\(card)/\(device)/\(substream)/status")
                    guard let owner = ownerPID(in: status) else { continue }
                    let name = text(of: "\(root)/\(owner)/comm").split(separator: "\n").first ?? "a program"
                    phrases.append("card \(number) is in use by \(name) (pid \(owner))")
                }
            }
        }
        return phrases
    }

    /// The card in a name such as `hw:1,0` or `plughw:CARD=Device,DEV=0`: its number or its id; `nil` in others.
    static func cardName(in device: String) -> String? {
        guard let colon = device.firstIndex(of: ":") else { return nil }
        let arguments = device[device.index(after: colon)...].split(separator: ",")
        let name = arguments.first { $0.hasPrefix("CARD=") }?.dropFirst(5) ?? arguments.first
        return name.map(String.init)
    }

    private static func idLine(of path: String) -> String? {
        text(of: path).split(separator: "\n").first.map(String.init)
    }

    /// The `owner_pid   : 812` line of a substream that is open.
    private static func ownerPID(in status: String) -> Int? {
        for line in status.split(separator: "\n") where line.hasPrefix("owner_pid") {
            let value = line.drop { $0 != ":" }.dropFirst().drop { $0 == " " }
            return Int(value)
        }
        return nil
    }

    private static func entries(of folder: String, prefix: String) -> [String] {
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(prefix) { names.append(name) }
        }
        return names.sorted()
    }

    /// Returns the first 4 KiB of a file; empty when it cannot be read, which is as good as an unknown owner.
    private static func text(of path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = .init(repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[0..<count], as: UTF8.self)
    }
}

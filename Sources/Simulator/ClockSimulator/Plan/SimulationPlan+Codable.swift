// The coding of a plan in a file.
//
// The compiler derives the coding of nearly all its types. Here are the few values that a person could not read
// otherwise, or that belong to other modules. Requests have the form that they have on the wire.

public import ClockDomain

extension KeyedEncodingContainer {
    /// Durations of a plan are decimal seconds, `"90.5 s"`; the standard coding is an unreadable pair of numbers.
    mutating func encode(_ duration: Duration, forKey key: Key) throws { try encode(duration.secondsText, forKey: key) }
}

extension KeyedDecodingContainer {
    func decode(_ type: Duration.Type, forKey key: Key) throws -> Duration {
        let text = try decode(String.self, forKey: key)
        guard let duration = Duration(secondsText: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self,
                debugDescription:
                    "\"\(text.prefix(40))\" is not a number of seconds such as \"90.5 s\", to the nanosecond")
        }
        return duration
    }
}

extension Duration {
    private static let fractionDigits = 9
    /// A century has ten digits of seconds.
    private static let secondDigits = 10

    /// Exact to the nanosecond: `-0.000013 s`
    var secondsText: String {
        let (whole, fraction) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        var digits = String(fraction)
        digits = String(repeating: "0", count: Self.fractionDigits - digits.utf8.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return (nanoseconds < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : ".\(digits)") + " s"
    }

    init?(secondsText: String) {
        guard secondsText.hasSuffix(" s") else { return nil }
        let number = secondsText.dropLast(2)
        let parts = (number.hasPrefix("-") ? number.dropFirst() : number)
            .split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : ""
        guard parts.count == 1 || (parts.count == 2 && (1...Self.fractionDigits).contains(fraction.utf8.count)),
            (1...Self.secondDigits).contains(parts[0].utf8.count),
            (parts[0] + fraction).utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let seconds = Int64(parts[0]),
            let nanoseconds = Int64(fraction + String(repeating: "0", count: Self.fractionDigits - fraction.utf8.count))
        else { return nil }
        let magnitude = Duration.seconds(seconds) + .nanoseconds(nanoseconds)
        self = number.hasPrefix("-") ? .zero - magnitude : magnitude
    }
}

/// RFC 3339, UTC.
extension TrueTime: Codable {
    public init(from decoder: any Decoder) throws { self.init(try WallTime(from: decoder)) }

    public func encode(to encoder: any Encoder) throws { try wall.encode(to: encoder) }
}

/// `node 2`, `broker`
extension Host: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        switch (words.first, words.count == 2 ? Int(words[1]) : nil) {
        case ("node", let index?): self = .node(index)
        case ("coordinator", let index?): self = .coordinator(index)
        case ("client", let index?): self = .client(index)
        case ("broker", nil) where words.count == 1: self = .broker
        default:
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription:
                    "\"\(text.prefix(40))\" is no host; there are broker, and node, coordinator and client "
                    + "with their number")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension SystemSync.TimeService: Codable {}

extension ChimeSpan: Codable {
    private enum CodingKeys: String, CodingKey { case lead, tail }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            lead: try container.decode(Duration.self, forKey: .lead),
            tail: try container.decode(Duration.self, forKey: .tail))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(lead, forKey: .lead)
        try container.encode(tail, forKey: .tail)
    }
}

/// A name and its rule as a POSIX TZ string; no rule for ``TimeZoneRules/utc``. Only this and zones of
/// ``SimulatedZone`` can be written, as rules do not keep their source text; any rule can be read.
extension TimeZoneRules: Codable {
    private enum CodingKeys: String, CodingKey { case name, rule }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .name)
        guard let rule = try container.decodeIfPresent(String.self, forKey: .rule) else {
            guard name == TimeZoneRules.utc.name else {
                throw DecodingError.dataCorruptedError(
                    forKey: .name, in: container, debugDescription: "zone \"\(name.prefix(40))\" needs its rule")
            }
            self = .utc
            return
        }
        do throws(TZifError) { try self.init(name: name, rule: rule) } catch {
            throw DecodingError.dataCorruptedError(
                forKey: .rule, in: container,
                debugDescription: "zone \"\(name.prefix(40))\" with the rule \"\(rule.prefix(60))\": \(error.detail)")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        if self == .utc { return }
        guard let zone = SimulatedZone(rawValue: name),
            let rule = self == zone.rules ? zone.rule : self == zone.laterRules ? zone.laterRule : nil
        else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "zone \(name) has rules of its own"))
        }
        try container.encode(rule, forKey: .rule)
    }
}

extension SimulationPlan {
    /// The errors that prevent a run: each place, value and valid range. Empty for a plan that a program made.
    public var problems: [String] {
        var problems: [String] = []
        func require(_ isKept: Bool, _ place: String, _ value: some Any, _ rule: String) {
            if !isKept { problems.append("\(place) is \(value), and must be \(rule)") }
        }
        func require(_ index: Int, among things: [some Any], _ place: String) {
            require(things.indices.contains(index), place, index, "0 to \(things.count - 1)")
        }
        let longest = Duration.hours(24 * RandomPlan.maximumDays)
        require((1...RandomPlan.maximumNodes).contains(nodes.count), "the number of nodes", nodes.count, "1 to 1000")
        require((1...2).contains(coordinators.count), "the number of coordinators", coordinators.count, "1 or 2")
        for (place, length) in [("length", length), ("convergence", convergence)] {
            let rule = "\(Duration.zero.secondsText) to \(longest.secondsText)"
            require((.zero...longest).contains(length), place, length.secondsText, rule)
        }
        let interval = broker.autosaveInterval
        require(interval >= .seconds(1), "broker.autosaveInterval", interval, "1 s or more")
        require(broker.inflightLimit > 0, "broker.inflightLimit", broker.inflightLimit, "1 or more")
        for (index, node) in nodes.enumerated() { require(node.zone, among: zones, "nodes[\(index)].zone") }
        for (index, coordinator) in coordinators.enumerated() {
            switch coordinator.store {
            case .empty: break
            case .copy(let original): require(original, among: coordinators, "coordinators[\(index)].store.copy.of")
            case .shared(let owner):
                require(owner, among: coordinators, "coordinators[\(index)].store.shared.with")
                require(owner != index, "coordinators[\(index)].store.shared.with", owner, "another coordinator")
            }
        }
        for (index, request) in people.enumerated() {
            require(request.client, among: clients, "people[\(index)].client")
        }
        for (index, fault) in faults.enumerated() {
            for host in fault.hosts {
                switch host {
                case .node(let number): require(number, among: nodes, "faults[\(index)].hosts: node")
                case .coordinator(let number):
                    require(number, among: coordinators, "faults[\(index)].hosts: coordinator")
                case .client(let number): require(number, among: clients, "faults[\(index)].hosts: client")
                case .broker: break
                }
            }
            if case .zone(let zone) = fault.kind { require(zone, among: zones, "faults[\(index)].kind.zone") }
            if case .clog(let rate) = fault.kind { require(rate > 0, "faults[\(index)].kind.clog", rate, "1 or more") }
        }
        return problems
    }
}
